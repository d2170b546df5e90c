//! A chunk: the rows of one range of slots, as a sorted prefix, holes in it, and a tail.
//! Here is the bookkeeping of one chunk and its handle column; component columns are `memory.rs`, ranges are `partition.rs`.
#![expect(
    unsafe_code,
    reason = "reads and writes the handle column; argued by S1 and S2 of `storage`"
)]

use core::ptr::NonNull;

use super::bitmaps::Bitmaps;
use super::columns::{CAPACITIES, Capacity, Code};
use crate::faults::{Fault, planted};
use crate::limits::{CHUNK_ROWS, MAX_CHUNK_CAPACITY};
use crate::slots::HINT_ROWS;
use crate::{Entity, HandleLayout};

/// The smallest range of slots a chunk can have, as a power of two: it can never hold more than a chunk's rows.
pub(crate) const MIN_RANGE_BITS: u32 = CHUNK_ROWS.ilog2();
/// Words of a bitmap with a bit for each row.
const HOLE_WORDS: usize = MAX_CHUNK_CAPACITY / 64;
/// The range of all slots.
pub(crate) const MAX_RANGE_BITS: u32 = crate::limits::MAX_SLOT_BITS;

/// An aligned range of slots: `1 << bits` of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    pub(crate) start: u32,
    pub(crate) bits: u8,
}

impl Range {
    /// All slots there can be.
    pub(crate) const ALL: Self = Self { start: 0, bits: MAX_RANGE_BITS as u8 };

    /// One past the last slot.
    #[inline]
    pub(crate) fn end(self) -> u32 {
        self.start + (1 << self.bits)
    }

    /// Whether the slot is in it.
    pub(crate) fn contains(self, slot: u32) -> bool {
        self.start <= slot && slot < self.end()
    }

    /// The range of twice the length that contains this one.
    pub(crate) fn parent(self) -> Self {
        Self { start: self.start & !(1 << self.bits), bits: self.bits + 1 }
    }

    /// The other half of the parent.
    pub(crate) fn twin(self) -> Self {
        Self { start: self.start ^ (1 << self.bits), bits: self.bits }
    }

    /// The two halves.
    pub(crate) fn halves(self) -> (Self, Self) {
        let bits = self.bits - 1;
        (Self { start: self.start, bits }, Self { start: self.start + (1 << bits), bits })
    }

    /// The directory entries it covers.
    pub(crate) fn blocks(self) -> core::ops::Range<usize> {
        (self.start >> MIN_RANGE_BITS) as usize..(self.end() >> MIN_RANGE_BITS) as usize
    }
}

/// A block and its capacity in one word: the capacity's step is in the low bits, which are free as blocks are aligned to 64 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BlockRef(*mut u8);

impl BlockRef {
    const STEP: usize = CAPACITIES.next_power_of_two() - 1;

    /// No block.
    pub(crate) const NONE: Self = Self(core::ptr::null_mut());

    fn new(block: NonNull<u8>, capacity: Capacity) -> Self {
        Self(block.as_ptr().map_addr(|address| address | capacity.index()))
    }

    /// The block, where it is known that there is one.
    ///
    /// # Safety
    ///
    /// It is not [`NONE`](Self::NONE).
    #[inline]
    pub(crate) unsafe fn live(self) -> NonNull<u8> {
        debug_assert!(self != Self::NONE);
        // SAFETY: the caller's duty; a block's address is above the bits of the step.
        unsafe { NonNull::new_unchecked(self.0.map_addr(|address| address & !Self::STEP)) }
    }

    /// The start of a column.
    ///
    /// # Safety
    ///
    /// It is the block of a chunk, and the code that of a column of the chunk's archetype.
    #[inline]
    pub(crate) unsafe fn column(self, code: &Code) -> NonNull<u8> {
        debug_assert!(self != Self::NONE);
        let distance = code.distance(self.capacity_index());
        // SAFETY: the column starts inside the block (S1), and its distance takes the step out of the address again.
        let start = unsafe { self.0.add(distance) };
        // SAFETY: as it is inside a block.
        unsafe { NonNull::new_unchecked(start) }
    }

    /// The start of a column, if there is one.
    ///
    /// # Safety
    ///
    /// It is the block of a chunk, and the code that of a component with values for the chunk's archetype.
    #[inline]
    pub(crate) unsafe fn find_column(self, code: &Code) -> Option<NonNull<u8>> {
        let found = code.has_distance(self.capacity_index());
        // SAFETY: the caller's duty; there is a column.
        found.then(|| unsafe { self.column(code) })
    }

    /// The capacity of the block.
    #[inline]
    pub(crate) fn capacity_index(self) -> usize {
        self.0.addr() & Self::STEP
    }
}

// SAFETY: as for `Chunk`, of which it is a part.
unsafe impl Send for BlockRef {}
// SAFETY: as for `Chunk`.
unsafe impl Sync for BlockRef {}

/// The rows of one range of slots.
///
/// `len`, `sorted` and `holes` lie between words of 4 bytes: at the start of one, a compiler may read the whole word, which waits for a
/// write of the half, and that was an eighth of an insert.
#[repr(C)]
pub(crate) struct Chunk {
    /// The memory, laid out by the archetype's columns for `capacity`.
    block: NonNull<u8>,
    /// First slot of the range, and its length as a power of two (`bits`).
    start: u32,
    /// What visits of its runs have cost since the rows were one run, in pieces (`settle.rs`).
    pub(super) owed: u16,
    /// Rows in use: prefix with holes, then tail.
    len: u16,
    bits: u8,
    capacity: Capacity,
    /// Rows of the prefix, holes included.
    sorted: u16,
    /// Whether the archetype's list of loose chunks has it.
    pub(crate) listed: bool,
    /// Whether it holds no block any more and waits to be used again.
    pub(crate) closed: bool,
    /// Holes in the prefix.
    holes: u16,
    /// The version of the rows: which there are, and in what order. 0: they changed since they were last numbered (V2).
    pub(super) rows_version: u64,
    /// Bit r: row r of the prefix is a hole.
    hole_bits: [u64; HOLE_WORDS],
    /// Bit s modulo 256: a slot s may have left a hole since the rows were one run. Most slots that come left none, which this tells at once.
    left: [u64; LEFT_WORDS],
    /// The toggles of the rows.
    pub(crate) bitmaps: Bitmaps,
}

/// Words of the bits for slots that left holes.
const LEFT_WORDS: usize = 4;

// What a visit reads is in one cache line.
const _: () = assert!(core::mem::offset_of!(Chunk, hole_bits) <= 32);

// SAFETY: the block is held by this chunk alone (P3), and components are `Send + Sync`.
unsafe impl Send for Chunk {}
// SAFETY: as above; shared access only reads, except through queries that proved exclusive access.
unsafe impl Sync for Chunk {}

impl Chunk {
    /// An empty chunk of that range, which now holds the block.
    pub(crate) fn new(block: NonNull<u8>, capacity: Capacity, range: Range) -> Self {
        Self {
            block,
            start: range.start,
            bits: range.bits,
            capacity,
            listed: false,
            closed: false,
            len: 0,
            sorted: 0,
            holes: 0,
            rows_version: 0,
            owed: 0,
            hole_bits: [0; HOLE_WORDS],
            left: [0; LEFT_WORDS],
            bitmaps: Bitmaps::NONE,
        }
    }

    #[inline]
    pub(crate) fn block(&self) -> NonNull<u8> {
        self.block
    }

    /// Block and capacity in one word.
    #[inline]
    pub(crate) fn block_ref(&self) -> BlockRef {
        BlockRef::new(self.block, self.capacity)
    }

    #[inline]
    pub(crate) fn capacity(&self) -> Capacity {
        self.capacity
    }

    #[inline]
    pub(crate) fn range(&self) -> Range {
        Range { start: self.start, bits: self.bits }
    }

    pub(crate) fn set_range(&mut self, range: Range) {
        (self.start, self.bits) = (range.start, range.bits);
    }

    /// Rows in use, holes included.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len as usize
    }

    /// Rows of the prefix, holes included.
    #[inline]
    pub(crate) fn sorted(&self) -> usize {
        self.sorted as usize
    }

    /// Holes in the prefix.
    #[inline]
    pub(crate) fn holes(&self) -> usize {
        self.holes as usize
    }

    /// Rows of the tail.
    #[inline]
    pub(crate) fn tail(&self) -> usize {
        (self.len - self.sorted) as usize
    }

    /// Entities in the chunk.
    #[inline]
    pub(crate) fn live(&self) -> usize {
        (self.len - self.holes) as usize
    }

    /// Whether the rows are one sorted run without holes.
    #[inline]
    pub(crate) fn is_one_run(&self) -> bool {
        self.len == self.sorted && self.holes == 0
    }

    /// Whether it has as many entities as it can have.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.live() == CHUNK_ROWS
    }

    /// Whether another row fits behind the last.
    #[inline]
    pub(crate) fn has_room(&self) -> bool {
        self.len() < self.capacity.rows() && !self.is_full()
    }

    /// The handle column. In the prefix it ascends; a hole has the handle it had when it was left.
    #[inline]
    pub(crate) fn handles(&self) -> &[Entity] {
        // SAFETY: the handle column starts the block (S1) and its first `len` rows are initialised (S2).
        unsafe { NonNull::slice_from_raw_parts(self.block.cast::<Entity>(), self.len()).as_ref() }
    }

    /// The handle column, to be written.
    #[inline]
    pub(crate) fn handles_mut(&mut self) -> &mut [Entity] {
        let len = self.len();
        // SAFETY: as in `handles`; `&mut self` is exclusive (P3).
        unsafe { NonNull::slice_from_raw_parts(self.block.cast::<Entity>(), len).as_mut() }
    }

    /// Whether that row of the prefix is a hole.
    #[inline]
    pub(crate) fn is_hole(&self, row: usize) -> bool {
        self.hole_bits[row / 64] >> (row % 64) & 1 != 0
    }

    /// Which of the 64 rows from `64 * word` on hold an entity.
    #[inline]
    pub(crate) fn live_rows(&self, word: usize) -> u64 {
        let rows = self.len().saturating_sub(word * 64);
        let used = if rows < 64 { (1 << rows) - 1 } else { !0 };
        used & !self.hole_bits.get(word).copied().unwrap_or(0)
    }

    /// The first hole at `from` or above, or the end of the prefix.
    #[inline]
    pub(crate) fn next_hole(&self, from: usize) -> usize {
        if from >= self.sorted() || self.holes == 0 {
            return self.sorted();
        }
        let mut word = from / 64;
        let mut bits = self.hole_bits[word] & (!0 << (from % 64));
        while bits == 0 {
            word += 1;
            if word == self.hole_bits.len() {
                return self.sorted();
            }
            bits = self.hole_bits[word];
        }
        word * 64 + bits.trailing_zeros() as usize
    }

    /// The hole that `slot` left in the prefix. The slot has no live row here; `hint` is where it may have been.
    #[inline]
    pub(crate) fn find_hole(&self, slot: u32, hint: u16, layout: HandleLayout) -> Option<usize> {
        if !self.may_have_left(slot) {
            return None;
        }
        let prefix = &self.handles()[..self.sorted()];
        let near = prefix.iter().enumerate().skip(hint as usize).take(HINT_ROWS);
        let found = match near.into_iter().find(|&(_, &e)| layout.slot_of(e) == slot) {
            Some((row, _)) => row,
            None => find_slot(prefix, slot, layout)?,
        };
        debug_assert!(self.is_hole(found), "a slot has one live row");
        if planted(Fault::WrongHoleRefilled) {
            return Some(self.next_hole(0));
        }
        Some(found)
    }

    /// Whether the slot may have left a hole.
    #[inline]
    pub(crate) fn may_have_left(&self, slot: u32) -> bool {
        self.left[slot as usize / 64 % LEFT_WORDS] >> (slot % 64) & 1 != 0
    }

    /// Puts `entity` into the hole at `row`, whose components are now to be written.
    #[inline]
    pub(crate) fn refill(&mut self, row: usize, entity: Entity) {
        debug_assert!(self.is_hole(row));
        self.hole_bits[row / 64] &= !(1 << (row % 64));
        self.holes -= u16::from(!planted(Fault::HoleStillCounted));
        self.rows_version = 0;
        self.handles_mut()[row] = entity;
    }

    /// Adds a row for `entity` behind the last; its components are to be written before anything reads them. The row joins the
    /// prefix if its slot is above all others, else the tail.
    #[inline]
    pub(crate) fn push(&mut self, entity: Entity) -> usize {
        debug_assert!(self.has_room());
        let row = self.len();
        let extends =
            self.len == self.sorted && self.handles().last().is_none_or(|&last| last < entity);
        self.len += 1;
        self.sorted += u16::from(extends);
        self.rows_version = 0;
        // SAFETY: the row is inside the block (S1: `has_room`), and the column starts the block.
        let cell = unsafe { self.block.cast::<Entity>().add(row) };
        // SAFETY: aligned, inside the block and exclusive (`&mut self`).
        unsafe { cell.write(entity) };
        row
    }

    /// Adds rows for entities that ascend by slot behind the last, as [`push`](Self::push) does. There is room, and there are no holes.
    pub(crate) fn push_all(&mut self, entities: &[Entity]) {
        debug_assert!(self.len() + entities.len() <= CHUNK_ROWS && self.holes == 0);
        debug_assert!(entities.is_sorted());
        debug_assert!(self.len() + entities.len() <= self.capacity.rows());
        let rows = entities.len() as u16;
        // SAFETY: the row is inside the block (S1), and the column starts the block.
        let cell = unsafe { self.block.cast::<Entity>().add(self.len()) };
        // SAFETY: so are the rows behind it, for as many entities; they lie in another block or on the heap.
        unsafe { cell.copy_from_nonoverlapping(NonNull::from(entities).cast(), entities.len()) };
        let extends =
            self.len == self.sorted && self.handles().last().is_none_or(|last| last < &entities[0]);
        self.len += rows;
        self.sorted += if extends { rows } else { 0 };
        self.rows_version = 0;
    }

    /// Takes the row of `slot` out of the prefix by marking it a hole.
    #[inline]
    pub(crate) fn punch(&mut self, row: usize, slot: u32) {
        debug_assert!(row < self.sorted() && !self.is_hole(row));
        self.hole_bits[row / 64] |= 1 << (row % 64);
        self.left[slot as usize / 64 % LEFT_WORDS] |= 1 << (slot % 64);
        self.holes += 1;
        self.rows_version = 0;
    }

    /// Drops the last row of the tail.
    #[inline]
    pub(crate) fn pop_tail(&mut self) {
        debug_assert!(self.tail() > 0);
        self.len -= 1;
        self.rows_version = 0;
    }

    /// Declares that `rows` rows are in use, which were copied here as they lay elsewhere: a prefix without holes, as far as it was
    /// one, and a tail.
    pub(crate) fn set_len(&mut self, rows: usize) {
        debug_assert!(rows <= self.capacity.rows() && rows >= self.sorted());
        self.len = rows as u16;
        self.rows_version = 0;
    }

    /// Declares the first `rows` rows one sorted run and the rest gone. The handle column must say so.
    pub(crate) fn set_run(&mut self, rows: usize) {
        debug_assert!(rows <= self.capacity.rows());
        self.len = rows as u16;
        self.sorted = rows as u16;
        if self.holes != 0 {
            self.holes = 0;
            self.hole_bits = [0; HOLE_WORDS];
        }
        self.left = [0; LEFT_WORDS];
        self.owed = 0;
        self.rows_version = 0;
        debug_assert!(self.handles().is_sorted());
    }

    /// Breaks S3: calls prefix and tail one run, for a planted fault.
    pub(crate) fn harm_sorted(&mut self) {
        self.sorted = self.len;
    }

    /// Breaks S2, for the audit's tests.
    #[cfg(test)]
    pub(crate) fn harm_len(&mut self, len: u16) {
        self.len = len;
    }

    /// Breaks S4, for the audit's tests.
    #[cfg(test)]
    pub(crate) fn harm_left(&mut self) {
        self.left = [0; LEFT_WORDS];
    }

    /// Breaks S4, for the audit's tests.
    #[cfg(test)]
    pub(crate) fn harm_hole_bit(&mut self, row: usize) {
        self.hole_bits[row / 64] |= 1 << (row % 64);
    }

    /// Exchanges the block for another, into which the rows were copied; gives the old one.
    pub(crate) fn replace_block(
        &mut self,
        block: NonNull<u8>,
        capacity: Capacity,
    ) -> (NonNull<u8>, Capacity) {
        debug_assert!(self.len() <= capacity.rows());
        (
            core::mem::replace(&mut self.block, block),
            core::mem::replace(&mut self.capacity, capacity),
        )
    }
}

/// The row of `slot` in ascending handles: where it would be in a dense run, or else by halving.
#[inline]
fn find_slot(prefix: &[Entity], slot: u32, layout: HandleLayout) -> Option<usize> {
    let first = layout.slot_of(*prefix.first()?);
    let guess = slot.checked_sub(first)? as usize;
    if prefix.get(guess).is_some_and(|&e| layout.slot_of(e) == slot) {
        return Some(guess);
    }
    // Slots ascend by at least one a row, so the row is at `guess` or below.
    let below = &prefix[..prefix.len().min(guess)];
    let row = below.partition_point(|&e| e < layout.join(slot, 0));
    below.get(row).is_some_and(|&e| layout.slot_of(e) == slot).then_some(row)
}
