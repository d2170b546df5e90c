//! `AnyOf<(&A, &mut B, ..)>`: several components of which an entity has at least one. Each is an option, as if it stood alone as
//! `Option<&A>`; that not all are missing is asked once per archetype, and of each row where a member is a toggle.
#![expect(unsafe_code, reason = "passes on to the members; argued by Q1 to Q3 of `term.rs`")]

use core::fmt;
use core::marker::PhantomData;

use super::access::{Access, assert_query};
use super::optional::Maybe;
use super::place::Memory;
use super::sizes::sizes;
use super::term::{Candidate, Is, Plain, ReadRow, RowTerm, Term, TermsOf};
use super::tuple::Terms;
use crate::component::Part;
use crate::storage::columns::Code;

/// A term: some of several components, at least one.
///
/// Its one field is the tuple of options, of which at least one is `Some`. The members are 1 to 16 of `&T` and `&mut T`.
///
/// ```
/// use laige_core::{AnyOf, Component, World};
/// fn count<Pos: Component, Vel: Component>(world: &World) -> (usize, usize) {
///     let (mut standing, mut other) = (0, 0);
///     world.query::<AnyOf<(&Pos, &Vel)>>().for_each(|AnyOf((_, vel))| match vel {
///         None => standing += 1,
///         Some(_) => other += 1,
///     });
///     (standing, other)
/// }
/// ```
///
/// In `query!` it is a parameter `AnyOf((pos, vel)): AnyOf<(&Pos, &mut Vel)>`.
pub struct AnyOf<L: Optional>(pub L::Options);

/// A tuple of 1 to 16 members, each of which may be missing in an [`AnyOf`].
#[diagnostic::on_unimplemented(
    message = "`AnyOf<{Self}>` is not a query term",
    label = "`AnyOf` takes a tuple of 1 to 16 terms `&T` and `&mut T`",
    note = "write `AnyOf<(&T, ..)>`, with the components of which an entity is to have at least one"
)]
pub trait Optional {
    /// The options.
    type Options;
}

// What is no tuple of members can be named, so that the mistake is told once: it is not a term.
impl Optional for () {
    type Options = ();
}
impl<T> Optional for &T {
    type Options = Self;
}
impl<T> Optional for &mut T {
    type Options = Self;
}

/// The members of an [`AnyOf`] as they are written.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`AnyOf<{Self}>` is not a query term",
    label = "`AnyOf` takes a tuple of 1 to 16 terms `&T` and `&mut T`",
    note = "write `AnyOf<(&T, ..)>`, with the components of which an entity is to have at least one"
)]
pub trait AnyMembers: Optional {
    /// The row term of the `AnyOf`.
    type Row: RowTerm;
}

/// A term that may be a member of an [`AnyOf`]: `&T` or `&mut T`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a member of an `AnyOf`",
    label = "not `&T` or `&mut T`",
    note = "write `&{Self}` or `&mut {Self}`: members are references to components, and other terms stand beside the `AnyOf`"
)]
pub trait Borrowing {
    /// What it stands for. It cannot be worked out for other terms, so that the mistake is one error.
    type Member: Plain;
}

impl<T: Part> Borrowing for &T {
    type Member = <T::Me as TermsOf>::Ref;
}
impl<T: Part> Borrowing for &mut T {
    type Member = <T::Me as TermsOf>::Mut;
}

impl<L: AnyMembers> Term for AnyOf<L> {
    type Me = L::Row;

    /// Members that conflict are found here: those of other terms are compared when these join the query.
    #[inline]
    fn term() -> Is<L::Row, Self> {
        const { assert_query::<L::Row>() };
        Is(PhantomData)
    }
}

impl<L: AnyMembers> Terms for AnyOf<L> {
    type Rows = L::Row;
}

impl<L: Optional<Options: Clone>> Clone for AnyOf<L> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<L: Optional<Options: Copy>> Copy for AnyOf<L> {}

impl<L: Optional<Options: PartialEq>> PartialEq for AnyOf<L> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<L: Optional<Options: fmt::Debug>> fmt::Debug for AnyOf<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnyOf").field(&self.0).finish()
    }
}

/// The row term of an [`AnyOf`], whose members are the plain row terms `M`.
#[doc(hidden)]
#[derive(Debug)]
pub struct AnyRow<M>(PhantomData<fn() -> M>);

/// The row terms of an [`AnyOf`]'s members: a tuple of 1 to 16.
#[doc(hidden)]
pub trait AnyPlain: 'static {
    /// The same terms, each as an option.
    type Options: RowTerm;
    /// The members' items.
    type Items<'w>: Optional<Options = <Self::Options as RowTerm>::Item<'w>>;
    /// The members' slices.
    type Slices<'w>: Optional<Options = <Self::Options as RowTerm>::Slice<'w>>;
    /// For each member what tells which rows have it, if the archetype has.
    type Masks: Copy;
    /// What is touched.
    const ACCESS: Access;

    /// What tells which rows of a chunk have a member.
    ///
    /// # Safety
    ///
    /// As for [`RowTerm::mask`].
    unsafe fn masks(codes: &[Code], memory: Memory) -> Self::Masks;

    /// Which of 64 rows have a member.
    ///
    /// # Safety
    ///
    /// As for [`RowTerm::pass`].
    unsafe fn pass_any(masks: Self::Masks, word: usize) -> u64;
}

// SAFETY: codes, places, columns and items are those of a tuple of optional terms.
unsafe impl<M: AnyPlain> RowTerm for AnyRow<M> {
    type Item<'w> = AnyOf<M::Items<'w>>;
    type Slice<'w> = AnyOf<M::Slices<'w>>;
    type Place = <M::Options as RowTerm>::Place;
    type Column = <M::Options as RowTerm>::Column;
    type Mask = M::Masks;
    const PER_ROW: bool = M::Options::PER_ROW;
    const ACCESS: Access = M::ACCESS;
    const WIDTH: usize = M::Options::WIDTH;

    fn find(candidate: Candidate<'_>, codes: &mut alloc::vec::Vec<Code>) -> bool {
        let own = codes.len();
        let _ = M::Options::find(candidate, codes);
        codes[own..].iter().any(|code| !code.is_absent())
    }

    #[inline]
    unsafe fn place(codes: &[Code]) -> Self::Place {
        // SAFETY: the caller's duty.
        unsafe { M::Options::place(codes) }
    }

    #[inline]
    unsafe fn column(place: Self::Place, memory: Memory) -> Self::Column {
        // SAFETY: the caller's duty.
        unsafe { M::Options::column(place, memory) }
    }

    #[inline]
    unsafe fn mask(codes: &[Code], memory: Memory) -> Self::Mask {
        // SAFETY: the caller's duty.
        unsafe { M::masks(codes, memory) }
    }

    #[inline]
    unsafe fn pass(mask: Self::Mask, word: usize) -> u64 {
        // SAFETY: the caller's duty.
        unsafe { M::pass_any(mask, word) }
    }

    #[inline]
    unsafe fn alike(column: Self::Column, first: usize, rows: usize) -> usize {
        // SAFETY: the caller's duty.
        unsafe { M::Options::alike(column, first, rows) }
    }

    #[inline]
    unsafe fn item<'w>(column: Self::Column, row: usize) -> Self::Item<'w> {
        // SAFETY: the caller's duty.
        AnyOf(unsafe { M::Options::item(column, row) })
    }

    #[inline]
    unsafe fn slice<'w>(column: Self::Column, first: usize, rows: usize) -> Self::Slice<'w> {
        // SAFETY: the caller's duty.
        AnyOf(unsafe { M::Options::slice(column, first, rows) })
    }
}

// SAFETY: no member writes.
unsafe impl<M: AnyPlain<Options: ReadRow>> ReadRow for AnyRow<M> {}

/// Implements what a tuple of that many members needs.
macro_rules! any_of {
    ($($name:ident $index:tt),*) => {
        impl<$($name),*> Optional for ($($name,)*) {
            type Options = ($(Option<$name>,)*);
        }

        impl<$($name: Borrowing),*> AnyMembers for ($($name,)*) {
            type Row = AnyRow<($($name::Member,)*)>;
        }

        impl<$($name: Plain),*> AnyPlain for ($($name,)*) {
            type Options = ($(Maybe<$name>,)*);
            type Items<'w> = ($($name::Item<'w>,)*);
            type Slices<'w> = ($($name::Slice<'w>,)*);
            type Masks = ($(Option<$name::Mask>,)*);
            const ACCESS: Access = Access::All(&[$($name::ACCESS),*]);

            #[inline]
            #[allow(unused_assignments, reason = "the last member")]
            unsafe fn masks(codes: &[Code], memory: Memory) -> Self::Masks {
                let mut at = 0;
                ($({
                    let own = &codes[at..at + $name::WIDTH];
                    at += $name::WIDTH;
                    // SAFETY: the caller's duty; the component is there.
                    (!own[0].is_absent()).then(|| unsafe { $name::mask(own, memory) })
                },)*)
            }

            #[inline]
            unsafe fn pass_any(masks: Self::Masks, word: usize) -> u64 {
                // SAFETY: the caller's duty, for each member that is there.
                0 $(| masks.$index.map_or(0, |mask| unsafe { $name::pass(mask, word) }))*
            }
        }
    };
}

sizes!(any_of);
