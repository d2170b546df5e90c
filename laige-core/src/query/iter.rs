//! The iterators of a query: row by row, and run by run.
#![expect(unsafe_code, reason = "fetches items row by row; argued by Q1 to Q3 of `term.rs`")]

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

use super::term::RowTerm;
use super::tuple::{ItemOf, SliceOf, Terms};
use super::visit::{Run, Scope, Walk, visit_run};
use crate::Entity;

/// The rows of a query, in its order: see [`Query::iter`](super::Query::iter).
///
/// Internal iteration (`for_each`, `fold`, `sum`, `count`) runs chunk by chunk and is faster than a `for` loop.
pub struct Iter<'q, Q: Terms> {
    walk: Walk<'q, Q::Rows>,
    run: Option<Run<'q, Q::Rows>>,
    /// Mutable rows are borrowed from the query.
    borrow: PhantomData<ItemOf<'q, Q>>,
}

impl<'q, Q: Terms> Iter<'q, Q> {
    /// The rows in the scope.
    ///
    /// # Safety
    ///
    /// As for `Scope::visit`, for as long as `'q`.
    pub(super) unsafe fn new(scope: Scope<'q>) -> Self {
        Self { walk: Walk::new(scope), run: None, borrow: PhantomData }
    }
}

impl<'q, Q: Terms> Iterator for Iter<'q, Q> {
    type Item = ItemOf<'q, Q>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(run) = &mut self.run {
                if run.rows > 0 {
                    let row = run.first;
                    run.first += 1;
                    run.rows -= 1;
                    // SAFETY: the duty of `new`; each row is given out once.
                    return Some(unsafe { Q::Rows::item(run.column, row) });
                }
            }
            self.run = Some(self.walk.next_run()?);
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let rows = self.walk.remaining() + self.run.as_ref().map_or(0, |run| run.rows);
        (rows, Some(rows))
    }

    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(mut self, init: B, mut f: F) -> B {
        let mut folded = init;
        let mut next = self.run.take();
        while let Some(run) = next.or_else(|| self.walk.next_run()) {
            for row in run.first..run.first + run.rows {
                // SAFETY: the duty of `new`; each row is given out once.
                folded = f(folded, unsafe { Q::Rows::item(run.column, row) });
            }
            next = None;
        }
        folded
    }

    #[inline]
    fn for_each<F: FnMut(Self::Item)>(mut self, mut f: F) {
        let mut next = self.run.take();
        while let Some(run) = next.or_else(|| self.walk.next_run()) {
            // SAFETY: the duty of `new`; each row is given out once.
            unsafe { visit_run::<Q::Rows, ()>(run.column, run.first, run.rows, &mut f) };
            next = None;
        }
    }

    fn count(self) -> usize {
        self.len()
    }
}

impl<Q: Terms> ExactSizeIterator for Iter<'_, Q> {}
impl<Q: Terms> FusedIterator for Iter<'_, Q> {}

impl<Q: Terms> fmt::Debug for Iter<'_, Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Iter({} rows to come)", self.len())
    }
}

/// The rows of a query as slices, in its order: see [`Query::chunks`](super::Query::chunks).
pub struct Chunks<'q, Q: Terms> {
    walk: Walk<'q, Q::Rows>,
    borrow: PhantomData<SliceOf<'q, Q>>,
}

impl<'q, Q: Terms> Chunks<'q, Q> {
    /// The runs in the scope.
    ///
    /// # Safety
    ///
    /// As for `Scope::visit`, for as long as `'q`.
    pub(super) unsafe fn new(scope: Scope<'q>) -> Self {
        Self { walk: Walk::new(scope), borrow: PhantomData }
    }
}

impl<'q, Q: Terms> Iterator for Chunks<'q, Q> {
    type Item = (&'q [Entity], SliceOf<'q, Q>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let run = self.walk.next_run()?;
        let entities = &run.chunk.handles()[run.first..run.first + run.rows];
        // SAFETY: the duty of `new`; each row is given out once.
        Some((entities, unsafe { Q::Rows::slice(run.column, run.first, run.rows) }))
    }
}

impl<Q: Terms> FusedIterator for Chunks<'_, Q> {}

impl<Q: Terms> fmt::Debug for Chunks<'_, Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Chunks({} rows to come)", self.walk.remaining())
    }
}
