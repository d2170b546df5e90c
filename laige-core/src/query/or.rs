//! `Or<(F, G, ..)>`: a filter that holds where one of its members does, and tuples of filters inside it, which hold where all of
//! theirs do. What members are is `filter.rs`.
#![expect(
    unsafe_code,
    reason = "implements the unsafe trait `RowTerm`; argued by Q1 and Q4 of `term.rs`"
)]

use core::fmt;
use core::marker::PhantomData;

use super::access::Access;
use super::filter::{Filter, RowFilter};
use super::place::Memory;
use super::sizes::sizes;
use super::term::{Candidate, ReadRow, RowTerm};
use crate::storage::columns::Code;

/// A filter: at least one of several filters holds.
///
/// The members are 1 to 16 of [`With<T>`](super::With), [`Without<T>`](super::Without), `Or<(..)>`, and tuples of these, of which all
/// have to hold: `Or<(With<Boss>, (With<Armed>, Without<Asleep>))>`.
///
/// ```
/// use laige_core::{Component, Entity, Or, With, Without, World};
/// fn dangerous<Boss: Component, Armed: Component, Asleep: Component>(world: &World) -> Vec<Entity> {
///     let mut query = world.query::<(Entity, Or<(With<Boss>, (With<Armed>, Without<Asleep>))>)>();
///     query.iter().map(|(entity, _)| entity).collect()
/// }
/// ```
///
/// In `query!` it is a parameter `_: Or<(With<Boss>, With<Armed>)>`; in the typed form it has its place in the item.
pub struct Or<L>(PhantomData<fn() -> L>);

impl<L> Clone for Or<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L> Copy for Or<L> {}

impl<L> fmt::Debug for Or<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Or")
    }
}

/// The members of an [`Or`]: a tuple of 1 to 16 filters.
#[diagnostic::on_unimplemented(
    message = "`Or<{Self}>` is not a filter",
    label = "`Or` takes a tuple of 1 to 16 filters",
    note = "write `Or<(With<T>, ..)>`; where there is nothing to choose from leave it out, and where there are more than 16 put another `Or` inside"
)]
pub trait Alternatives {
    /// The row term of the `Or`.
    #[doc(hidden)]
    type Or: RowFilter;
}

/// The members of an [`Or`], as the engine works with them.
#[doc(hidden)]
pub trait RowAlternatives: ReadRow {
    /// For each member nothing where it does not hold in the archetype, and what tells in which rows it does: again nothing, if in all.
    type Masks: Copy;
    /// How many codes `find_any` writes: for each member whether it holds in the archetype, then its own. Where no row has to be asked,
    /// none.
    const CODES: usize;

    /// Whether one of them finds something in the archetype.
    fn find_any(candidate: Candidate<'_>, codes: &mut alloc::vec::Vec<Code>) -> bool;

    /// What tells in which rows of a chunk one of them holds.
    ///
    /// # Safety
    ///
    /// As for [`RowTerm::mask`].
    unsafe fn masks(codes: &[Code], memory: Memory) -> Self::Masks;

    /// In which of 64 rows one of them holds.
    ///
    /// # Safety
    ///
    /// As for [`RowTerm::pass`].
    unsafe fn pass_any(masks: Self::Masks, word: usize) -> u64;
}

/// The row term of an [`Or`]. It is a type of its own for the sake of messages: where a member is no filter it cannot be
/// worked out, so that the mistake is one error.
#[doc(hidden)]
#[derive(Debug)]
pub struct OrRow<M>(PhantomData<fn() -> M>);

// SAFETY: leads to no component; codes and masks are those of the members.
unsafe impl<L: RowAlternatives> RowTerm for OrRow<L> {
    type Item<'w> = Or<L::Item<'w>>;
    type Slice<'w> = Or<L::Item<'w>>;
    type Place = ();
    type Column = ();
    type Mask = L::Masks;
    const ACCESS: Access = Access::NONE;
    const PER_ROW: bool = L::PER_ROW;
    const WIDTH: usize = L::CODES;

    fn find(candidate: Candidate<'_>, codes: &mut alloc::vec::Vec<Code>) -> bool {
        L::find_any(candidate, codes)
    }

    #[inline]
    unsafe fn place(_: &[Code]) {}

    #[inline]
    unsafe fn column((): (), _: Memory) {}

    #[inline]
    unsafe fn mask(codes: &[Code], memory: Memory) -> L::Masks {
        // SAFETY: the caller's duty.
        unsafe { L::masks(codes, memory) }
    }

    #[inline]
    unsafe fn pass(mask: L::Masks, word: usize) -> u64 {
        // SAFETY: the caller's duty.
        unsafe { L::pass_any(mask, word) }
    }

    #[inline]
    unsafe fn item<'w>((): (), _: usize) -> Self::Item<'w> {
        Or(PhantomData)
    }

    #[inline]
    unsafe fn slice<'w>((): (), _: usize, _: usize) -> Self::Slice<'w> {
        Or(PhantomData)
    }
}

// SAFETY: leads to nothing.
unsafe impl<L: RowAlternatives> ReadRow for OrRow<L> {}

impl<L: RowAlternatives> RowFilter for OrRow<L> {}

impl<L: Alternatives> Filter for Or<L> {
    type Me = L::Or;
}

/// Whether a member holds in the archetype, at least in some rows; appends that and the member's codes.
fn find_one<F: RowFilter>(candidate: Candidate<'_>, codes: &mut alloc::vec::Vec<Code>) -> bool {
    let at = codes.len();
    codes.push(Code::ABSENT);
    let found = F::find(candidate, codes);
    codes.resize(at + 1 + F::WIDTH, Code::ABSENT);
    if found {
        codes[at] = Code::TAG;
    }
    found
}

/// Implements what a tuple of that many filters needs, as members of an `Or` and as one member whose filters all hold.
macro_rules! filters {
    ($($name:ident $index:tt),*) => {
        impl<$($name: Filter),*> Alternatives for ($($name,)*) {
            type Or = OrRow<($($name::Me,)*)>;
        }

        impl<$($name: RowFilter),*> RowAlternatives for ($($name,)*) {
            type Masks = ($(Option<Option<$name::Mask>>,)*);
            const CODES: usize = if Self::PER_ROW { 0 $(+ 1 + $name::WIDTH)* } else { 0 };

            fn find_any(candidate: Candidate<'_>, codes: &mut alloc::vec::Vec<Code>) -> bool {
                if !Self::PER_ROW {
                    return false $(|| $name::find(candidate, codes))*;
                }
                // All of them write their codes, also behind one that holds in every row.
                false $(| find_one::<$name>(candidate, codes))*
            }

            #[inline]
            #[allow(unused_assignments, reason = "the last member")]
            unsafe fn masks(codes: &[Code], memory: Memory) -> Self::Masks {
                let mut at = 0;
                ($({
                    let own = &codes[at..at + 1 + $name::WIDTH];
                    at += own.len();
                    // SAFETY: the caller's duty; the member holds in the archetype.
                    let mask = || $name::PER_ROW.then(|| unsafe { $name::mask(&own[1..], memory) });
                    (!own[0].is_absent()).then(mask)
                },)*)
            }

            #[inline]
            unsafe fn pass_any(masks: Self::Masks, word: usize) -> u64 {
                let none = 0;
                none $(| masks.$index.map_or(0, |mask| {
                    // SAFETY: the caller's duty, for a member that is asked.
                    mask.map_or(!0, |mask| unsafe { $name::pass(mask, word) })
                }))*
            }
        }

        impl<$($name: Filter),*> Filter for ($($name,)*) {
            type Me = ($($name::Me,)*);
        }

        impl<$($name: RowFilter),*> RowFilter for ($($name,)*) {}
    };
}

sizes!(filters);
