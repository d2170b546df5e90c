//! Settling: making the rows of a chunk one sorted run, by moving only what is displaced. It changes where rows lie and
//! never what a query shows.
//!
//! ```text
//! plan:  walk the prefix; holes and the places of tail rows cut it into runs, each with one distance to move
//! move:  per column: save the tail aside; move the runs that go down, lowest first, then those that go up, highest first;
//!        put the tail rows into their places
//! ```
//!
//! Where many rows are out of place, a table by slot gives the order of all, without sorting or searching; each column is put together aside
//! and copied back.
//!
//! ```text
//! table: row of slot 0, row of slot 1, ..      order: the rows that the table has, one behind the other
//! ```
//!
//! In place, no run lands on one that has yet to move: runs keep their order, so a run that goes down ends up above the old places of
//! all runs before it that go up, and the other way round.
#![expect(
    unsafe_code,
    reason = "moves component bytes inside a chunk; argued by S1 and S2 of `storage`"
)]

use alloc::vec::Vec;
use core::ptr::NonNull;

use super::archetype::Archetype;
use super::bitmaps::Piece;
use super::chunk::Chunk;
use super::runs::Runs;
use super::{Ground, memory};
use crate::faults::{Fault, planted};
use crate::limits::{CHUNK_ROWS, MAX_CHUNK_CAPACITY};
use crate::{Entity, HandleLayout};

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
    /// If there are many pieces: for each row afterwards the row it is now.
    order: Vec<u16>,
    /// How many rows at the start stay where they are.
    kept: usize,
    /// Room to put rows in order by slot.
    by_slot: Vec<u16>,
    /// How the rows are to be moved.
    way: Way,
}

/// How rows are moved.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Way {
    /// Piece by piece, in place.
    #[default]
    Shift,
    /// Row by row, through memory aside; the pieces are known, too.
    GatherPieces,
    /// The same, and only the order is known.
    Gather,
}

impl Plan {
    /// Makes this the plan for a chunk.
    fn make(&mut self, chunk: &Chunk, layout: HandleLayout) {
        let many = chunk.holes() + 2 * chunk.tail() > SCATTERED;
        if many && self.make_order_by_slot(chunk, layout) {
            self.way = Way::Gather;
            return;
        }
        self.make_pieces(chunk);
        self.way = Way::Shift;
        if self.runs.len() + self.tail.len() > SCATTERED {
            self.make_order();
            self.way = Way::GatherPieces;
            self.kept = 0;
        }
    }

    /// Works out the order by putting the rows of the chunk into a table with a place for each slot, if that is not much longer than the rows. `false`:
    /// it is.
    fn make_order_by_slot(&mut self, chunk: &Chunk, layout: HandleLayout) -> bool {
        let handles = chunk.handles();
        let (prefix, tail) = handles.split_at(chunk.sorted());
        let ends = tail.iter().chain(prefix.first()).chain(prefix.last()).copied();
        let least = layout.slot_of(ends.clone().min().unwrap_or_default());
        let most = layout.slot_of(ends.max().unwrap_or_default());
        let slots = (most - least) as usize + 1;
        if slots > handles.len() * SPARSE {
            return false;
        }
        // Row plus 1; 0 where there is none.
        self.by_slot.clear();
        self.by_slot.reserve(CHUNK_ROWS * SPARSE);
        self.by_slot.resize(slots, 0);
        let by_slot = &mut self.by_slot[..];
        let place = |entity| (layout.slot_of(entity) - least) as usize;
        for (row, &entity) in (1..).zip(handles) {
            by_slot[place(entity)] = row;
        }
        let mut hole = chunk.next_hole(0);
        while hole < prefix.len() {
            by_slot[place(prefix[hole])] = 0;
            hole = chunk.next_hole(hole + 1);
        }
        self.order.resize(MAX_CHUNK_CAPACITY + 1, 0);
        self.rows = compact(by_slot, &mut self.order);
        self.order.truncate(self.rows);
        self.kept = self.order.iter().zip(0..).take_while(|&(&from, to)| from == to).count();
        true
    }

    /// Works out the pieces.
    fn make_pieces(&mut self, chunk: &Chunk) {
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

    /// Where all rows go.
    fn pieces(&self) -> impl Iterator<Item = Piece> + Clone + '_ {
        let (runs, tail, order) = match self.way {
            Way::Shift | Way::GatherPieces => (&self.runs[..], &self.tail[..], &self.order[..0]),
            Way::Gather => (&self.runs[..0], &self.tail[..0], &self.order[..]),
        };
        let runs = runs.iter().map(|&Run { from, to, rows }| Piece { from, to, rows });
        let tail = tail.iter().map(|&(from, to)| Piece { from, to, rows: 1 });
        let rows = order.iter().zip(0..).map(|(&from, to)| Piece { from, to, rows: 1 });
        runs.chain(tail).chain(rows)
    }

    /// Works out the order from runs and tail.
    fn make_order(&mut self) {
        self.order.clear();
        self.order.reserve(CHUNK_ROWS);
        self.order.resize(self.rows, 0);
        for &Run { from, to, rows } in &self.runs {
            let entries = &mut self.order[to as usize..(to + rows) as usize];
            for (entry, row) in entries.iter_mut().zip(from..) {
                *entry = row;
            }
        }
        for &(from, to) in &self.tail {
            self.order[to as usize] = from;
        }
    }

    /// Moves the elements of one column.
    ///
    /// # Safety
    ///
    /// `start` is the start of a column of the chunk that the plan was made of, with elements of `size` bytes, and not yet
    /// moved; `aside` has room for as many rows as a chunk can have.
    unsafe fn execute(&self, start: NonNull<u8>, size: usize, aside: NonNull<u8>) {
        if self.way == Way::Shift {
            // SAFETY: the caller's duty.
            unsafe { self.shift(start, size, aside) };
        } else {
            // SAFETY: the caller's duty.
            unsafe { self.gather(start, size, aside) };
        }
    }

    /// Moves the elements by putting the column together aside and copying it back.
    ///
    /// # Safety
    ///
    /// As for [`execute`](Self::execute).
    unsafe fn gather(&self, start: NonNull<u8>, size: usize, aside: NonNull<u8>) {
        // SAFETY: the order names rows in use, and `aside` has room for as many.
        unsafe { memory::gather(start, size, self.gathered(), aside) };
        // SAFETY: a column has room for all rows.
        let first = unsafe { start.add(self.kept * size) };
        // SAFETY: all of `aside`'s first rows were written above, and a column has room for them.
        unsafe { memory::copy(aside, first, size, self.rows - self.kept) };
    }

    /// The order, whole.
    fn gathered(&self) -> &[u16] {
        let left_out = usize::from(planted(Fault::GatherLeavesOutLast));
        &self.order[self.kept..(self.order.len() - left_out).max(self.kept)]
    }

    /// Moves the elements in place, only those that are displaced.
    ///
    /// # Safety
    ///
    /// As for [`execute`](Self::execute).
    unsafe fn shift(&self, start: NonNull<u8>, size: usize, aside: NonNull<u8>) {
        for (index, &(row, _)) in self.tail.iter().enumerate() {
            // SAFETY: a row in use of the column, and a place of `aside`.
            unsafe { copy_piece((start, row), (aside, index as u16), size, 1) };
        }
        let down = self.runs.iter().filter(|run| run.to < run.from);
        let up = self.runs.iter().rev().filter(|run| run.to > run.from);
        let up = up.filter(|_| !planted(Fault::RunsUpNotMoved));
        for &Run { from, to, rows } in down.chain(up) {
            // SAFETY: rows of the column, as planned; none was overwritten before (see the head of this file).
            unsafe { memory::shift(start, size, from as usize, to as usize, rows as usize) };
        }
        for (index, &(_, row)) in self.tail.iter().enumerate() {
            // SAFETY: a place of `aside`, and a row inside the capacity.
            unsafe { copy_piece((aside, index as u16), (start, row), size, 1) };
        }
    }
}

/// Writes the entries that are not 0, less 1, one behind the other, and gives their number. There is room for one more.
fn compact(entries: &[u16], to: &mut [u16]) -> usize {
    let mut count = 0;
    for &entry in entries {
        // Written in any case: a branch would be guessed wrong at every other slot.
        to[count] = entry.wrapping_sub(1);
        count += usize::from(entry != 0);
    }
    count
}

/// How many pieces are moved in place at most.
const SCATTERED: usize = 24;
/// How many slots for each row the table of rows by slot may have.
const SPARSE: usize = 8;

/// Copies rows of `size` bytes between memory that is apart.
///
/// # Safety
///
/// Both sides have these rows, and those of the source are initialised.
#[inline]
unsafe fn copy_piece(
    (from, from_row): (NonNull<u8>, u16),
    (to, to_row): (NonNull<u8>, u16),
    size: usize,
    rows: u16,
) {
    // SAFETY: the caller's duty.
    let from = unsafe { from.add(from_row as usize * size) };
    // SAFETY: the caller's duty.
    let to = unsafe { to.add(to_row as usize * size) };
    // SAFETY: the caller's duty.
    unsafe { memory::copy(from, to, size, rows as usize) };
}

/// What settling a chunk costs at least, in pieces: a hole that a visit must step over is a piece, a row of the tail is two.
const SETTLE_PIECES: u32 = 8;
/// How many rows that move cost as much as one piece.
const ROWS_A_PIECE: u32 = 32;

impl Chunk {
    /// Adds what the next visit costs to what is owed; says whether that is as much as settling costs. Of one run it is.
    fn owe_visit(&mut self) -> bool {
        let pieces = (self.holes() + 2 * self.tail()) as u32;
        let settling = SETTLE_PIECES + self.len() as u32 / ROWS_A_PIECE + pieces;
        self.owed = self.owed.saturating_add(pieces as u16);
        pieces == 0 || u32::from(self.owed) >= settling
    }
}

impl Archetype {
    /// Makes the rows of a chunk one sorted run.
    pub(super) fn settle_rows(&mut self, index: usize, ground: &mut Ground) {
        let chunk = &mut self.chunks[index];
        if chunk.is_one_run() {
            return;
        }
        let mut plan = core::mem::take(&mut ground.plan);
        if planted(Fault::TailNotMerged) && chunk.holes() == 0 {
            return chunk.harm_sorted();
        }
        plan.make(chunk, ground.slots.layout());
        let widest = (0..self.columns.len()).map(|c| self.columns.size(c)).max().unwrap_or(0);
        let aside = room(&mut ground.scratch, widest.max(size_of::<Entity>()));
        // SAFETY: the handle column starts the block (S1).
        unsafe { plan.execute(chunk.block(), size_of::<Entity>(), aside) };
        for column in 0..self.columns.len() {
            // SAFETY: these are the chunk's columns (S1).
            let start = unsafe { memory::column(chunk, &self.columns, column) };
            // SAFETY: the column's start and size.
            unsafe { plan.execute(start, self.columns.size(column), aside) };
        }
        if !chunk.bitmaps.is_none() {
            chunk.bitmaps.settle(&plan.pieces());
        }
        chunk.set_run(plan.rows);
        let handles = chunk.handles();
        let mut moved = 0;
        if plan.way == Way::Gather {
            ground.slots.set_rows(plan.kept as u16, &handles[plan.kept..]);
            let stay = |&(&from, to): &(&u16, u16)| from == to;
            moved = plan.rows - plan.order.iter().zip(0..).filter(stay).count();
        } else {
            for Piece { to, rows, .. } in plan.pieces().filter(|piece| piece.from != piece.to) {
                ground.slots.set_rows(to, &handles[to as usize..(to + rows) as usize]);
                moved += rows as usize;
            }
        }
        ground.counters.rows_moved += moved as u64;
        ground.counters.settles += 1;
        ground.plan = plan;
    }

    /// Settles every loose chunk: rows in order, partition exact.
    pub(crate) fn settle(&mut self, ground: &mut Ground) {
        // Joining lists a chunk anew when memory is out, so the number of turns is fixed before.
        for _ in 0..self.loose.len() {
            let Some(index) = self.loose.pop().map(|index| index as usize) else { break };
            self.settle_chunk(index, ground);
        }
        self.note_solo(ground);
    }

    /// Settles those loose chunks that are about to be visited at a cost which, with that of such visits before, reaches that of
    /// settling: so never more than twice the least is spent, however often the rest is visited.
    pub(crate) fn settle_where_it_pays(&mut self, ground: &mut Ground) {
        let mut place = 0;
        for _ in 0..self.loose.len() {
            let index = self.loose[place] as usize;
            let chunk = &mut self.chunks[index];
            if chunk.closed || chunk.owe_visit() {
                self.loose.swap_remove(place);
                self.settle_chunk(index, ground);
            } else {
                place += 1;
            }
        }
        self.note_solo(ground);
    }

    /// Settles a chunk that was just taken from the list.
    fn settle_chunk(&mut self, index: usize, ground: &mut Ground) {
        self.chunks[index].listed = false;
        if self.chunks[index].closed {
            return self.unused.push(index as u32);
        }
        self.settle_rows(index, ground);
        self.settle_range(index, ground);
        if !self.chunks[index].closed {
            self.shrink(index, ground);
        }
    }
}

#[cfg(test)]
impl Archetype {
    /// Settles rows but not ranges, for the audit's tests.
    pub(super) fn harm_forget_loose(&mut self, ground: &mut Ground) {
        while let Some(index) = self.loose.pop() {
            self.chunks[index as usize].listed = false;
            self.settle_rows(index as usize, ground);
        }
    }
}

/// Room for a column of elements of `size` bytes.
fn room(scratch: &mut Vec<u8>, size: usize) -> NonNull<u8> {
    if scratch.len() < size * CHUNK_ROWS {
        scratch.resize(size * CHUNK_ROWS, 0);
    }
    NonNull::from(scratch.as_mut_slice()).cast()
}
