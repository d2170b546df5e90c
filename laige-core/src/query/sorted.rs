//! The rows of a query by a key: the keys are sorted in a buffer that is the caller's, and the rows stay where they are.
#![expect(unsafe_code, reason = "fetches items row by row; argued by Q1 to Q3 of `term.rs`")]

use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

use super::term::RowTerm;
use super::tuple::{ItemOf, Terms};
use super::visit::{Scope, Walk};
use crate::Entity;

/// Room for the keys of [`Query::sorted_by_key_in`](super::Query::sorted_by_key_in). Used again and again, it allocates only where a
/// query has more rows than before.
#[derive(Clone)]
pub struct SortBuffer<K> {
    /// Key, place in the order of the visit, entity.
    rows: Vec<(K, u32, Entity)>,
}

impl<K> SortBuffer<K> {
    /// A buffer without room.
    #[must_use]
    pub const fn new() -> Self {
        Self { rows: Vec::new() }
    }

    /// A buffer with room for so many rows.
    #[must_use]
    pub fn with_capacity(rows: usize) -> Self {
        Self { rows: Vec::with_capacity(rows) }
    }
}

impl<K> Default for SortBuffer<K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K> fmt::Debug for SortBuffer<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SortBuffer(room for {} rows)", self.rows.capacity())
    }
}

/// The rows of a query by a key: see [`Query::sorted_by_key_in`](super::Query::sorted_by_key_in).
pub struct Sorted<'q, Q: Terms, K> {
    scope: Scope<'q>,
    rows: core::slice::Iter<'q, (K, u32, Entity)>,
    /// Mutable rows are borrowed from the query.
    borrow: PhantomData<ItemOf<'q, Q>>,
}

impl<'q, Q: Terms, K: Ord> Sorted<'q, Q, K> {
    /// The rows in the scope, by their keys.
    ///
    /// # Safety
    ///
    /// As for `Scope::visit`, for as long as `'q`.
    pub(super) unsafe fn new(
        scope: Scope<'q>,
        buffer: &'q mut SortBuffer<K>,
        mut key: impl FnMut(&ItemOf<'_, Q>) -> K,
    ) -> Self {
        let rows = &mut buffer.rows;
        rows.clear();
        rows.reserve(scope.count::<Q::Rows>());
        let mut walk = Walk::<Q::Rows>::new(scope);
        while let Some(run) = walk.next_run() {
            for row in run.first..run.first + run.rows {
                // SAFETY: the caller's duty; the item ends before the next is made.
                let key = key(&unsafe { Q::Rows::item(run.column, row) });
                rows.push((key, rows.len() as u32, run.chunk.handles()[row]));
            }
        }
        // With the place beside the key no two are equal, so it is as good as stable, and needs no memory.
        rows.sort_unstable_by(|(a, i, _), (b, j, _)| a.cmp(b).then(i.cmp(j)));
        Self { scope, rows: rows.iter(), borrow: PhantomData }
    }
}

impl<'q, Q: Terms, K> Iterator for Sorted<'q, Q, K> {
    type Item = ItemOf<'q, Q>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let &(_, _, entity) = self.rows.next()?;
        // SAFETY: the duty of `new`; each entity is in the list once.
        unsafe { self.scope.get::<Q::Rows>(entity) }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rows.size_hint()
    }
}

impl<Q: Terms, K> DoubleEndedIterator for Sorted<'_, Q, K> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let &(_, _, entity) = self.rows.next_back()?;
        // SAFETY: the duty of `new`; each entity is in the list once.
        unsafe { self.scope.get::<Q::Rows>(entity) }
    }
}

impl<Q: Terms, K> ExactSizeIterator for Sorted<'_, Q, K> {}
impl<Q: Terms, K> FusedIterator for Sorted<'_, Q, K> {}

impl<Q: Terms, K> fmt::Debug for Sorted<'_, Q, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sorted({} rows to come)", self.rows.len())
    }
}
