//! `Or<(F, G, ..)>`: a filter that holds where one of its members does, and tuples of filters inside it, which hold where all of
//! theirs do. What members are is `filter.rs`.
#![expect(unsafe_code, reason = "implements the unsafe trait `RowTerm`; touches no memory")]

use core::fmt;
use core::marker::PhantomData;

use super::access::Access;
use super::filter::{Filter, RowFilter};
use super::sizes::sizes;
use super::term::{Candidate, Memory, ReadRow, RowTerm};
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
    /// Whether one of them finds something in the archetype.
    fn find_any(candidate: Candidate<'_>, codes: &mut alloc::vec::Vec<Code>) -> bool;
}

/// The row term of an [`Or`]. It is a type of its own for the sake of messages: where a member is no filter it cannot be
/// worked out, so that the mistake is one error.
#[doc(hidden)]
#[derive(Debug)]
pub struct OrRow<M>(PhantomData<fn() -> M>);

// SAFETY: needs no column and leads to no component.
unsafe impl<L: RowAlternatives> RowTerm for OrRow<L> {
    type Item<'w> = Or<L::Item<'w>>;
    type Slice<'w> = Or<L::Item<'w>>;
    type Place = ();
    type Column = ();
    const ACCESS: Access = Access::NONE;
    const WIDTH: usize = 0;

    fn find(candidate: Candidate<'_>, codes: &mut alloc::vec::Vec<Code>) -> bool {
        L::find_any(candidate, codes)
    }

    #[inline]
    unsafe fn place(_: &[Code]) {}

    #[inline]
    unsafe fn column((): (), _: Memory) {}

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

/// Implements what a tuple of that many filters needs, as members of an `Or` and as one member whose filters all hold.
macro_rules! filters {
    ($($name:ident $index:tt),*) => {
        impl<$($name: Filter),*> Alternatives for ($($name,)*) {
            type Or = OrRow<($($name::Me,)*)>;
        }

        impl<$($name: RowFilter),*> RowAlternatives for ($($name,)*) {
            fn find_any(candidate: Candidate<'_>, codes: &mut alloc::vec::Vec<Code>) -> bool {
                false $(|| $name::find(candidate, codes))*
            }
        }

        impl<$($name: Filter),*> Filter for ($($name,)*) {
            type Me = ($($name::Me,)*);
        }

        impl<$($name: RowFilter),*> RowFilter for ($($name,)*) {}
    };
}

sizes!(filters);
