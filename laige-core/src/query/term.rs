//! Terms: what a row yields. `Term` is what users write (`&T`, `Option<&mut T>`, `Entity`, ..); each stands for a *row term*, the
//! same without lifetimes, which knows how to find its column in an archetype and its item in a row.
//!
//! A query's row terms are `'static`, so that their `TypeId` is an exact key for what is kept per query.
#![expect(unsafe_code, reason = "turns column pointers into references; argued by Q1 to Q3 below")]

// Q1: `place` was given the codes that `find` wrote for the archetype, which stay where they are while the place is used; `column` a chunk of
//     the archetype.
// Q2: a row is in use (S2), and for the length of the item's lifetime no row of the chunk is made, moved or dropped.
// Q3: a writing term has its column to itself: the world is borrowed mutably, no other term of the query, nor of one used at the same
//     time, touches the component (`access.rs`), and an item of one row is given out once at a time.
// Q4: a mask is of the chunk whose rows are asked, and lives no longer than the rows are borrowed: toggles are set through
//     `&mut World` alone, so that bits do not change meanwhile.

use core::marker::PhantomData;
use core::ptr::NonNull;

use super::access::{Access, Mode};
use super::filter::{RowFilter, With, Without};
use super::has::Has;
use super::optional::Maybe;
use super::or::{Alternatives, Or};
use super::per_row::Bits;
use super::place::{Memory, Place};
use super::tuple::Terms;
use crate::component::Part;
use crate::registry::Registry;
use crate::storage::archetype::Archetype;
use crate::storage::columns::Code;
use crate::storage::version;
use crate::{Component, Entity};

/// An archetype that is asked whether a query matches it.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Candidate<'a> {
    pub(crate) registry: &'a Registry,
    pub(crate) archetype: &'a Archetype,
}

impl core::fmt::Debug for Candidate<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Candidate({})", self.archetype.id)
    }
}

impl Candidate<'_> {
    /// The code by which a term of the component finds its column.
    pub(super) fn code<T: Component>(self) -> Code {
        let Some(id) = self.registry.id::<T>() else { return Code::ABSENT };
        if T::IS_TOGGLE {
            self.registry.code_of_toggle(id)
        } else {
            self.archetype.columns.code(id)
        }
    }

    /// Whether the archetype has the component; of a toggle, whether its rows can.
    pub(crate) fn has<T: Component>(self) -> bool {
        !self.code::<T>().is_absent()
    }
}

/// A term without lifetimes, as the engine works with it.
///
/// # Safety
///
/// `find` says yes only where `column` and `item` work by Q1 to Q3, and `ACCESS` names every component that items lead to.
#[doc(hidden)]
pub unsafe trait RowTerm: 'static {
    /// What one row yields.
    type Item<'w>;
    /// What a run of rows yields.
    type Slice<'w>;
    /// Where that is in the chunks of one archetype.
    type Place: Copy;
    /// The start of what is needed from a chunk.
    type Column: Copy;
    /// Which rows of a chunk satisfy the term, as far as toggles decide it.
    type Mask: Copy;
    /// What is touched.
    const ACCESS: Access;
    /// Whether rows of one chunk can differ by toggles: in whether they satisfy the term, or in whether there is an item.
    const PER_ROW: bool = false;
    /// How many codes `find` writes.
    const WIDTH: usize;

    /// Whether the archetype matches; if so, its codes are appended. What was appended before a no does not count.
    fn find(candidate: Candidate<'_>, codes: &mut alloc::vec::Vec<Code>) -> bool;

    /// The columns in the chunks of one archetype.
    ///
    /// # Safety
    ///
    /// Q1.
    unsafe fn place(codes: &[Code]) -> Self::Place;

    /// The columns in one chunk; those of writing terms are marked as written (V2), so call it when items are to be given out.
    ///
    /// # Safety
    ///
    /// Q1.
    unsafe fn column(place: Self::Place, memory: Memory) -> Self::Column;

    /// What tells which rows of one chunk satisfy the term; asked only where it is [`PER_ROW`](Self::PER_ROW).
    ///
    /// # Safety
    ///
    /// Q1.
    unsafe fn mask(codes: &[Code], memory: Memory) -> Self::Mask;

    /// Which of the 64 rows from `64 * word` on satisfy the term. What is said of rows that are not in use means nothing.
    ///
    /// # Safety
    ///
    /// Q4, and the chunk has room for the first of the rows.
    #[inline]
    unsafe fn pass(mask: Self::Mask, word: usize) -> u64 {
        let _ = (mask, word);
        !0
    }

    /// How many of `rows` rows from `first`, which satisfy the term, one slice can show: at least one.
    ///
    /// # Safety
    ///
    /// Q2 for all of them, and Q4.
    #[inline]
    unsafe fn alike(column: Self::Column, first: usize, rows: usize) -> usize {
        let _ = (column, first);
        rows
    }

    /// The item of a row.
    ///
    /// # Safety
    ///
    /// Q2 and Q3.
    unsafe fn item<'w>(column: Self::Column, row: usize) -> Self::Item<'w>;

    /// The items of `rows` rows from `first`.
    ///
    /// # Safety
    ///
    /// Q2 and Q3 for all of them.
    unsafe fn slice<'w>(column: Self::Column, first: usize, rows: usize) -> Self::Slice<'w>;
}

/// A row term of one component, which other row terms make optional.
///
/// # Safety
///
/// `find` appends one code, also before a no, and it is `ABSENT` just where the archetype does not have the component.
#[doc(hidden)]
pub unsafe trait Plain: RowTerm {
    /// What is touched where the component may be missing.
    const OPTIONAL: Access;

    /// The column in one chunk, if the archetype has the component; if so, it is marked as [`column`](RowTerm::column) does it.
    ///
    /// # Safety
    ///
    /// Q1, but the component may be missing.
    unsafe fn find_column(place: Self::Place, memory: Memory) -> Option<Self::Column>;

    /// Which of the 64 rows from `64 * word` on have the component, of which that is the column.
    ///
    /// # Safety
    ///
    /// Q4, and the chunk has room for the first of the rows.
    unsafe fn there(column: Self::Column, word: usize) -> u64;
}

/// A row term that writes nothing, so that `&World` is enough.
///
/// # Safety
///
/// No item leads to a mutable reference.
#[doc(hidden)]
pub unsafe trait ReadRow: RowTerm {}

/// A component that a writing term does not write, which there is none of. It lets the compiler name the component where a
/// reading query has a writing term.
///
/// # Safety
///
/// Must not be implemented.
#[diagnostic::on_unimplemented(
    message = "this query writes `{Self}`, and a `&mut` that is hidden in an alias is not seen",
    label = "a term in here stands for `&mut {Self}`",
    note = "write `&mut {Self}` out in the query: the macro borrows the world by it"
)]
pub unsafe trait Unwritten: Component {}

/// A term or filter of a query as it is written: `&T`, `&mut T`, `Option<&T>`, `Option<&mut T>`, [`Entity`], [`Has<T>`](Has),
/// [`AnyOf<(&A, &B)>`](crate::AnyOf); [`With<T>`](With), [`Without<T>`](Without), [`Or<(With<A>, With<B>)>`](crate::Or). Each is a query of one term, too.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a query term",
    label = "not a term",
    note = "write `&{Self}` to read a component and `&mut {Self}` to write it; the other terms are `Option<&T>`, `Option<&mut T>`, `Entity`, `Has<T>`, `AnyOf<(&A, &B)>`, the filters `With<T>`, `Without<T>`, `Or<(..)>`"
)]
pub trait Term: Terms<Rows = <Self as Term>::Me> {
    /// The same without lifetimes.
    #[doc(hidden)]
    type Me: RowTerm;

    /// Names the term once, so that a mistake in it is one error.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    fn term() -> Is<Self::Me, Self>
    where
        Self: Sized,
    {
        Is(PhantomData)
    }
}

/// A row term as a value, with the term as it is written.
#[doc(hidden)]
#[derive(Debug)]
pub struct Is<M, T>(pub(super) PhantomData<fn() -> (M, T)>);

/// The row term of `&T`.
#[doc(hidden)]
#[derive(Debug)]
pub struct Read<T>(PhantomData<fn() -> T>);

/// The row term of `&mut T`.
#[doc(hidden)]
#[derive(Debug)]
pub struct Write<T>(PhantomData<fn() -> T>);

// SAFETY: the one code is that of `T`, which is required; items are shared references to `T`.
unsafe impl<T: Component> RowTerm for Read<T> {
    type Item<'w> = &'w T;
    type Slice<'w> = &'w [T];
    type Place = Place<T>;
    type Column = NonNull<T>;
    type Mask = Option<Bits>;
    const PER_ROW: bool = T::IS_TOGGLE;
    const ACCESS: Access = Access::of::<T>(Mode::Read);
    const WIDTH: usize = 1;

    fn find(candidate: Candidate<'_>, codes: &mut alloc::vec::Vec<Code>) -> bool {
        codes.push(candidate.code::<T>());
        candidate.has::<T>()
    }

    #[inline]
    unsafe fn place(codes: &[Code]) -> Place<T> {
        Place::of(&codes[0])
    }

    #[inline]
    unsafe fn column(place: Place<T>, memory: Memory) -> NonNull<T> {
        // SAFETY: the caller's duty.
        unsafe { place.column(memory) }
    }

    #[inline]
    unsafe fn mask(codes: &[Code], memory: Memory) -> Option<Bits> {
        // SAFETY: the caller's duty; the code is that of `T`.
        T::IS_TOGGLE.then(|| unsafe { memory.bits(&codes[0]) })
    }

    #[inline]
    unsafe fn pass(mask: Option<Bits>, word: usize) -> u64 {
        // SAFETY: the caller's duty.
        mask.map_or(!0, |bits| unsafe { bits.word(word) })
    }

    #[inline]
    unsafe fn item<'w>(column: NonNull<T>, row: usize) -> &'w T {
        // SAFETY: the row is in the column (Q2).
        let cell = unsafe { column.add(row) };
        // SAFETY: initialised (S2), and nobody writes it meanwhile (Q2, Q3).
        unsafe { cell.as_ref() }
    }

    #[inline]
    unsafe fn slice<'w>(column: NonNull<T>, first: usize, rows: usize) -> &'w [T] {
        // SAFETY: the rows are in the column (Q2).
        let start = unsafe { column.add(first) };
        // SAFETY: initialised (S2), and nobody writes them meanwhile (Q2, Q3).
        unsafe { NonNull::slice_from_raw_parts(start, rows).as_ref() }
    }
}

/// Marks a column as written (V2), if it has values.
///
/// # Safety
///
/// It is the start of a column of a chunk.
#[inline]
unsafe fn mark<T: Component>(column: NonNull<T>) {
    if !T::IS_TAG {
        // SAFETY: the caller's duty.
        unsafe { version::mark(column.cast()) };
    }
}

// SAFETY: the one code is that of `T`, which is required; items are the only references to it (Q3).
unsafe impl<T: Component> RowTerm for Write<T> {
    type Item<'w> = &'w mut T;
    type Slice<'w> = &'w mut [T];
    type Place = Place<T>;
    type Column = NonNull<T>;
    type Mask = Option<Bits>;
    const PER_ROW: bool = T::IS_TOGGLE;
    const ACCESS: Access = Access::of::<T>(Mode::Write);
    const WIDTH: usize = 1;

    fn find(candidate: Candidate<'_>, codes: &mut alloc::vec::Vec<Code>) -> bool {
        Read::<T>::find(candidate, codes)
    }

    #[inline]
    unsafe fn place(codes: &[Code]) -> Place<T> {
        Place::of(&codes[0])
    }

    #[inline]
    unsafe fn column(place: Place<T>, memory: Memory) -> NonNull<T> {
        // SAFETY: the caller's duty.
        let column = unsafe { place.column(memory) };
        // SAFETY: the start of a column of the chunk.
        unsafe { mark(column) };
        column
    }

    #[inline]
    unsafe fn mask(codes: &[Code], memory: Memory) -> Option<Bits> {
        // SAFETY: the caller's duty.
        unsafe { Read::<T>::mask(codes, memory) }
    }

    #[inline]
    unsafe fn pass(mask: Option<Bits>, word: usize) -> u64 {
        // SAFETY: the caller's duty.
        unsafe { Read::<T>::pass(mask, word) }
    }

    #[inline]
    unsafe fn item<'w>(column: NonNull<T>, row: usize) -> &'w mut T {
        // SAFETY: the row is in the column (Q2).
        let mut cell = unsafe { column.add(row) };
        // SAFETY: initialised (S2) and exclusive (Q3).
        unsafe { cell.as_mut() }
    }

    #[inline]
    unsafe fn slice<'w>(column: NonNull<T>, first: usize, rows: usize) -> &'w mut [T] {
        // SAFETY: the rows are in the column (Q2).
        let start = unsafe { column.add(first) };
        // SAFETY: initialised (S2) and exclusive (Q3).
        unsafe { NonNull::slice_from_raw_parts(start, rows).as_mut() }
    }
}

// SAFETY: the one code is that of `T`, `ABSENT` where the archetype does not have it.
unsafe impl<T: Component> Plain for Read<T> {
    const OPTIONAL: Access = Access::of::<T>(Mode::OptionRead);

    #[inline]
    unsafe fn find_column(place: Place<T>, memory: Memory) -> Option<NonNull<T>> {
        // SAFETY: the caller's duty.
        unsafe { place.find(memory) }
    }

    #[inline]
    unsafe fn there(column: NonNull<T>, word: usize) -> u64 {
        if !T::IS_TOGGLE {
            return !0;
        }
        // SAFETY: the caller's duty; the column of a toggle is its bitmap.
        unsafe { Bits::of_column(column).word(word) }
    }
}

// SAFETY: as above.
unsafe impl<T: Component> Plain for Write<T> {
    const OPTIONAL: Access = Access::of::<T>(Mode::OptionWrite);

    #[inline]
    unsafe fn find_column(place: Place<T>, memory: Memory) -> Option<NonNull<T>> {
        // SAFETY: the caller's duty.
        let column = unsafe { place.find(memory) };
        // SAFETY: the start of a column of the chunk.
        column.inspect(|&column| unsafe { mark(column) })
    }

    #[inline]
    unsafe fn there(column: NonNull<T>, word: usize) -> u64 {
        // SAFETY: the caller's duty.
        unsafe { Read::<T>::there(column, word) }
    }
}

// SAFETY: no code is needed, every archetype has the handle column; items are copies.
unsafe impl RowTerm for Entity {
    type Item<'w> = Self;
    type Slice<'w> = &'w [Self];
    type Place = ();
    type Column = NonNull<Self>;
    type Mask = ();
    const ACCESS: Access = Access::NONE;
    const WIDTH: usize = 0;

    fn find(_: Candidate<'_>, _: &mut alloc::vec::Vec<Code>) -> bool {
        true
    }

    #[inline]
    unsafe fn place(_: &[Code]) {}

    #[inline]
    unsafe fn column((): (), memory: Memory) -> NonNull<Self> {
        memory.start().cast()
    }

    #[inline]
    unsafe fn mask(_: &[Code], _: Memory) {}

    #[inline]
    unsafe fn item<'w>(column: NonNull<Self>, row: usize) -> Self::Item<'w> {
        // SAFETY: the row is in the column (Q2), which starts the block (S1).
        let cell = unsafe { column.add(row) };
        // SAFETY: initialised (S2); handles are written only when rows move (Q2).
        unsafe { cell.read() }
    }

    #[inline]
    unsafe fn slice<'w>(column: NonNull<Self>, first: usize, rows: usize) -> &'w [Self] {
        // SAFETY: the rows are in the column (Q2).
        let start = unsafe { column.add(first) };
        // SAFETY: initialised (S2); handles are written only when rows move (Q2).
        unsafe { NonNull::slice_from_raw_parts(start, rows).as_ref() }
    }
}

// SAFETY: items are shared references or copies, in both.
unsafe impl<T: Component> ReadRow for Read<T> {}
// SAFETY: as above.
unsafe impl ReadRow for Entity {}
// SAFETY: there is no such component.
unsafe impl<T: Unwritten> ReadRow for Write<T> {}

/// What the terms of a component stand for. Where a type is not a component these types cannot be worked out (nor can
/// `Part::Me`, of which they are asked), so that the mistake is one error.
#[doc(hidden)]
pub trait TermsOf {
    /// `&T`
    type Ref: Plain;
    /// `&mut T`
    type Mut: Plain;
    /// `Option<&T>`
    type OptionRef: RowTerm;
    /// `Option<&mut T>`
    type OptionMut: RowTerm;
    /// `Has<T>`
    type Has: RowTerm;
    /// `With<T>`
    type With: RowFilter;
    /// `Without<T>`
    type Without: RowFilter;
}

impl<T: Component> TermsOf for T {
    type Ref = Read<T>;
    type Mut = Write<T>;
    type OptionRef = Maybe<Read<T>>;
    type OptionMut = Maybe<Write<T>>;
    type Has = Has<T>;
    type With = With<T>;
    type Without = Without<T>;
}

/// What may be missing in a row: `&T` and `&mut T`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`Option<{Self}>` is not a query term",
    label = "`{Self}` is not `&T` or `&mut T`",
    note = "write `Option<&{Self}>` to read a component where it is there, and `Option<&mut {Self}>` to write it; what every row has, as `Entity`, stands alone"
)]
pub trait Missing {
    /// What `Option` of it stands for.
    type Option: RowTerm;
}

impl<T: Part> Missing for &T {
    type Option = <T::Me as TermsOf>::OptionRef;
}

impl<T: Part> Missing for &mut T {
    type Option = <T::Me as TermsOf>::OptionMut;
}

/// Makes a type a term, and a query of one term. Not by one impl for all terms: if that could fit a tuple too, the compiler
/// would name the tuple where a member is no term.
macro_rules! terms {
    ($([$($of:tt)*] $term:ty => $row:ty;)*) => { $(
        impl<$($of)*> Term for $term {
            type Me = $row;
        }

        impl<$($of)*> Terms for $term {
            type Rows = $row;
        }
    )* };
}

terms! {
    [T: Part] &T => <T::Me as TermsOf>::Ref;
    [T: Part] &mut T => <T::Me as TermsOf>::Mut;
    [R: Missing] Option<R> => R::Option;
    [T: Part] Has<T> => <T::Me as TermsOf>::Has;
    [T: Part] With<T> => <T::Me as TermsOf>::With;
    [T: Part] Without<T> => <T::Me as TermsOf>::Without;
    [L: Alternatives] Or<L> => L::Or;
    [] Entity => Entity;
}
