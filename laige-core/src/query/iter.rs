//! The iterators of a query: row by row, and run by run.
#![expect(unsafe_code, reason = "fetches items row by row; argued by Q1 to Q3 of `term.rs`")]

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

use super::term::RowTerm;
use super::tuple::{ItemOf, ReadTerms, SliceOf, Terms};
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

    /// Where the next row is, which counts as given out.
    #[inline]
    pub(super) fn next_place(&mut self) -> Option<Place<Q>> {
        loop {
            if let Some(run) = &mut self.run {
                if run.rows > 0 {
                    let row = run.first;
                    run.first += 1;
                    run.rows -= 1;
                    return Some((run.column, row));
                }
            }
            self.run = Some(self.walk.next_run()?);
        }
    }

    /// The next run of the rows to come.
    #[inline]
    pub(super) fn next_run(&mut self) -> Option<Run<'q, Q::Rows>> {
        self.run.take().or_else(|| self.walk.next_run())
    }

    /// The rows to come, a second time.
    ///
    /// # Safety
    ///
    /// No row is given out by both at the same time, if the query writes (Q3).
    #[inline]
    pub(super) unsafe fn again(&self) -> Self {
        Self { walk: self.walk.clone(), run: self.run, borrow: PhantomData }
    }
}

/// Where the items of a row are: in the columns of its chunk, at that row.
pub(super) type Place<Q> = (<<Q as Terms>::Rows as RowTerm>::Column, usize);

impl<Q: ReadTerms> Clone for Iter<'_, Q> {
    fn clone(&self) -> Self {
        // SAFETY: the query only reads.
        unsafe { self.again() }
    }
}

impl<'q, Q: Terms> Iterator for Iter<'q, Q> {
    type Item = ItemOf<'q, Q>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (column, row) = self.next_place()?;
        // SAFETY: the duty of `new`; each row is given out once.
        Some(unsafe { Q::Rows::item(column, row) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let rows = self.walk.remaining() + self.run.as_ref().map_or(0, |run| run.rows);
        (rows, Some(rows))
    }

    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(mut self, init: B, mut f: F) -> B {
        let mut folded = init;
        while let Some(run) = self.next_run() {
            for row in run.first..run.first + run.rows {
                // SAFETY: the duty of `new`; each row is given out once.
                folded = f(folded, unsafe { Q::Rows::item(run.column, row) });
            }
        }
        folded
    }

    #[inline]
    fn for_each<F: FnMut(Self::Item)>(mut self, mut f: F) {
        while let Some(run) = self.next_run() {
            // SAFETY: the duty of `new`; each row is given out once.
            unsafe { visit_run::<Q::Rows, ()>(run.column, run.first, run.rows, &mut f) };
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

impl<Q: ReadTerms> Clone for Chunks<'_, Q> {
    fn clone(&self) -> Self {
        Self { walk: self.walk.clone(), borrow: PhantomData }
    }
}

impl<'q, Q: Terms> Iterator for Chunks<'q, Q> {
    type Item = (&'q [Entity], SliceOf<'q, Q>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let run = self.walk.next_alike()?;
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
