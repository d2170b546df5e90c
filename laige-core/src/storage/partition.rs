//! How an archetype's slots are divided into chunks: opened, grown, split when full, joined when both halves fit in one.
//! Settled, the division follows from the set of slots alone; the order of rows inside a chunk is `settle.rs`.
//!
//! The rule: of all aligned ranges, the chunks are the largest that hold at most 1,024 entities, and at least one.
#![expect(
    unsafe_code,
    reason = "copies rows from chunk to chunk; argued by S1 and S2 of `storage`"
)]

use super::archetype::Archetype;
use super::bitmaps::{Bitmaps, Piece};
use super::chunk::{BlockRef, Chunk, MIN_RANGE_BITS, Range};
use super::columns::Capacity;
use super::{Ground, memory};
use crate::Result;
use crate::events::Event;
use crate::faults::{Fault, planted};
use crate::limits::CHUNK_ROWS;

/// What is in the other half of a chunk's parent range.
enum Twin {
    /// No chunk.
    Empty,
    /// One chunk of just that range, at that place of the order.
    Whole(usize),
    /// Several chunks, or one of a part of the range.
    Divided,
}

impl Archetype {
    /// Makes a chunk for a slot that no chunk has, of the largest range that is free, and gives its index.
    #[cold]
    pub(super) fn open(&mut self, slot: u32, ground: &mut Ground) -> Result<usize> {
        self.extend_directory(slot);
        if let Some(index) = self.chunk_index(slot) {
            return Ok(index);
        }
        let place = self.order.partition_point(|&c| self.chunks[c as usize].range().start <= slot);
        let floor = place.checked_sub(1).map_or(0, |before| self.chunk_at(before).range().end());
        let ceiling = match self.order.get(place) {
            Some(&after) => self.chunks[after as usize].range().start,
            None => Range::ALL.end(),
        };
        let mut range =
            Range { start: slot & !(CHUNK_ROWS as u32 - 1), bits: MIN_RANGE_BITS as u8 };
        while !planted(Fault::RangeOpenedTooSmall)
            && range != Range::ALL
            && range.parent().start >= floor
            && range.parent().end() <= ceiling
        {
            range = range.parent();
        }
        self.add_chunk(place, range, Capacity::for_rows(1), ground)
    }

    /// Lets the directory reach `slot`; the range of the last chunk may reach further than it did.
    pub(super) fn extend_directory(&mut self, slot: u32) {
        let needed = (slot >> MIN_RANGE_BITS) as usize + 1;
        if needed > self.directory.len() {
            self.directory.resize(needed, 0);
            self.blocks.resize(needed, BlockRef::NONE);
            if let Some(&last) = self.order.last() {
                self.point(last as usize);
            }
        }
    }

    /// Lets the directory entries of a chunk's range lead to it.
    pub(super) fn point(&mut self, index: usize) {
        let block = self.chunks[index].block_ref();
        self.fill(self.chunks[index].range(), index as u32 + 1, block);
    }

    /// Sets the directory entries of a range, as far as the directory reaches.
    fn fill(&mut self, range: Range, entry: u32, block: BlockRef) {
        let (entries, len) = (range.blocks(), self.directory.len());
        let entries = entries.start.min(len)..entries.end.min(len);
        self.directory[entries.clone()].fill(entry);
        self.blocks[entries].fill(block);
    }

    /// Adds an empty chunk of that range at that place of the order, and gives its index.
    pub(super) fn add_chunk(
        &mut self,
        place: usize,
        range: Range,
        capacity: Capacity,
        ground: &mut Ground,
    ) -> Result<usize> {
        let block = self.columns.take_block(&mut ground.pool, capacity)?;
        let chunk = Chunk::new(block, capacity, range);
        self.forget_solo(ground);
        let index = if let Some(index) = self.unused.pop() {
            self.chunks[index as usize] = chunk;
            index as usize
        } else {
            self.reserve_lists();
            self.chunks.push(chunk);
            self.chunks.len() - 1
        };
        self.order.insert(place, index as u32);
        self.point(index);
        self.note_reserved(capacity.rows(), 0, ground);
        Ok(index)
    }

    /// Lets the lists of chunks hold one more. They grow together and, as long as they are short, by much, so that a world whose chunks come and go
    /// soon has all the room it will need.
    fn reserve_lists(&mut self) {
        let used = self.chunks.len();
        if used < self.chunks.capacity() {
            return;
        }
        self.chunks.reserve_exact(if used < 32 { (used * 3).max(2) } else { used });
        let room = self.chunks.capacity();
        for list in [&mut self.unused, &mut self.order, &mut self.loose] {
            if list.capacity() < room {
                list.reserve_exact(room - list.len());
            }
        }
    }

    /// Takes the chunk at that place of the order away; its rows are gone or were copied.
    pub(super) fn close(&mut self, place: usize, ground: &mut Ground) {
        self.forget_solo(ground);
        let index = self.order.remove(place) as usize;
        self.fill(self.chunks[index].range(), 0, BlockRef::NONE);
        let (block, capacity) = (self.chunks[index].block(), self.chunks[index].capacity());
        self.chunks[index].bitmaps.give(&mut ground.pool);
        // SAFETY: the chunk held the block (P3) for its capacity (S1), and is unused from here on.
        unsafe { ground.pool.give(block, self.columns.class(capacity)) };
        self.chunks[index].closed = true;
        // A chunk in the list of loose ones is used again only when it has left that list.
        if !self.chunks[index].listed {
            self.unused.push(index as u32);
        }
        self.note_reserved(0, capacity.rows(), ground);
    }

    /// Keeps count of the rows reserved, and tells when they exceed their former peak. Of archetype 0 nothing is told.
    fn note_reserved(&mut self, more: usize, less: usize, ground: &mut Ground) {
        self.reserved = self.reserved + more as u32 - less as u32;
        if self.reserved > self.peak_reserved {
            self.peak_reserved = self.reserved;
            if self.id == 0 {
                return;
            }
            ground.counters.growths += 1;
            ground.events.later(Event::ArchetypeGrow {
                archetype_id: u32::from(self.id),
                rows: self.reserved,
                components: self.signature.len() as u32,
            });
        }
    }

    /// Makes room for the row of `slot` where the chunk has none behind its last, and gives the index of the slot's chunk then.
    #[cold]
    pub(super) fn make_room(
        &mut self,
        index: usize,
        slot: u32,
        ground: &mut Ground,
    ) -> Result<usize> {
        let chunk = &self.chunks[index];
        let (full, holes) = (chunk.is_full(), chunk.holes());
        match chunk.capacity().next() {
            _ if full => {
                self.settle_rows(index, ground);
                self.split(index, ground)?;
            }
            Some(wider) if holes * 4 <= chunk.len() => self.refit(index, wider, ground)?,
            _ => self.settle_rows(index, ground),
        }
        match self.chunk_index(slot) {
            Some(index) => Ok(index),
            None => self.open(slot, ground),
        }
    }

    /// Moves a chunk into a block of another capacity, rows as they lie.
    pub(super) fn refit(
        &mut self,
        index: usize,
        capacity: Capacity,
        ground: &mut Ground,
    ) -> Result<()> {
        let mut bitmaps = self.like_bitmaps(index, capacity, ground)?;
        let block = match self.columns.take_block(&mut ground.pool, capacity) {
            Ok(block) => block,
            Err(error) => {
                bitmaps.give(&mut ground.pool);
                return Err(error);
            }
        };
        let chunk = &mut self.chunks[index];
        let rows = chunk.len();
        let target = Chunk::new(block, capacity, chunk.range());
        // SAFETY: both have this archetype's columns (S1); the source rows are in use, and fit the other.
        unsafe { memory::copy_rows(&self.columns, (chunk, 0), (&target, 0), rows) };
        let (old, old_capacity) = chunk.replace_block(block, capacity);
        if !chunk.bitmaps.is_none() {
            chunk.bitmaps.copy_rows(&mut bitmaps, Piece { from: 0, to: 0, rows: rows as u16 });
            chunk.bitmaps.give(&mut ground.pool);
            chunk.bitmaps = bitmaps;
        }
        self.point(index);
        self.forget_solo(ground);
        // SAFETY: the chunk held the old block (P3) for its capacity (S1), and holds the new one now.
        unsafe { ground.pool.give(old, self.columns.class(old_capacity)) };
        ground.counters.rows_moved += rows as u64;
        self.note_reserved(capacity.rows(), old_capacity.rows(), ground);
        Ok(())
    }

    /// Halves the range of a full chunk of one run. A half without rows gets no chunk.
    fn split(&mut self, index: usize, ground: &mut Ground) -> Result<()> {
        let layout = ground.slots.layout();
        let range = self.chunks[index].range();
        let (lower, upper) = range.halves();
        let rows = self.chunks[index].len();
        let kept =
            self.chunks[index].handles().partition_point(|&e| layout.slot_of(e) < upper.start);
        if kept == 0 || kept == rows {
            let (full, empty) = if kept == 0 { (upper, lower) } else { (lower, upper) };
            self.chunks[index].set_range(full);
            self.fill(empty, 0, BlockRef::NONE);
            // If there is no memory for the row that is to come, the range is no longer exact.
            self.mark_loose(index, ground);
            return Ok(());
        }
        let kept = kept + usize::from(planted(Fault::SplitOffByOne));
        let place = self.place_of(index);
        let capacity = Capacity::for_rows(rows - kept + 1);
        let mut bitmaps = self.like_bitmaps(index, capacity, ground)?;
        let other = match self.add_chunk(place + 1, upper, capacity, ground) {
            Ok(other) => other,
            Err(error) => {
                bitmaps.give(&mut ground.pool);
                return Err(error);
            }
        };
        self.chunks[other].bitmaps = bitmaps;
        self.chunks[index].set_range(lower);
        self.append(index, kept, other, ground);
        self.chunks[index].bitmaps.truncate(kept);
        self.chunks[index].set_run(kept);
        ground.counters.splits += 1;
        Ok(())
    }

    /// Copies the rows from `first` of one chunk behind the rows of another, both of one run, and notes where they are.
    fn append(&mut self, from: usize, first: usize, to: usize, ground: &mut Ground) {
        let rows = self.chunks[from].len() - first;
        let base = self.chunks[to].len();
        // SAFETY: two chunks of this archetype (S1); the source rows are in use, and the target has room for them.
        unsafe {
            memory::copy_rows(
                &self.columns,
                (&self.chunks[from], first),
                (&self.chunks[to], base),
                rows,
            );
        };
        self.chunks[to].set_len(base + rows);
        let piece = Piece { from: first as u16, to: base as u16, rows: rows as u16 };
        self.copy_toggles(from, to, piece);
        if !planted(Fault::StaleRecordAfterSplit) {
            ground.slots.set_rows(base as u16, &self.chunks[to].handles()[base..]);
        }
        self.chunks[to].set_run(base + rows);
        ground.counters.rows_moved += rows as u64;
    }

    /// Copies the toggles of rows from one chunk to another, which has room for them.
    fn copy_toggles(&mut self, from: usize, to: usize, piece: Piece) {
        if self.chunks[from].bitmaps.is_none() {
            return;
        }
        let mut bitmaps = core::mem::replace(&mut self.chunks[to].bitmaps, Bitmaps::NONE);
        self.chunks[from].bitmaps.copy_rows(&mut bitmaps, piece);
        self.chunks[to].bitmaps = bitmaps;
    }

    /// The place of a chunk in the order.
    fn place_of(&self, index: usize) -> usize {
        let start = self.chunks[index].range().start;
        self.order.partition_point(|&c| self.chunks[c as usize].range().start < start)
    }

    /// What is in `range`'s twin, the order's place of `range` itself being `place` (where it would be, if it has no chunk).
    fn twin(&self, range: Range, place: usize, present: bool) -> Twin {
        let twin = range.twin();
        let neighbour = if twin.start > range.start {
            self.order.get(place + usize::from(present)).map(|_| place + usize::from(present))
        } else {
            place.checked_sub(1)
        };
        let Some(at) = neighbour else { return Twin::Empty };
        let found = self.chunk_at(at).range();
        if found == twin {
            Twin::Whole(at)
        } else if found.end() <= twin.start || found.start >= twin.end() {
            Twin::Empty
        } else {
            Twin::Divided
        }
    }

    /// Makes the partition around a settled chunk exact: it joins its twin while both fit in one, and goes if it is empty.
    pub(super) fn settle_range(&mut self, index: usize, ground: &mut Ground) {
        if self.chunks[index].live() == 0 {
            let place = self.place_of(index);
            let range = self.chunks[index].range();
            self.close(place, ground);
            if !planted(Fault::EmptyRangeNotAbsorbed) {
                self.absorb(range, place, ground);
            }
        } else if !self.is_surely_exact(index) {
            self.join(index, ground);
        }
    }

    /// Whether one look at the directory shows that the chunk and its twin do not fit in one.
    #[inline]
    fn is_surely_exact(&self, index: usize) -> bool {
        let chunk = &self.chunks[index];
        let range = chunk.range();
        if range == Range::ALL {
            return true;
        }
        self.chunk_index(range.twin().start)
            .is_some_and(|twin| self.chunks[twin].live() + chunk.live() > CHUNK_ROWS)
    }

    /// Moves a settled chunk that has far too much capacity into a smaller block.
    pub(super) fn shrink(&mut self, index: usize, ground: &mut Ground) {
        let chunk = &self.chunks[index];
        if chunk.live() * 4 > chunk.capacity().rows() {
            return;
        }
        let wanted = Capacity::for_rows(chunk.live() * 2);
        if wanted < chunk.capacity() {
            // Without memory it stays as it is, which is only larger than needed.
            let _ = self.refit(index, wanted, ground);
        }
    }

    /// A range has become empty: the chunk that is alone in the rest of a parent takes that parent.
    fn absorb(&mut self, mut range: Range, place: usize, ground: &mut Ground) {
        while range != Range::ALL {
            match self.twin(range, place, false) {
                Twin::Empty => range = range.parent(),
                Twin::Whole(at) => {
                    let index = self.order[at] as usize;
                    self.settle_rows(index, ground);
                    return self.join(index, ground);
                }
                Twin::Divided => return,
            }
        }
    }

    /// Lets a settled chunk with rows grow over empty twins and join whole ones, as far as 1,024 rows go.
    fn join(&mut self, mut index: usize, ground: &mut Ground) {
        while self.chunks[index].range() != Range::ALL {
            let range = self.chunks[index].range();
            let place = self.place_of(index);
            match self.twin(range, place, true) {
                Twin::Empty => self.widen(index),
                Twin::Whole(at) => {
                    let other = self.order[at] as usize;
                    let most = CHUNK_ROWS - usize::from(planted(Fault::NoMergeAtTheBorder));
                    if self.chunks[index].live() + self.chunks[other].live() > most {
                        return;
                    }
                    self.settle_rows(other, ground);
                    let (lower, upper) = if at > place { (index, other) } else { (other, index) };
                    if self.merge(lower, upper, ground).is_err() {
                        // Without memory the two stay apart; the next settling tries again.
                        return self.mark_loose(index, ground);
                    }
                    index = lower;
                }
                Twin::Divided => return,
            }
        }
    }

    /// Lets a chunk whose twin range is empty have the parent range.
    fn widen(&mut self, index: usize) {
        let parent = self.chunks[index].range().parent();
        self.chunks[index].set_range(parent);
        if !planted(Fault::DirectoryNotPointed) {
            self.point(index);
        }
    }

    /// Joins two settled twins that fit in one; the lower one stays.
    fn merge(&mut self, lower: usize, upper: usize, ground: &mut Ground) -> Result<()> {
        let rows = self.chunks[lower].len() + self.chunks[upper].len();
        let capacity = Capacity::for_rows(rows);
        if !self.chunks[upper].bitmaps.is_none() {
            self.reserve_toggles(lower as u32, ground)?;
        }
        if capacity > self.chunks[lower].capacity() {
            self.refit(lower, capacity, ground)?;
        }
        self.append(upper, 0, lower, ground);
        self.chunks[upper].set_run(0);
        let place = self.place_of(upper);
        self.close(place, ground);
        self.widen(lower);
        ground.counters.merges += 1;
        Ok(())
    }
}
