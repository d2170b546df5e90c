//! An archetype: all entities with one signature, in chunks. Here rows come and go;
//! how ranges of slots are split and joined is `partition.rs`, how chunks become sorted again is `settle.rs`.
#![expect(
    unsafe_code,
    reason = "moves component bytes when a row leaves the tail; argued by S1 and S2 of `storage`"
)]

use alloc::boxed::Box;
use alloc::vec::Vec;
#[cfg(test)]
use core::ptr::NonNull;

use super::chunk::{BlockRef, Chunk, MIN_RANGE_BITS};
use super::columns::{Capacity, Columns};
use super::solo::Solo;
use super::{Ground, memory};
use crate::faults::{Fault, planted};
use crate::limits::CHUNK_ROWS;
use crate::slots::Location;
use crate::sorting;
use crate::{ComponentId, ComponentInfo, Entity, Result};

/// A row that was just made for an entity; its components are to be written before anything reads them.
#[derive(Clone, Copy)]
pub(crate) struct NewRow {
    pub(crate) chunk: u32,
    pub(crate) row: u16,
}

/// All entities with one signature.
pub(crate) struct Archetype {
    /// Its index in the storage, which is also its id: 0 is the archetype of no components.
    pub(crate) id: u16,
    /// Its components, ascending by id.
    pub(crate) signature: Box<[ComponentId]>,
    pub(crate) columns: Columns,
    /// The chunks, in no order; unused entries are in `unused`.
    pub(super) chunks: Vec<Chunk>,
    pub(super) unused: Vec<u32>,
    /// The chunks in use by ascending range.
    pub(super) order: Vec<u32>,
    /// For each 1,024 slots the chunk whose range has them, plus 1; 0 for none.
    pub(super) directory: Vec<u32>,
    /// The block of that chunk, for access by handle.
    pub(super) blocks: Vec<BlockRef>,
    /// The chunks that may be more than one sorted run, or whose range may no longer be exact.
    pub(super) loose: Vec<u32>,
    /// Whether the storage's list of loose archetypes has it.
    pub(super) listed: bool,
    pub(super) live: u32,
    /// Sum of the chunks' capacities, and the most it ever was.
    pub(super) reserved: u32,
    pub(super) peak_reserved: u32,
}

impl Archetype {
    pub(crate) fn new(id: u16, components: &[ComponentInfo], ground: &mut Ground) -> Self {
        debug_assert_eq!(id as usize, ground.solos.len());
        ground.solos.push(Solo::NONE);
        Self {
            id,
            signature: components.iter().map(ComponentInfo::id).collect(),
            columns: Columns::new(components, &mut ground.pool),
            chunks: Vec::new(),
            unused: Vec::new(),
            order: Vec::new(),
            directory: Vec::new(),
            blocks: Vec::new(),
            loose: Vec::new(),
            listed: false,
            live: 0,
            reserved: 0,
            peak_reserved: 0,
        }
    }

    /// Entities in the archetype.
    #[inline]
    pub(crate) fn live(&self) -> u32 {
        self.live
    }

    /// Sum of the chunks' capacities, in rows.
    pub(crate) fn reserved(&self) -> u32 {
        self.reserved
    }

    /// Whether it never had a row.
    pub(crate) fn is_unused(&self) -> bool {
        self.peak_reserved == 0
    }

    /// Whether it has the component.
    #[inline]
    pub(crate) fn has(&self, component: ComponentId) -> bool {
        self.columns.place(component) != super::columns::Place::Absent
    }

    /// The chunks in use, by ascending range.
    #[inline]
    pub(crate) fn chunks(&self) -> impl ExactSizeIterator<Item = &Chunk> + '_ {
        self.order.iter().map(|&chunk| &self.chunks[chunk as usize])
    }

    /// How many chunks are in use.
    #[inline]
    pub(crate) fn chunk_count(&self) -> usize {
        self.order.len()
    }

    /// The chunk at that place of the order.
    #[inline]
    pub(crate) fn chunk_at(&self, place: usize) -> &Chunk {
        &self.chunks[self.order[place] as usize]
    }

    /// The chunk with that index.
    #[inline]
    pub(crate) fn chunk(&self, index: u32) -> &Chunk {
        &self.chunks[index as usize]
    }

    /// The chunk whose range has the slot.
    #[inline]
    pub(crate) fn chunk_of(&self, slot: u32) -> Option<&Chunk> {
        Some(&self.chunks[self.chunk_index(slot)?])
    }

    /// The block of the chunk whose range has the slot; [`BlockRef::NONE`] if there is none.
    #[inline]
    pub(crate) fn block_of(&self, slot: u32) -> BlockRef {
        self.blocks.get((slot >> MIN_RANGE_BITS) as usize).copied().unwrap_or(BlockRef::NONE)
    }

    /// The same for a slot that has a live row here.
    ///
    /// # Safety
    ///
    /// The entity alive in `slot` has its row in this archetype.
    #[inline]
    pub(crate) unsafe fn block_of_live(&self, slot: u32) -> BlockRef {
        let entry = (slot >> MIN_RANGE_BITS) as usize;
        debug_assert!(self.block_of(slot) != BlockRef::NONE);
        // SAFETY: the directory reaches the slot of every live row (S8).
        *unsafe { self.blocks.get_unchecked(entry) }
    }

    #[inline]
    pub(super) fn chunk_index(&self, slot: u32) -> Option<usize> {
        let entry = *self.directory.get((slot >> MIN_RANGE_BITS) as usize)?;
        (entry != 0).then(|| entry as usize - 1)
    }

    /// For each 1,024 slots the chunk whose range has them, as far as the directory reaches.
    pub(crate) fn directory(&self) -> impl Iterator<Item = Option<&Chunk>> + '_ {
        let chunk = |entry: u32| self.chunks.get(entry.checked_sub(1)? as usize);
        self.directory.iter().map(move |&entry| chunk(entry))
    }

    /// Whether the list of loose chunks has those that say so, once, and no others.
    pub(crate) fn loose_lists_are_sound(&self) -> bool {
        let said = self.chunks.iter().filter(|chunk| chunk.listed).count();
        let listed = |&index: &u32| self.chunks[index as usize].listed;
        let mut indices = self.loose.clone();
        sorting::sort(&mut indices);
        indices.dedup();
        indices.len() == self.loose.len()
            && said == indices.len()
            && indices.iter().all(listed)
            && (indices.is_empty() || self.listed)
    }

    /// Whether a chunk may be unsettled.
    #[inline]
    pub(crate) fn is_loose(&self) -> bool {
        !self.loose.is_empty()
    }

    /// Makes a row for `entity`, which has none here, and notes its location. The components are to be written before anything reads them.
    ///
    /// On an error nothing has changed.
    #[inline]
    pub(crate) fn insert(
        &mut self,
        entity: Entity,
        slot: u32,
        hint: u16,
        ground: &mut Ground,
    ) -> Result<NewRow> {
        let mut index = match self.chunk_index(slot) {
            Some(index) => index,
            None => self.open(slot, ground)?,
        };
        let chunk = &mut self.chunks[index];
        let row = if chunk.holes() == 0 && chunk.has_room() {
            chunk.push(entity)
        } else {
            let row;
            (index, row) = self.insert_among(index, entity, (slot, hint), ground)?;
            row
        };
        self.live += 1;
        self.mark_loose(index, ground);
        let row = row as u16;
        ground.slots.place(slot, Location { archetype: self.id, row });
        Ok(NewRow { chunk: index as u32, row })
    }

    /// Makes the row in the chunk of that index, which may be full or have a hole for it, or in one that comes of it. Gives the chunk's index and the row.
    #[inline]
    fn insert_among(
        &mut self,
        mut index: usize,
        entity: Entity,
        (slot, hint): (u32, u16),
        ground: &mut Ground,
    ) -> Result<(usize, usize)> {
        let layout = ground.slots.layout();
        loop {
            let chunk = &mut self.chunks[index];
            if chunk.holes() != 0 && !chunk.is_full() {
                if let Some(row) = chunk.find_hole(slot, hint, layout) {
                    chunk.refill(row, entity);
                    return Ok((index, row));
                }
            }
            if chunk.has_room() {
                return Ok((index, chunk.push(entity)));
            }
            index = self.make_room(index, slot, ground)?;
        }
    }

    /// As [`insert`](Self::insert), for an entity with toggles: the row's chunk has room for them.
    #[cold]
    pub(crate) fn insert_toggled(
        &mut self,
        entity: Entity,
        slot: u32,
        hint: u16,
        ground: &mut Ground,
    ) -> Result<NewRow> {
        let unused = self.is_unused();
        let new = self.insert(entity, slot, hint, ground)?;
        if let Err(error) = self.reserve_toggles(new.chunk, ground) {
            self.remove(slot, new.row, ground);
            if unused {
                self.forget_use(ground);
            }
            return Err(error);
        }
        Ok(new)
    }

    /// Becomes as if it never had a row, after its first one was taken back.
    fn forget_use(&mut self, ground: &mut Ground) {
        self.clear(ground);
        self.peak_reserved = 0;
        ground.counters.growths -= u64::from(self.id != 0);
    }

    /// Makes rows for fresh slots one behind the other, at most so many, and adds their handles to `born`. Gives how many: none where the next
    /// slot does not extend the prefix of its chunk. Their components are to be written before anything reads them.
    pub(crate) fn insert_run(
        &mut self,
        most: usize,
        ground: &mut Ground,
        born: &mut Vec<Entity>,
    ) -> Result<usize> {
        let Some(slot) = ground.slots.next_fresh() else { return Ok(0) };
        let index = match self.chunk_index(slot) {
            Some(index) => index,
            None => self.open(slot, ground)?,
        };
        let chunk = &self.chunks[index];
        let first = chunk.len();
        let above = chunk.handles().last().is_none_or(|&e| ground.slots.layout().slot_of(e) < slot);
        let most = most.min(CHUNK_ROWS - first.min(CHUNK_ROWS));
        let most = most.min((chunk.range().end() - slot) as usize);
        if !chunk.is_one_run() || !above || most == 0 {
            return Ok(0);
        }
        // An empty chunk that was just opened is found by settling if the next step fails.
        self.mark_loose(index, ground);
        let wanted = Capacity::for_rows(first + most);
        if wanted > self.chunks[index].capacity() {
            self.refit(index, wanted, ground)?;
        }
        self.extend_directory(slot + most as u32 - 1);
        let chunk = &mut self.chunks[index];
        let place = Location { archetype: self.id, row: first as u16 };
        let count = ground.slots.allocate_run(most, place, |entity| {
            chunk.push(entity);
            born.push(entity);
        });
        self.live += count as u32;
        Ok(count)
    }

    /// Takes the row of the entity in `slot` away. The slot table is not told: the entity goes elsewhere or dies.
    #[inline]
    pub(crate) fn remove(&mut self, slot: u32, row: u16, ground: &mut Ground) {
        let Some(index) = self.chunk_index(slot) else {
            debug_assert!(false, "an entity's chunk is in the directory");
            return;
        };
        self.remove_at(index, slot, row, ground);
    }

    /// The same where the index of the chunk is known.
    #[inline]
    pub(super) fn remove_at(&mut self, index: usize, slot: u32, row: u16, ground: &mut Ground) {
        let row = row as usize;
        let chunk = &mut self.chunks[index];
        if !ground.toggles.is_empty() && !chunk.bitmaps.is_none() {
            chunk.bitmaps.forget(row);
        }
        if row < chunk.sorted() {
            chunk.punch(row, slot);
        } else {
            self.leave_tail(index, row, ground);
        }
        let chunk = &mut self.chunks[index];
        if chunk.live() == 0 {
            chunk.set_run(0);
        }
        self.live -= 1;
        self.mark_loose(index, ground);
    }

    /// Takes a row out of the tail, whose last row takes its place.
    fn leave_tail(&mut self, index: usize, row: usize, ground: &mut Ground) {
        let chunk = &mut self.chunks[index];
        let last = chunk.len() - 1;
        if row != last {
            for column in 0..self.columns.len() {
                // SAFETY: these are the chunk's columns (S1).
                let start = unsafe { memory::column(chunk, &self.columns, column) };
                // SAFETY: both rows are in use (S2).
                unsafe { memory::shift(start, self.columns.size(column), last, row, 1) };
            }
            let moved = chunk.handles()[last];
            chunk.handles_mut()[row] = moved;
            if !chunk.bitmaps.is_none() {
                chunk.bitmaps.shift(last, row);
            }
            if !planted(Fault::TailGapNotRecorded) {
                ground.slots.set_row(ground.slots.layout().slot_of(moved), row as u16);
            }
            ground.counters.rows_moved += 1;
        }
        chunk.pop_tail();
    }

    /// Puts the chunk, whose rows change, into the list of those that settling looks at.
    #[inline]
    pub(super) fn mark_loose(&mut self, index: usize, ground: &mut Ground) {
        let chunk = &self.chunks[index];
        if !chunk.listed {
            self.forget_solo(ground);
            if planted(Fault::HolesNotListed) && chunk.holes() > 0 {
                return;
            }
            self.chunks[index].listed = true;
            if !self.listed {
                self.listed = true;
                ground.loose.push(self.id);
            }
            self.loose.push(index as u32);
        }
    }

    /// Makes every chunk empty and gives its memory to the pool. The slot table is not told.
    pub(crate) fn clear(&mut self, ground: &mut Ground) {
        for place in (0..self.order.len()).rev() {
            self.close(place, ground);
        }
        self.live = 0;
    }

    /// Bytes of the bookkeeping, the blocks aside.
    pub(crate) fn table_bytes(&self) -> usize {
        self.columns.table_bytes()
            + size_of_val(&*self.signature)
            + size_of::<Solo>()
            + self.chunks.capacity() * size_of::<Chunk>()
            + (self.unused.capacity()
                + self.order.capacity()
                + self.directory.capacity() * 3
                + self.loose.capacity())
                * size_of::<u32>()
    }
}

/// Doors for the audit's tests, which break invariants through them.
#[cfg(test)]
impl Archetype {
    pub(crate) fn chunk_mut(&mut self, place: usize) -> &mut Chunk {
        &mut self.chunks[self.order[place] as usize]
    }

    pub(crate) fn harm_block(&mut self, place: usize, block: NonNull<u8>, capacity: Capacity) {
        self.chunk_mut(place).replace_block(block, capacity);
        self.point(self.order[place] as usize);
    }

    pub(crate) fn directory_mut(&mut self) -> &mut [u32] {
        &mut self.directory
    }
}
