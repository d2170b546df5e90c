//! The visit: every row of a query, archetypes by birth, chunks by range, rows by slot. The inner loop runs over one run of rows
//! with its column pointers in registers.
#![expect(unsafe_code, reason = "fetches items row by row; argued by Q1 to Q3 of `term.rs`")]

use super::matches::Matches;
use super::outcome::Outcome;
use super::term::{Pointers, RowTerm};
use crate::Entity;
use crate::storage::Storage;
use crate::storage::archetype::Archetype;
use crate::storage::chunk::Chunk;
use crate::storage::runs::Runs;

/// What a query visits: the rows of the archetypes it matches.
#[derive(Clone, Copy)]
pub(super) struct Scope<'w> {
    pub(super) storage: &'w Storage,
    pub(super) matches: &'w Matches,
}

impl<'w> Scope<'w> {
    /// The archetypes by birth, each with the codes of the terms.
    #[inline]
    pub(super) fn archetypes<Q: RowTerm>(
        self,
    ) -> impl Iterator<Item = (&'w Archetype, &'w [u16])> + use<'w, Q> {
        self.matches.rows().chunks_exact(1 + Q::WIDTH).map(move |row| {
            let (index, codes) = row.split_at(1);
            (self.storage.archetype(index[0]), codes)
        })
    }

    /// The number of rows.
    pub(super) fn count<Q: RowTerm>(self) -> usize {
        self.archetypes::<Q>().map(|(archetype, _)| archetype.live() as usize).sum()
    }

    /// Calls `body` with the items of each row in turn until it stops.
    ///
    /// # Safety
    ///
    /// For as long as the items given to `body` can be used, no row is made, moved or dropped (Q2), and a writing query has the
    /// world to itself (Q3).
    #[inline]
    pub(super) unsafe fn visit<Q: RowTerm, R: Outcome>(
        self,
        mut body: impl FnMut(Q::Item<'w>) -> R,
    ) -> R::Visit {
        for (archetype, codes) in self.archetypes::<Q>() {
            for chunk in archetype.chunks() {
                // SAFETY: the codes are those of the archetype (Q1).
                let column = unsafe { Q::column(codes, Pointers::of(chunk, &archetype.columns)) };
                let stopped = if chunk.is_one_run() {
                    // SAFETY: the rows are in use; the rest is the caller's duty.
                    unsafe { visit_run::<Q, R>(column, 0, chunk.len(), &mut body) }
                } else {
                    // SAFETY: as above.
                    unsafe { visit_loose::<Q, R>(column, chunk, &mut body) }
                };
                if let Some(result) = stopped {
                    return result;
                }
            }
        }
        R::end()
    }

    /// The items of one entity, `None` if it is not alive or does not match.
    ///
    /// # Safety
    ///
    /// As for [`visit`](Self::visit), for the one row.
    #[inline]
    pub(super) unsafe fn get<Q: RowTerm>(self, entity: Entity) -> Option<Q::Item<'w>> {
        let slots = &self.storage.ground.slots;
        let location = slots.locate(entity)?;
        let codes = self.matches.codes::<Q>(location.archetype)?;
        // SAFETY: just located.
        let (archetype, block) =
            unsafe { self.storage.home(location, slots.layout().slot_of(entity)) };
        // SAFETY: the codes are those of the archetype (Q1).
        let column = unsafe { Q::column(codes, Pointers::of_block(block, &archetype.columns)) };
        // SAFETY: the entity's row is in use (S6); the rest is the caller's duty.
        Some(unsafe { Q::item(column, location.row as usize) })
    }
}

/// Visits rows that lie one behind the other: the loop that everything else is arranged around.
///
/// # Safety
///
/// `column` is of a chunk in which these rows are in use; the rest as for `Scope::visit`.
#[inline(never)]
unsafe fn visit_run<'w, Q: RowTerm, R: Outcome>(
    column: Q::Column,
    first: usize,
    rows: usize,
    body: &mut impl FnMut(Q::Item<'w>) -> R,
) -> Option<R::Visit> {
    for row in first..first + rows {
        // SAFETY: the caller's duty; each row is visited once.
        let stopped = body(unsafe { Q::item(column, row) }).stop();
        if stopped.is_some() {
            return stopped;
        }
    }
    None
}

/// Visits a chunk whose rows are not settled.
///
/// # Safety
///
/// `column` is of the chunk; the rest as for `Scope::visit`.
#[cold]
#[inline(never)]
unsafe fn visit_loose<'w, Q: RowTerm, R: Outcome>(
    column: Q::Column,
    chunk: &Chunk,
    body: &mut impl FnMut(Q::Item<'w>) -> R,
) -> Option<R::Visit> {
    for (first, rows) in Runs::of(chunk) {
        // SAFETY: the caller's duty; runs are rows in use, each in one run.
        let stopped = unsafe { visit_run::<Q, R>(column, first, rows, body) };
        if stopped.is_some() {
            return stopped;
        }
    }
    None
}

/// Where a walk through the runs of a query stands: the next chunk, and the runs of the present one.
pub(super) struct Walk<'w, Q: RowTerm> {
    scope: Scope<'w>,
    /// The archetype at hand: the index of its row in the matches.
    place: usize,
    /// The next chunk of it.
    next: usize,
    runs: Option<(&'w Chunk, Q::Column, Runs<'w>)>,
}

/// A run of rows in one chunk.
pub(super) struct Run<'w, Q: RowTerm> {
    pub(super) chunk: &'w Chunk,
    pub(super) column: Q::Column,
    pub(super) first: usize,
    pub(super) rows: usize,
}

impl<'w, Q: RowTerm> Walk<'w, Q> {
    #[inline]
    pub(super) fn new(scope: Scope<'w>) -> Self {
        Self { scope, place: 0, next: 0, runs: None }
    }

    /// The next run of rows.
    #[inline]
    pub(super) fn next_run(&mut self) -> Option<Run<'w, Q>> {
        loop {
            if let Some((chunk, column, runs)) = &mut self.runs {
                if let Some((first, rows)) = runs.next() {
                    return Some(Run { chunk, column: *column, first, rows });
                }
            }
            self.next_chunk()?;
        }
    }

    /// Goes on to the next chunk.
    #[inline]
    fn next_chunk(&mut self) -> Option<()> {
        loop {
            let row = self.scope.matches.rows().chunks_exact(1 + Q::WIDTH).nth(self.place)?;
            let archetype = self.scope.storage.archetype(row[0]);
            if self.next < archetype.chunk_count() {
                let chunk = archetype.chunk_at(self.next);
                self.next += 1;
                // SAFETY: the codes are those of the archetype (Q1).
                let column =
                    unsafe { Q::column(&row[1..], Pointers::of(chunk, &archetype.columns)) };
                self.runs = Some((chunk, column, Runs::of(chunk)));
                return Some(());
            }
            self.place += 1;
            self.next = 0;
        }
    }

    /// How many rows are to come, those of the present run aside.
    pub(super) fn remaining(&self) -> usize {
        let present = self.runs.as_ref().map_or(0, |(_, _, runs)| runs.remaining());
        let mut rows = self.scope.archetypes::<Q>().skip(self.place);
        let here = rows
            .next()
            .map_or(0, |(archetype, _)| archetype.chunks().skip(self.next).map(Chunk::live).sum());
        present + here + rows.map(|(archetype, _)| archetype.live() as usize).sum::<usize>()
    }
}
