//! Restoring: a storage becomes what a copy says it was, chunk by chunk, and only what differs by version is written. What can fail comes first.
#![expect(unsafe_code, reason = "writes columns as bytes; argued by S1 and S2 of `storage`")]

use super::archetype::Archetype;
use super::bitmaps::Bitmaps;
use super::chunk::Chunk;
use super::columns::{Capacity, Columns};
use super::copy::{ArchetypeCopy, COLUMNS, ChunkCopy, Placed, ROWS, StorageCopy, TOGGLES, pieces};
use super::{Ground, Storage, memory, version};
use crate::{ComponentInfo, Result};

impl Storage {
    /// How many archetypes are those of the copy, from the first on.
    pub(crate) fn in_common(&self, copy: &StorageCopy) -> usize {
        let same = |(one, signature): &(&Archetype, &[_])| &*one.signature == *signature;
        self.archetypes.iter().zip(copy.signatures()).take_while(same).count()
    }

    /// Sees to it that the pool has all blocks that restoring will take. On an error nothing has changed.
    ///
    /// `components` are those of the registry, by id.
    pub(crate) fn reserve_for(
        &mut self,
        copy: &StorageCopy,
        components: &[ComponentInfo],
    ) -> Result<()> {
        let common = self.in_common(copy);
        let pool = &mut self.ground.pool;
        for (index, archetype) in self.archetypes.iter().enumerate() {
            let copy = copy.archetypes.get(index).filter(|_| index < common);
            for chunk in archetype.chunks() {
                match copy.and_then(|copy| kept(copy, chunk)) {
                    Some(placed) if chunk.bitmaps.len() < placed.copy.toggles() => {
                        pool.want_bitmaps(placed.copy.toggles(), chunk.capacity());
                    }
                    Some(_) => {}
                    None => pool.await_block(archetype.columns.class(chunk.capacity())),
                }
            }
        }
        for (index, copy) in copy.archetypes.iter().enumerate() {
            let present = self.archetypes.get(index).filter(|_| index < common);
            let born;
            let columns = if let Some(present) = present {
                &present.columns
            } else {
                let infos = copy.signature.iter().filter_map(|id| components.get(id.index()));
                let infos: alloc::vec::Vec<ComponentInfo> = infos.copied().collect();
                born = Columns::new(&infos, pool);
                &born
            };
            let stays = |placed: &&Placed| {
                let chunk = present.and_then(|one| one.chunk_of(placed.range.start));
                chunk.is_some_and(|chunk| kept(copy, chunk).is_some())
            };
            for placed in copy.chunks.iter().filter(|placed| !stays(placed)) {
                let capacity = Capacity::for_rows(placed.copy.rows());
                pool.want(columns.class(capacity));
                pool.want_bitmaps(placed.copy.toggles(), capacity);
            }
        }
        pool.meet_wants()
    }

    /// Becomes what the copy says, which has the same archetypes by birth; the pool has the blocks.
    pub(crate) fn restore(&mut self, copy: &StorageCopy) -> Result<()> {
        debug_assert_eq!(self.in_common(copy), self.archetypes.len().max(copy.archetypes.len()));
        self.ground.loose.clear();
        for (archetype, copy) in self.archetypes.iter_mut().zip(&copy.archetypes) {
            archetype.restore(copy, &mut self.ground)?;
        }
        let counters = &mut self.ground.counters;
        (counters.inserts, counters.removes) = (copy.inserts, copy.removes);
        counters.toggled = copy.toggled;
        self.ground.slots.restore(&copy.slots);
        Ok(())
    }
}

/// The copy of a chunk that can go back into its block.
fn kept<'a>(copy: &'a ArchetypeCopy, chunk: &Chunk) -> Option<&'a Placed> {
    copy.at(chunk.range()).filter(|placed| placed.copy.rows() <= chunk.capacity().rows())
}

impl Archetype {
    fn restore(&mut self, copy: &ArchetypeCopy, ground: &mut Ground) -> Result<()> {
        self.forget_solo(ground);
        self.forget_loose();
        for place in (0..self.order.len()).rev() {
            if kept(copy, self.chunk_at(place)).is_none() {
                self.close(place, ground);
            }
        }
        if let Some(&highest) = copy.chunks.last().and_then(|last| last.copy.handles().last()) {
            self.extend_directory(ground.slots.layout().slot_of(highest));
        }
        self.live = 0;
        for (place, placed) in copy.chunks.iter().enumerate() {
            let present = self.order.get(place).map(|&index| index as usize);
            let present = present.filter(|&index| self.chunks[index].range() == placed.range);
            let index = match present {
                Some(index) => index,
                None => {
                    let capacity = Capacity::for_rows(placed.copy.rows());
                    self.add_chunk(place, placed.range, capacity, ground)?
                }
            };
            self.write_toggles(index, &placed.copy, ground)?;
            self.write_chunk(index, &placed.copy);
            self.live += placed.copy.rows() as u32;
            if placed.loose {
                self.mark_loose(index, ground);
            }
        }
        // An archetype of a copy is one that had rows, though it may have none now.
        self.peak_reserved = self.peak_reserved.max(1);
        self.note_solo(ground);
        Ok(())
    }

    /// Takes every chunk out of the list of loose ones.
    fn forget_loose(&mut self) {
        self.listed = false;
        for &index in &self.loose {
            let chunk = &mut self.chunks[index as usize];
            chunk.listed = false;
            if chunk.closed {
                self.unused.push(index);
            }
        }
        self.loose.clear();
    }

    /// Writes what differs by version into a chunk that has room for all rows.
    fn write_chunk(&mut self, index: usize, copy: &ChunkCopy) {
        let (rows, columns) = (copy.rows(), &self.columns);
        let chunk = &mut self.chunks[index];
        assert!(rows <= chunk.capacity().rows());
        let anew = chunk.rows_version() != copy.version(ROWS);
        for (index, piece) in pieces(columns.sizes(), rows).enumerate() {
            let bytes = &copy.bytes()[piece];
            let Some(column) = index.checked_sub(1) else {
                if anew {
                    // SAFETY: handles of `rows` rows, as many as the block has room for.
                    unsafe { memory::fill(chunk.block(), bytes) };
                }
                continue;
            };
            // SAFETY: the chunk is of this archetype, which has the column.
            let start = unsafe { memory::column(chunk, columns, column) };
            // SAFETY: a column of the chunk.
            let stamp = unsafe { version::stamp(start) };
            if anew || stamp.get() != copy.version(COLUMNS + column) {
                // SAFETY: values of the column's component, of as many rows as the block has room for.
                unsafe { memory::fill(start, bytes) };
                stamp.set(copy.version(COLUMNS + column));
            }
        }
        if anew {
            chunk.set_run(rows);
            chunk.rows_version = copy.version(ROWS);
        }
    }

    /// Gives a chunk the toggles of the copy, before its rows.
    fn write_toggles(&mut self, index: usize, copy: &ChunkCopy, ground: &mut Ground) -> Result<()> {
        let chunk = &mut self.chunks[index];
        let same = chunk.rows_version() == copy.version(ROWS);
        if same && chunk.toggles_version() == copy.version(TOGGLES) {
            return Ok(());
        }
        if chunk.bitmaps.len() < copy.toggles() || copy.toggles() == 0 {
            chunk.bitmaps.give(&mut ground.pool);
            chunk.bitmaps = Bitmaps::take(&mut ground.pool, copy.toggles(), chunk.capacity())?;
        }
        chunk.bitmaps.restore(|toggle| copy.bitmap(toggle), copy.version(TOGGLES));
        Ok(())
    }
}
