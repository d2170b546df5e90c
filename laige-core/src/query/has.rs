//! `Has<T>`: whether the entity has a component, as a term. It neither borrows the component nor asks for it.
#![expect(
    unsafe_code,
    reason = "implements the unsafe trait `RowTerm`; argued by Q1 and Q4 of `term.rs`"
)]

use core::fmt;
use core::marker::PhantomData;
use core::ops::Deref;
use core::ptr::NonNull;

use super::access::Access;
use super::optional::{Maybe, is_there};
use super::place::{Memory, Place};
use super::term::{Candidate, Read, ReadRow, RowTerm};
use crate::Component;
use crate::storage::columns::Code;

/// A term: whether the entity has the component, which is not borrowed. It derefs to `bool`.
///
/// ```
/// use laige_core::Has;
/// # use laige_core::{Component, Query};
/// fn shown<Pos: Component, Hidden: Component>(mut query: Query<'_, (&Pos, Has<Hidden>)>) -> usize {
///     query.iter().filter(|(_, hidden)| !**hidden).count()
/// }
/// ```
///
/// In `query!` it is a parameter `hidden: Has<Hidden>`, and `*hidden` tells. It may stand beside a `&mut Hidden`.
pub struct Has<T> {
    present: bool,
    component: PhantomData<fn() -> T>,
}

impl<T> Has<T> {
    const fn new(present: bool) -> Self {
        Self { present, component: PhantomData }
    }
}

impl<T> Deref for Has<T> {
    type Target = bool;

    #[inline]
    fn deref(&self) -> &bool {
        &self.present
    }
}

impl<T> Clone for Has<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Has<T> {}

impl<T> PartialEq for Has<T> {
    fn eq(&self, other: &Self) -> bool {
        self.present == other.present
    }
}

impl<T> Eq for Has<T> {}

impl<T: Component> fmt::Debug for Has<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Has<{}>({})", T::NAME, self.present)
    }
}

// SAFETY: leads to no component; the column is looked at of a toggle alone, by Q4.
unsafe impl<T: Component> RowTerm for Has<T> {
    type Item<'w> = Self;
    type Slice<'w> = Self;
    type Place = Place<T>;
    type Column = Option<NonNull<T>>;
    type Mask = ();
    const PER_ROW: bool = T::IS_TOGGLE;
    const ACCESS: Access = Access::NONE;
    const WIDTH: usize = 1;

    fn find(candidate: Candidate<'_>, codes: &mut alloc::vec::Vec<Code>) -> bool {
        codes.push(candidate.code::<T>());
        true
    }

    #[inline]
    unsafe fn place(codes: &[Code]) -> Self::Place {
        // SAFETY: the caller's duty.
        unsafe { Maybe::<Read<T>>::place(codes) }
    }

    #[inline]
    unsafe fn column(place: Self::Place, memory: Memory) -> Self::Column {
        if T::IS_TOGGLE {
            // SAFETY: the caller's duty.
            return unsafe { Maybe::<Read<T>>::column(place, memory) };
        }
        // SAFETY: the caller's duty. Where the column is does not matter.
        unsafe { place.is_there() }.then(NonNull::dangling)
    }

    #[inline]
    unsafe fn mask(_: &[Code], _: Memory) {}

    #[inline]
    unsafe fn alike(column: Self::Column, first: usize, rows: usize) -> usize {
        // SAFETY: the caller's duty.
        unsafe { Maybe::<Read<T>>::alike(column, first, rows) }
    }

    #[inline]
    unsafe fn item<'w>(column: Self::Column, row: usize) -> Self::Item<'w> {
        // SAFETY: the caller's duty.
        Self::new(column.is_some_and(|column| unsafe { is_there::<Read<T>>(column, row) }))
    }

    #[inline]
    unsafe fn slice<'w>(column: Self::Column, first: usize, _: usize) -> Self::Slice<'w> {
        // SAFETY: the caller's duty; the rows are alike.
        unsafe { Self::item(column, first) }
    }
}

// SAFETY: leads to nothing.
unsafe impl<T: Component> ReadRow for Has<T> {}
