//! `Query`: a query as a value, with the methods that visit its rows. What `query!` does is `for_each` with the terms spelled as parameters.
#![expect(unsafe_code, reason = "hands out items; argued by Q1 to Q3 of `term.rs`")]

use core::fmt;
use core::marker::PhantomData;

use super::iter::{Chunks, Iter};
use super::matches::Matches;
use super::outcome::Outcome;
use super::term::{ReadRow, RowTerm};
use super::tuple::{ItemOf, Terms};
use super::visit::Scope;
use crate::Entity;
use crate::storage::Storage;

/// A query on a borrowed world: from [`World::query`](crate::World::query) or [`World::query_mut`](crate::World::query_mut).
///
/// # Order
///
/// Archetype 0 (entities without components, where the query matches it), then archetypes by birth; in each, entities by ascending slot.
pub struct Query<'w, Q: Terms> {
    scope: Scope<'w>,
    /// A writing query holds the world as `&mut` would.
    borrow: PhantomData<ItemOf<'w, Q>>,
}

impl<'w, Q: Terms> Query<'w, Q> {
    /// A query on storage that nobody changes for `'w`.
    ///
    /// # Safety
    ///
    /// If `Q` writes, storage is borrowed mutably for `'w`, for it and for queries that touch nothing it writes (Q3).
    #[inline]
    pub(crate) unsafe fn new(storage: &'w Storage, matches: &'w Matches) -> Self {
        Self { scope: Scope::new::<Q::Rows>(storage, matches), borrow: PhantomData }
    }

    /// Calls `body` with the item of each row. It may return `()`, `ControlFlow<B>` (a break ends the visit) or
    /// `Result<(), E>` (an error ends it; rows visited before stay written).
    #[inline]
    pub fn for_each<R: Outcome>(&mut self, body: impl FnMut(ItemOf<'_, Q>) -> R) -> R::Visit {
        // SAFETY: the duty of `new` (Q3); items cannot outlive the call, and nothing changes rows during it (Q2).
        unsafe { self.scope.visit::<Q::Rows, R>(body) }
    }

    /// The rows one by one. `for_each` on it, like [`for_each`](Self::for_each), is faster than a `for` loop.
    #[inline]
    pub fn iter(&mut self) -> Iter<'_, Q> {
        // SAFETY: the duty of `new`; the iterator borrows the query.
        unsafe { Iter::new(self.scope) }
    }

    /// The rows as slices: per run of neighbouring rows the entities and, for each term, its column.
    ///
    /// From `&mut World` there is one run per chunk and its columns are aligned to 64 bytes. From `&World` a chunk whose rows
    /// are not settled comes in several runs.
    #[inline]
    pub fn chunks(&mut self) -> Chunks<'_, Q> {
        // SAFETY: the duty of `new`; the iterator borrows the query.
        unsafe { Chunks::new(self.scope) }
    }

    /// The item of one entity; `None` if it is not alive or the query does not match it.
    #[inline]
    pub fn get(&mut self, entity: Entity) -> Option<ItemOf<'_, Q>> {
        // SAFETY: the duty of `new`; the item borrows the query.
        unsafe { self.scope.get::<Q::Rows>(entity) }
    }

    /// The number of rows.
    #[must_use]
    pub fn count(&self) -> usize {
        self.scope.count::<Q::Rows>()
    }

    /// Whether no row matches.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count() == 0
    }
}

impl<Q: Terms<Rows: ReadRow>> Clone for Query<'_, Q> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Q: Terms<Rows: ReadRow>> Copy for Query<'_, Q> {}

impl<Q: Terms> fmt::Debug for Query<'_, Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Query({} rows)", self.count())
    }
}

/// The rows that `query!` visits, as row terms.
///
/// # Safety
///
/// As for [`Query::new`].
#[inline]
pub(crate) unsafe fn run<Q: RowTerm, R: Outcome>(
    storage: &Storage,
    matches: &Matches,
    mut body: impl super::tuple::RowFn<Q, R>,
) -> R::Visit {
    // SAFETY: the caller's duty.
    unsafe { Scope::new::<Q>(storage, matches).visit::<Q, R>(|item| body.call(item)) }
}
