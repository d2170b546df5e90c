//! Pairs of rows: each two rows of a query once, the one that is visited first in front. What is done with them is the caller's.
#![expect(unsafe_code, reason = "fetches items row by row; argued by Q1 to Q3 of `term.rs`")]

use core::fmt;
use core::iter::FusedIterator;

use super::iter::{Iter, Place};
use super::outcome::Outcome;
use super::term::RowTerm;
use super::tuple::{ItemOf, ReadTerms, Terms};
use super::visit::{Scope, visit_run};

/// The pairs of rows of a reading query: see [`Query::combinations`](super::Query::combinations).
#[derive(Clone)]
pub struct Combinations<'w, Q: ReadTerms> {
    /// The rows that are still to stand in front.
    firsts: Iter<'w, Q>,
    /// The row that stands in front, and the rows behind it.
    at: Option<(Place<Q>, Iter<'w, Q>)>,
}

impl<'w, Q: ReadTerms> Combinations<'w, Q> {
    pub(super) fn new(firsts: Iter<'w, Q>) -> Self {
        Self { firsts, at: None }
    }

    /// Lets the next row stand in front; whether there is one.
    #[inline]
    fn advance(&mut self) -> bool {
        let first = self.firsts.next_place();
        self.at = first.map(|first| (first, self.firsts.clone()));
        self.at.is_some()
    }
}

/// The item of a row that was met before.
#[inline]
fn item<'w, Q: ReadTerms>((column, row): Place<Q>) -> ItemOf<'w, Q> {
    // SAFETY: the place is of a row of the iterator's query, which only reads, so that a row may be given out more than once.
    unsafe { Q::Rows::item(column, row) }
}

impl<'w, Q: ReadTerms> Iterator for Combinations<'w, Q> {
    type Item = (ItemOf<'w, Q>, ItemOf<'w, Q>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((first, seconds)) = &mut self.at {
                if let Some(second) = seconds.next() {
                    return Some((item::<Q>(*first), second));
                }
            }
            if !self.advance() {
                return None;
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let present = self.at.as_ref().map_or(0, |(_, seconds)| seconds.len());
        let firsts = self.firsts.len();
        // Of `n` rows, one of `n` and `n - 1` is even.
        let pairs = match firsts % 2 {
            0 => (firsts / 2).checked_mul(firsts.saturating_sub(1)),
            _ => (firsts / 2).checked_mul(firsts),
        };
        let all = pairs.and_then(|pairs| pairs.checked_add(present));
        (all.unwrap_or(usize::MAX), all)
    }

    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(mut self, init: B, mut f: F) -> B {
        let mut folded = init;
        loop {
            if let Some((first, seconds)) = self.at.take() {
                folded =
                    seconds.fold(folded, |folded, second| f(folded, (item::<Q>(first), second)));
            }
            if !self.advance() {
                return folded;
            }
        }
    }
}

impl<Q: ReadTerms> FusedIterator for Combinations<'_, Q> {}

impl<Q: ReadTerms> fmt::Debug for Combinations<'_, Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Combinations({} pairs to come)", self.size_hint().0)
    }
}

/// Calls `body` with the items of each two rows until it stops.
///
/// # Safety
///
/// As for `Scope::visit`.
#[inline]
pub(super) unsafe fn visit_pairs<Q: Terms, R: Outcome>(
    scope: Scope<'_>,
    mut body: impl FnMut(ItemOf<'_, Q>, ItemOf<'_, Q>) -> R,
) -> R::Visit {
    // SAFETY: the caller's duty.
    let mut firsts = unsafe { Iter::<Q>::new(scope) };
    while let Some((column, row)) = firsts.next_place() {
        // SAFETY: the rows behind that row are not given out by `firsts` meanwhile.
        let mut seconds = unsafe { firsts.again() };
        while let Some(run) = seconds.next_run() {
            let mut pair = |second| {
                // SAFETY: the row in front is not among those behind it, and is given out for this call alone.
                body(unsafe { Q::Rows::item(column, row) }, second)
            };
            // SAFETY: the run is of the query; the rest is the caller's duty.
            let stopped =
                unsafe { visit_run::<Q::Rows, R>(run.column, run.first, run.rows, &mut pair) };
            if let Some(result) = stopped {
                return result;
            }
        }
    }
    R::end()
}
