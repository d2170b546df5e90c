//! `Has<T>`: whether the entity has a component, as a term. It neither borrows the component nor asks for it.
#![expect(unsafe_code, reason = "implements the unsafe trait `RowTerm`; touches no memory")]

use core::fmt;
use core::marker::PhantomData;
use core::ops::Deref;

use super::access::Access;
use super::term::{Candidate, Memory, ReadRow, RowTerm};
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

// SAFETY: needs no column and leads to no component.
unsafe impl<T: Component> RowTerm for Has<T> {
    type Item<'w> = Self;
    type Slice<'w> = Self;
    type Place = bool;
    type Column = bool;
    const ACCESS: Access = Access::NONE;
    const WIDTH: usize = 1;

    fn find(candidate: Candidate<'_>, codes: &mut alloc::vec::Vec<Code>) -> bool {
        codes.push(candidate.code::<T>());
        true
    }

    #[inline]
    unsafe fn place(codes: &[Code]) -> bool {
        !codes[0].is_absent()
    }

    #[inline]
    unsafe fn column(present: bool, _: Memory) -> bool {
        present
    }

    #[inline]
    unsafe fn item<'w>(present: bool, _: usize) -> Self::Item<'w> {
        Self::new(present)
    }

    #[inline]
    unsafe fn slice<'w>(present: bool, _: usize, _: usize) -> Self::Slice<'w> {
        Self::new(present)
    }
}

// SAFETY: leads to nothing.
unsafe impl<T: Component> ReadRow for Has<T> {}
