//! Settling: making the rows of a chunk one sorted run, by moving only what is displaced. It changes where rows lie and
//! never what a query shows.
//!
//! ```text
//! plan:  walk the prefix; holes and the places of tail rows cut it into runs, each with one distance to move
//! move:  per column: save the tail aside; move the runs that go down, lowest first, then those that go up, highest first;
//!        put the tail rows into their places
//! ```
//!
//! No run lands on one that has yet to move: runs keep their order, so a run that goes down ends up above the old places of
//! all runs before it that go up, and the other way round.
#![expect(
    unsafe_code,
    reason = "moves component bytes inside a chunk; argued by S1 and S2 of `storage`"
)]

use alloc::vec::Vec;
use core::ptr::NonNull;

use super::archetype::Archetype;
use super::chunk::Chunk;
use super::runs::Runs;
use super::{Ground, memory};
use crate::limits::CHUNK_ROWS;

/// Rows that move by one distance.
#[derive(Clone, Copy, Default)]
struct Run {
    from: u16,
    to: u16,
    rows: u16,
}

/// Where the rows of a chunk go. Kept from settling to settling for its memory.
#[derive(Default)]
pub(crate) struct Plan {
    runs: Vec<Run>,
    /// The tail rows by ascending slot: the row and where it goes.
    tail: Vec<(u16, u16)>,
    /// Rows afterwards.
    rows: usize,
}

impl Plan {
    /// Makes this the plan for a chunk.
    fn make(&mut self, chunk: &Chunk) {
        self.rows = 0;
        self.runs.clear();
        self.runs.reserve(CHUNK_ROWS + 1);
        self.tail.clear();
        self.tail.reserve(CHUNK_ROWS);
        for (from, rows) in Runs::of(chunk) {
            let to = self.rows as u16;
            if from < chunk.sorted() {
                self.runs.push(Run { from: from as u16, to, rows: rows as u16 });
            } else {
                self.tail.push((from as u16, to));
            }
            self.rows += rows;
        }
    }

    /// Rows that change their place.
    fn moved(&self) -> usize {
        let runs = self.runs.iter().filter(|run| run.from != run.to);
        runs.map(|run| run.rows as usize).sum::<usize>() + self.tail.len()
    }

    /// Moves the elements of one column.
    ///
    /// # Safety
    ///
    /// `start` is the start of a column of the chunk that the plan was made of, with elements of `size` bytes, and not yet
    /// moved; `aside` has room for the tail's.
    unsafe fn execute(&self, start: NonNull<u8>, size: usize, aside: NonNull<u8>) {
        for (index, &(row, _)) in self.tail.iter().enumerate() {
            // SAFETY: a row in use of the column.
            let from = unsafe { start.add(row as usize * size) };
            // SAFETY: a place of `aside`.
            let to = unsafe { aside.add(index * size) };
            // SAFETY: initialised (S2), and apart.
            unsafe { memory::copy(from, to, size, 1) };
        }
        let down = self.runs.iter().filter(|run| run.to < run.from);
        let up = self.runs.iter().rev().filter(|run| run.to > run.from);
        for &Run { from, to, rows } in down.chain(up) {
            // SAFETY: rows of the column, as planned; none was overwritten before (see the head of this file).
            unsafe { memory::shift(start, size, from as usize, to as usize, rows as usize) };
        }
        for (index, &(_, row)) in self.tail.iter().enumerate() {
            // SAFETY: a place of `aside`.
            let from = unsafe { aside.add(index * size) };
            // SAFETY: a row inside the capacity.
            let to = unsafe { start.add(row as usize * size) };
            // SAFETY: initialised above, and apart.
            unsafe { memory::copy(from, to, size, 1) };
        }
    }
}

impl Archetype {
    /// Makes the rows of a chunk one sorted run.
    pub(super) fn settle_rows(&mut self, index: usize, ground: &mut Ground) {
        let chunk = &mut self.chunks[index];
        if chunk.is_one_run() {
            return;
        }
        let layout = ground.slots.layout();
        let mut plan = core::mem::take(&mut ground.plan);
        plan.make(chunk);
        let widest = (0..self.columns.len()).map(|c| self.columns.size(c)).max().unwrap_or(0);
        let aside = room(&mut ground.scratch, plan.tail.len(), widest.max(size_of::<u32>()));
        let handles = chunk.block();
        // SAFETY: the handle column starts the block (S1).
        unsafe { plan.execute(handles, size_of::<u32>(), aside) };
        for column in 0..self.columns.len() {
            // SAFETY: these are the chunk's columns (S1).
            let start = unsafe { memory::column(chunk, &self.columns, column) };
            // SAFETY: the column's start and size.
            unsafe { plan.execute(start, self.columns.size(column), aside) };
        }
        chunk.set_run(plan.rows);
        let still =
            plan.runs.first().filter(|run| run.from == 0 && run.to == 0).map_or(0, |run| run.rows);
        for (row, &entity) in chunk.handles().iter().enumerate().skip(still as usize) {
            ground.slots.set_row(layout.slot_of(entity), row as u16);
        }
        ground.counters.settles += 1;
        ground.counters.rows_moved += plan.moved() as u64;
        ground.plan = plan;
    }

    /// Settles every loose chunk: rows in order, partition exact.
    pub(crate) fn settle(&mut self, ground: &mut Ground) {
        // Joining lists a chunk anew when memory is out, so the number of turns is fixed before.
        for _ in 0..self.loose.len() {
            let Some(index) = self.loose.pop().map(|index| index as usize) else { return };
            self.chunks[index].listed = false;
            if self.chunks[index].closed {
                self.unused.push(index as u32);
                continue;
            }
            self.settle_rows(index, ground);
            self.settle_range(index, ground);
            if !self.chunks[index].closed {
                self.shrink(index, ground);
            }
        }
    }
}

/// Room for the widest tail there can be of elements of `size` bytes, if there is a tail.
fn room(scratch: &mut Vec<u8>, tail: usize, size: usize) -> NonNull<u8> {
    if tail > 0 && scratch.len() < size * CHUNK_ROWS {
        scratch.resize(size * CHUNK_ROWS, 0);
    }
    NonNull::from(scratch.as_mut_slice()).cast()
}
