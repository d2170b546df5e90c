//! The visit: every row of a query, archetypes by birth, chunks by range, rows by slot. The inner loop runs over one run of rows
//! with its column pointers in registers.
#![expect(unsafe_code, reason = "fetches items row by row; argued by Q1 to Q3 of `term.rs`")]

use super::by_bits::visit_passing;
use super::matches::{Matched, Matches};
use super::outcome::Outcome;
use super::per_row::Passing;
use super::place::Memory;
use super::term::RowTerm;
use crate::Entity;
use crate::slots::Locator;
use crate::storage::Storage;
use crate::storage::archetype::Archetype;
use crate::storage::bulk::RowRun;
use crate::storage::chunk::Chunk;
use crate::storage::columns::Code;
use crate::storage::runs::Runs;
use crate::storage::solo::Solo;

/// What a query visits: the rows of the archetypes it matches.
#[derive(Clone, Copy)]
pub(super) struct Scope<'w> {
    matches: Matched<'w>,
    archetypes: &'w [Archetype],
    solos: &'w [Solo],
    locator: Locator<'w>,
}

impl<'w> Scope<'w> {
    /// The rows of the query `Q`, whose matches these are.
    #[inline]
    pub(super) fn new<Q: RowTerm>(storage: &'w Storage, matches: &'w Matches) -> Self {
        Self {
            matches: matches.of::<Q>(),
            archetypes: storage.archetypes(),
            solos: storage.solos(),
            locator: storage.ground.slots.locator(),
        }
    }

    /// The match of that number: the archetype, and the codes of the terms.
    ///
    /// # Safety
    ///
    /// There are more matches than that, and `Q` is the query.
    #[inline]
    pub(super) unsafe fn at<Q: RowTerm>(self, number: usize) -> (&'w Archetype, &'w [Code]) {
        // SAFETY: the caller's duty.
        let (archetype, codes) = unsafe { self.matches.at::<Q>(number) };
        debug_assert!((archetype as usize) < self.archetypes.len());
        // SAFETY: a match is an archetype that was born (M3).
        (unsafe { self.archetypes.get_unchecked(archetype as usize) }, codes)
    }

    /// The archetypes that match, from one number on.
    #[cfg(feature = "rayon")]
    pub(super) fn archetypes_from<Q: RowTerm>(
        self,
        number: usize,
    ) -> impl Iterator<Item = &'w Archetype> + use<'w, Q> {
        // SAFETY: the numbers are those of the matches.
        (number..self.matches.len()).map(move |number| unsafe { self.at::<Q>(number) }.0)
    }

    /// The number of rows.
    pub(super) fn count<Q: RowTerm>(self) -> usize {
        (0..self.matches.len()).map(|number| self.count_in::<Q>(number)).sum()
    }

    /// The number of rows in the match of that number, of which there are more.
    fn count_in<Q: RowTerm>(self, number: usize) -> usize {
        // SAFETY: the number is that of a match.
        let (archetype, codes) = unsafe { self.at::<Q>(number) };
        if !Q::PER_ROW {
            return archetype.live() as usize;
        }
        // SAFETY: the chunk is of the archetype (Q1), and the world is borrowed (Q4).
        archetype.chunks().map(|chunk| unsafe { Passing::<Q>::count(chunk, codes) }).sum()
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
        for number in 0..self.matches.len() {
            // SAFETY: one of the matches.
            let (archetype, codes) = unsafe { self.matches.at::<Q>(number) };
            debug_assert!((archetype as usize) < self.solos.len());
            // SAFETY: there is a solo for each archetype (S14).
            let solo = unsafe { self.solos.get_unchecked(archetype as usize) };
            let stopped = if Q::PER_ROW || solo.rows == 0 {
                let archetype = &self.archetypes[archetype as usize];
                if archetype.chunk_count() == 0 {
                    continue;
                }
                // SAFETY: the codes are those of the archetype of the chunks; the rest is the caller's duty.
                unsafe { visit_all::<Q, R>(codes, archetype.chunks(), &mut body) }
            } else {
                // SAFETY: the codes are those of the archetype (Q1).
                let place = unsafe { Q::place(codes) };
                // SAFETY: a chunk of the archetype has the block (S14).
                let memory = unsafe { Memory::of_block(solo.block) };
                // SAFETY: the chunk is of the archetype (Q1).
                let column = unsafe { Q::column(place, memory) };
                // SAFETY: the rows are in use (S14); the rest is the caller's duty.
                unsafe { visit_run::<Q, R>(column, 0, solo.rows as usize, &mut body) }
            };
            if let Some(result) = stopped.filter(|_| R::STOPS) {
                return result;
            }
        }
        R::end()
    }

    /// Whether the entity is alive.
    pub(super) fn is_alive(self, entity: Entity) -> bool {
        self.locator.locate(entity).is_some()
    }

    /// The items of one entity, `None` if it is not alive or does not match.
    ///
    /// # Safety
    ///
    /// As for [`visit`](Self::visit), for the one row.
    #[inline]
    pub(super) unsafe fn get<Q: RowTerm>(self, entity: Entity) -> Option<Q::Item<'w>> {
        let location = self.locator.locate(entity)?;
        // SAFETY: a live entity's record leads to an archetype (S6).
        let mark = unsafe { self.matches.mark(location.archetype) }?;
        // SAFETY: just found.
        let codes = unsafe { self.matches.codes::<Q>(mark) };
        // SAFETY: as above.
        let archetype = unsafe { self.archetypes.get_unchecked(location.archetype as usize) };
        if Q::PER_ROW {
            let chunk = archetype.chunk_of(self.locator.layout().slot_of(entity))?;
            // SAFETY: the chunk is of the archetype (Q1), and the entity's row is in use (S6); the rest is the caller's duty.
            return unsafe { get_passing::<Q>(codes, chunk, location.row as usize) };
        }
        // SAFETY: the entity's row is in the archetype.
        let block = unsafe { archetype.block_of_live(self.locator.layout().slot_of(entity)) };
        // SAFETY: the codes are those of the archetype (Q1).
        let place = unsafe { Q::place(codes) };
        // SAFETY: the chunk of a live row has a block (S8).
        let memory = unsafe { Memory::of_block(block) };
        // SAFETY: the block is of a chunk of the archetype (Q1).
        let column = unsafe { Q::column(place, memory) };
        // SAFETY: the entity's row is in use (S6); the rest is the caller's duty.
        Some(unsafe { Q::item(column, location.row as usize) })
    }
}

/// Visits chunks of an archetype.
///
/// # Safety
///
/// `codes` are those of the archetype that the chunks are of (Q1); the rest as for `Scope::visit`.
#[inline]
pub(super) unsafe fn visit_all<'w, Q: RowTerm, R: Outcome>(
    codes: &[Code],
    chunks: impl Iterator<Item = &'w Chunk>,
    body: &mut impl FnMut(Q::Item<'w>) -> R,
) -> Option<R::Visit> {
    if Q::PER_ROW {
        // SAFETY: the caller's duty.
        unsafe { visit_asking::<Q, R>(codes, chunks, body) }
    } else {
        // SAFETY: the caller's duty.
        unsafe { visit_chunks::<Q, R>(codes, chunks, body) }
    }
}

/// The same where all rows satisfy the terms.
///
/// # Safety
///
/// As for [`visit_all`].
#[inline(never)]
unsafe fn visit_chunks<'w, Q: RowTerm, R: Outcome>(
    codes: &[Code],
    mut chunks: impl Iterator<Item = &'w Chunk>,
    body: &mut impl FnMut(Q::Item<'w>) -> R,
) -> Option<R::Visit> {
    // SAFETY: the caller's duty.
    let place = unsafe { Q::place(codes) };
    let mut next = chunks.next().map(Asked::of);
    while let Some(Asked { chunk, memory, rows }) = next {
        next = chunks.next().map(Asked::of);
        // SAFETY: the chunk is of the archetype (Q1).
        let column = unsafe { Q::column(place, memory) };
        let stopped = if let Some(rows) = rows {
            // SAFETY: the rows are in use; the rest is the caller's duty.
            unsafe { visit_run::<Q, R>(column, 0, rows, body) }
        } else {
            // SAFETY: as above.
            unsafe { visit_loose::<Q, R>(column, chunk, body) }
        };
        if R::STOPS && stopped.is_some() {
            return stopped;
        }
    }
    None
}

/// What a visit asks a chunk, before the chunk in front of it is visited: the answers come while that loop runs.
struct Asked<'w> {
    chunk: &'w Chunk,
    memory: Memory,
    /// How many rows there are, if they are one run.
    rows: Option<usize>,
}

impl<'w> Asked<'w> {
    #[inline]
    fn of(chunk: &'w Chunk) -> Self {
        Self { chunk, memory: Memory::of(chunk), rows: chunk.is_one_run().then_some(chunk.len()) }
    }
}

/// The same where each row is asked.
///
/// # Safety
///
/// As for [`visit_all`].
unsafe fn visit_asking<'w, Q: RowTerm, R: Outcome>(
    codes: &[Code],
    mut chunks: impl Iterator<Item = &'w Chunk>,
    body: &mut impl FnMut(Q::Item<'w>) -> R,
) -> Option<R::Visit> {
    // SAFETY: the caller's duty.
    let place = unsafe { Q::place(codes) };
    // SAFETY: the chunk is of the archetype (Q1); the rest is the caller's duty.
    chunks.find_map(|chunk| unsafe { visit_passing::<Q, R>(codes, place, chunk, body) })
}

/// Visits rows that lie one behind the other: the loop that everything else is arranged around. It is a function of its own,
/// for only so is the loop vectorised.
///
/// # Safety
///
/// `column` is of a chunk in which these rows are in use; the rest as for `Scope::visit`.
#[inline(never)]
pub(super) unsafe fn visit_run<'w, Q: RowTerm, R: Outcome>(
    column: Q::Column,
    first: usize,
    rows: usize,
    body: &mut impl FnMut(Q::Item<'w>) -> R,
) -> Option<R::Visit> {
    for row in first..first + rows {
        // SAFETY: the caller's duty; each row is visited once.
        let stopped = body(unsafe { Q::item(column, row) }).stop();
        if R::STOPS && stopped.is_some() {
            return stopped;
        }
    }
    None
}

/// The items of a row, if it satisfies the terms.
///
/// # Safety
///
/// `codes` are those of the chunk's archetype (Q1), and the row is in use; the rest as for `Scope::visit`.
unsafe fn get_passing<'w, Q: RowTerm>(
    codes: &[Code],
    chunk: &'w Chunk,
    row: usize,
) -> Option<Q::Item<'w>> {
    // SAFETY: the caller's duty.
    if !unsafe { Passing::<Q>::has(chunk, codes, row) } {
        return None;
    }
    // SAFETY: the caller's duty.
    let place = unsafe { Q::place(codes) };
    // SAFETY: the caller's duty.
    let column = unsafe { Q::column(place, Memory::of(chunk)) };
    // SAFETY: the caller's duty.
    Some(unsafe { Q::item(column, row) })
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
        let stopped = if rows == 1 {
            // SAFETY: the caller's duty; a row in use.
            body(unsafe { Q::item(column, first) }).stop()
        } else {
            // SAFETY: the caller's duty; runs are rows in use, each in one run.
            unsafe { visit_run::<Q, R>(column, first, rows, body) }
        };
        if R::STOPS && stopped.is_some() {
            return stopped;
        }
    }
    None
}

/// Where a walk through the runs of a query stands.
pub(super) struct Walk<'w, Q: RowTerm> {
    scope: Scope<'w>,
    /// The number of the match that comes next.
    number: usize,
    /// The archetype at hand, where the columns are in it, and the chunks to come.
    archetype: &'w Archetype,
    place: Option<Q::Place>,
    next: usize,
    /// The rest of a chunk that is not settled, or whose rows are asked one by one.
    loose: Option<(&'w Chunk, Q::Column, Passing<'w, Q>)>,
}

impl<Q: RowTerm> Clone for Walk<'_, Q> {
    fn clone(&self) -> Self {
        let Self { scope, number, archetype, place, next, ref loose } = *self;
        Self { scope, number, archetype, place, next, loose: loose.clone() }
    }
}

impl<Q: RowTerm> Clone for Run<'_, Q> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Q: RowTerm> Copy for Run<'_, Q> {}

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
        // Archetype 0 is always there; with no chunk to come, it stands for what comes before the first match.
        let archetype = &scope.archetypes[0];
        Self {
            scope,
            number: 0,
            archetype,
            place: None,
            next: archetype.chunk_count(),
            loose: None,
        }
    }

    /// The next run of rows.
    #[inline]
    pub(super) fn next_run(&mut self) -> Option<Run<'w, Q>> {
        self.next_whole().or_else(|| self.next_of_all())
    }

    /// The next run, if it is all rows of the next chunk of the archetype at hand: what nearly all runs are.
    #[inline]
    fn next_whole(&mut self) -> Option<Run<'w, Q>> {
        if Q::PER_ROW || self.loose.is_some() || self.next >= self.archetype.chunk_count() {
            return None;
        }
        let (place, chunk) = (self.place?, self.archetype.chunk_at(self.next));
        if !chunk.is_one_run() || chunk.len() == 0 {
            return None;
        }
        self.next += 1;
        // SAFETY: the chunk is of the archetype (Q1).
        let column = unsafe { Q::column(place, Memory::of(chunk)) };
        Some(Run { chunk, column, first: 0, rows: chunk.len() })
    }

    /// The next run, of whatever kind.
    #[inline(never)]
    fn next_of_all(&mut self) -> Option<Run<'w, Q>> {
        loop {
            if let Some(run) = self.next_whole() {
                return Some(run);
            }
            if self.loose.is_some() {
                let run = if Q::PER_ROW { self.next_of_loose() } else { self.next_loose() };
                if run.is_some() {
                    return run;
                }
            }
            let Some(place) = self.place.filter(|_| self.next < self.archetype.chunk_count())
            else {
                if self.number == self.scope.matches.len() {
                    return None;
                }
                // SAFETY: one of the matches.
                let (archetype, codes) = unsafe { self.scope.at::<Q>(self.number) };
                self.number += 1;
                self.archetype = archetype;
                // SAFETY: the codes are those of the archetype (Q1).
                self.place = Some(unsafe { Q::place(codes) });
                self.next = 0;
                continue;
            };
            let chunk = self.archetype.chunk_at(self.next);
            self.next += 1;
            if Q::PER_ROW && self.is_empty(chunk) {
                continue;
            }
            // SAFETY: the chunk is of the archetype (Q1).
            let column = unsafe { Q::column(place, Memory::of(chunk)) };
            // SAFETY: the codes are those of the chunk's archetype (Q1), and the world is borrowed (Q4).
            let rest = unsafe { Passing::of(chunk, self.codes()) };
            self.loose = Some((chunk, column, rest));
        }
    }

    /// The codes of the archetype at hand, which is a match.
    fn codes(&self) -> &'w [Code] {
        // SAFETY: the number before the next one is that of the archetype at hand.
        unsafe { self.scope.at::<Q>(self.number - 1) }.1
    }

    /// Whether no row of a chunk of the archetype at hand satisfies the terms.
    fn is_empty(&self, chunk: &Chunk) -> bool {
        // SAFETY: the codes are those of the chunk's archetype (Q1), and the world is borrowed (Q4).
        unsafe { Passing::<Q>::count(chunk, self.codes()) == 0 }
    }

    /// The next run of rows which one slice of each term can show.
    #[inline]
    pub(super) fn next_alike(&mut self) -> Option<Run<'w, Q>> {
        let run = self.next_run()?;
        if !Q::PER_ROW {
            return Some(run);
        }
        // SAFETY: the rows are in use, and the world is borrowed (Q2, Q4).
        let rows = unsafe { Q::alike(run.column, run.first, run.rows) };
        debug_assert!(0 < rows && rows <= run.rows);
        if let Some((.., rest)) = self.loose.as_mut().filter(|_| rows < run.rows) {
            rest.give_back(run.first + rows);
        }
        Some(Run { rows, ..run })
    }

    /// The next run of a chunk that is not settled.
    #[cold]
    fn next_loose(&mut self) -> Option<Run<'w, Q>> {
        self.next_of_loose()
    }

    /// The next run of the chunk of which only some runs came.
    #[inline]
    fn next_of_loose(&mut self) -> Option<Run<'w, Q>> {
        if let Some((chunk, column, runs)) = &mut self.loose {
            if let Some((first, rows)) = runs.next() {
                return Some(Run { chunk, column: *column, first, rows });
            }
        }
        self.loose = None;
        None
    }

    /// Where the run given last is.
    fn place_of(&self, run: &Run<'w, Q>) -> RowRun {
        RowRun {
            archetype: self.archetype.id,
            place: self.next as u32 - 1,
            first: run.first as u16,
            rows: run.rows as u16,
        }
    }

    /// How many rows are to come.
    pub(super) fn remaining(&self) -> usize {
        let present = self.loose.as_ref().map_or(0, |(_, _, runs)| runs.remaining());
        let rest = self.archetype.chunks().skip(self.next);
        // SAFETY: the codes are those of the chunks' archetype (Q1), and the world is borrowed (Q4).
        let here: usize = rest.map(|c| unsafe { Passing::<Q>::count(c, self.codes()) }).sum();
        let matches = self.number..self.scope.matches.len();
        present + here + matches.map(|number| self.scope.count_in::<Q>(number)).sum::<usize>()
    }
}

/// The rows of the query `Q`, whose matches these are, run by run.
pub(crate) fn runs<'w, Q: RowTerm>(
    storage: &'w Storage,
    matches: &'w Matches,
) -> impl Iterator<Item = RowRun> + use<'w, Q> {
    let mut walk = Walk::<Q>::new(Scope::new::<Q>(storage, matches));
    core::iter::from_fn(move || {
        let run = walk.next_run()?;
        Some(walk.place_of(&run))
    })
}
