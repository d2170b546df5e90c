//! The audit: walks a whole world and checks every invariant that `storage` and its pool number. Tests call it after each step; it allocates and is
//! as slow as the world is large.

use alloc::vec::Vec;
use core::fmt;

use crate::slots::Location;
use crate::stable_id::{FNV_BASIS, fnv_bytes};
use crate::storage::archetype::Archetype;
use crate::storage::chunk::{BlockRef, Chunk, MIN_RANGE_BITS, Range};
use crate::storage::memory;
use crate::storage::toggles::ToggleIndex;
use crate::storage::version::Stamp;
use crate::{Entity, World};

/// A broken invariant: its number and what was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// The number of the invariant: `S1` to `S14` of the storage module, `P1` to `P3` of the pool, `V1` and `V2` of versions, or `slots`.
    pub invariant: &'static str,
    /// What holds where the invariant does.
    pub rule: &'static str,
    /// The archetype at fault.
    pub archetype: u32,
    /// The first slot of the range of the chunk at fault.
    pub chunk: u32,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { invariant, rule, archetype, chunk } = self;
        write!(f, "{invariant} is broken in archetype {archetype}, chunk {chunk}: {rule}")
    }
}

impl core::error::Error for Violation {}

type Audit = Result<(), Violation>;

/// Where the audit stands.
#[derive(Clone, Copy)]
struct At {
    archetype: u32,
    chunk: u32,
}

impl At {
    /// At a chunk of the same archetype.
    fn chunk(self, chunk: &Chunk) -> Self {
        Self { chunk: chunk.range().start, ..self }
    }

    /// Fails where `holds` is false.
    fn check(self, invariant: &'static str, holds: bool, rule: &'static str) -> Audit {
        let Self { archetype, chunk } = self;
        if holds { Ok(()) } else { Err(Violation { invariant, rule, archetype, chunk }) }
    }
}

impl World {
    /// Checks every invariant of the world's storage. For tests: it allocates and visits everything.
    ///
    /// # Errors
    ///
    /// The first invariant found broken. That is a fault of laige, never of its user.
    #[doc(hidden)]
    pub fn audit(&self) -> Audit {
        let top = At { archetype: 0, chunk: 0 };
        if let Err(rule) = self.storage.ground.slots.audit() {
            return top.check("slots", false, rule);
        }
        for (index, archetype) in self.storage.archetypes().iter().enumerate() {
            let at = At { archetype: index as u32, chunk: 0 };
            self.audit_signature(index, archetype, at)?;
            audit_lists(archetype, at)?;
            for chunk in archetype.chunks() {
                audit_chunk(archetype, chunk, at.chunk(chunk))?;
                self.audit_bitmaps(chunk, at.chunk(chunk))?;
            }
        }
        self.audit_pool(top)?;
        let mut live = 0;
        for archetype in self.storage.archetypes() {
            let at = At { archetype: u32::from(archetype.id), chunk: 0 };
            for chunk in archetype.chunks() {
                self.audit_rows(archetype, chunk, at.chunk(chunk))?;
            }
            let rows: usize = archetype.chunks().map(Chunk::live).sum();
            at.check("S7", rows == archetype.live() as usize, "`live` is the number of rows")?;
            audit_partition(self, archetype, at)?;
            let solo = self.storage.solos()[archetype.id as usize];
            let sound = solo.rows == 0 || solo == archetype.solo() && !archetype.is_loose();
            at.check("S14", sound, "a solo is the archetype's only chunk, of one run")?;
            live += archetype.live();
        }
        let all = self.storage.ground.slots.live();
        top.check("S7", live == all, "every live entity has one row")
    }

    /// Numbers what was written, and checks that what has one version has the same bytes, wherever and whenever it was seen: `seen` is asked whether a
    /// version, for any number of worlds, had no other hash before.
    ///
    /// # Errors
    ///
    /// V2, where bytes differ from those seen with the same version.
    #[doc(hidden)]
    pub fn audit_versions(&mut self, seen: &mut dyn FnMut(u64, u64) -> bool) -> Audit {
        self.storage.number();
        for archetype in self.storage.archetypes() {
            for chunk in archetype.chunks() {
                let at = At { archetype: u32::from(archetype.id), chunk: 0 }.chunk(chunk);
                let mut same = |version: u64, hash: u64| version != 0 && seen(version, hash);
                let rows = chunk.handles().iter().enumerate().fold(FNV_BASIS, |hash, (row, e)| {
                    let hole = row < chunk.sorted() && chunk.is_hole(row);
                    fnv_bytes(fnv_bytes(hash, &e.to_bits().to_le_bytes()), &[u8::from(hole)])
                });
                at.check("V2", same(chunk.rows_version(), rows), "one version, the same rows")?;
                let columns = 0..archetype.columns.len();
                let equal = columns.clone().all(|column| {
                    let bytes = memory::column_bytes(archetype, chunk, column);
                    same(archetype.column_version(chunk, column), fnv_bytes(FNV_BASIS, bytes))
                });
                at.check("V2", equal, "one version, the same bytes")?;
                let bits = hash_of_toggles(chunk);
                let equal = chunk.bitmaps.is_none() || same(chunk.toggles_version(), bits);
                at.check("V2", equal, "one version, the same toggles")?;
                let versions = columns.map(|column| archetype.column_version(chunk, column));
                let most = versions.max().unwrap_or(0).max(chunk.rows_version());
                let most = most.max(chunk.toggles_version());
                at.check("V2", archetype.version(chunk) == most, "the greatest is the chunk's")?;
            }
        }
        Ok(())
    }

    fn audit_pool(&self, at: At) -> Audit {
        let pool = &self.storage.ground.pool;
        let mut held = Vec::new();
        for archetype in self.storage.archetypes() {
            for chunk in archetype.chunks() {
                held.push((chunk.block(), archetype.columns.class(chunk.capacity())));
                held.extend(chunk.bitmaps.memory(pool));
            }
        }
        match pool.audit(&held) {
            Ok(()) => Ok(()),
            Err((invariant, rule)) => at.check(invariant, false, rule),
        }
    }

    fn audit_bitmaps(&self, chunk: &Chunk, at: At) -> Audit {
        let (bitmaps, toggles) = (&chunk.bitmaps, &self.storage.ground.toggles);
        at.check("S12", bitmaps.len() <= toggles.ids().len(), "each bitmap is of a toggle")?;
        let words = bitmaps.len() * chunk.capacity().rows().div_ceil(64);
        at.check("S12", bitmaps.words().len() == words, "a bitmap has a bit for each row")?;
        let set = bitmaps.union();
        let set = (0..set.len() * 64).filter(|row| set[row / 64] >> (row % 64) & 1 != 0);
        let live = |row: usize| row < chunk.len() && (row >= chunk.sorted() || !chunk.is_hole(row));
        at.check("S13", set.into_iter().all(live), "a bit is set only at a live row")
    }

    fn audit_signature(&self, index: usize, archetype: &Archetype, at: At) -> Audit {
        let signature = &archetype.signature;
        let found = self.storage.find(signature).map(usize::from);
        at.check("S11", archetype.id as usize == index, "archetype i is at index i")?;
        at.check("S11", found == Some(index), "no two archetypes have one signature")?;
        at.check("S11", signature.is_sorted_by(|a, b| a < b), "signatures ascend")?;
        let has = |info: &crate::ComponentInfo| {
            archetype.has(info.id()) == signature.contains(&info.id())
                && !(info.is_toggle() && archetype.has(info.id()))
        };
        at.check("S11", self.registry.infos().iter().all(has), "the columns are the signature's")
    }

    fn audit_rows(&self, archetype: &Archetype, chunk: &Chunk, at: At) -> Audit {
        let slots = &self.storage.ground.slots;
        for (row, &entity) in chunk.handles().iter().enumerate() {
            if row < chunk.sorted() && chunk.is_hole(row) {
                continue;
            }
            let slot = slots.layout().slot_of(entity);
            let here = Location { archetype: archetype.id, row: row as u16 };
            let led = slots.locate(entity) == Some(here);
            at.check("S6", led, "the record of a row's entity leads back to it")?;
            at.check("S8", chunk.range().contains(slot), "a row's slot is in the chunk's range")?;
            let found = archetype.chunk_of(slot).is_some_and(|other| core::ptr::eq(other, chunk));
            at.check("S8", found, "the directory leads to a live row's chunk")?;
        }
        Ok(())
    }
}

/// A hash of which toggles are set, whatever the capacity.
fn hash_of_toggles(chunk: &Chunk) -> u64 {
    let mut hash = FNV_BASIS;
    for toggle in 0..chunk.bitmaps.len() as u16 {
        let words = chunk.bitmaps.of(ToggleIndex::new(toggle)).iter().enumerate();
        for (place, word) in words.filter(|&(_, &word)| word != 0) {
            let at = u64::from(toggle) << 32 | place as u64;
            hash = fnv_bytes(fnv_bytes(hash, &at.to_le_bytes()), &word.to_le_bytes());
        }
    }
    hash
}

/// Order, directory and the list of loose chunks.
fn audit_lists(archetype: &Archetype, at: At) -> Audit {
    let ranges = || archetype.chunks().map(Chunk::range);
    let apart = ranges().zip(ranges().skip(1)).all(|(a, b)| a.end() <= b.start);
    at.check("S8", apart, "ranges are apart and ascend")?;
    for (block, entry) in archetype.directory().enumerate() {
        let slot = (block as u32) << MIN_RANGE_BITS;
        let owner = archetype.chunks().find(|chunk| chunk.range().contains(slot));
        let same = match (owner, entry) {
            (None, None) => true,
            (Some(one), Some(other)) => core::ptr::eq(one, other),
            _ => false,
        };
        at.check("S8", same, "a directory entry leads to the chunk of its slots")?;
        let same = archetype.block_of(slot) == entry.map_or(BlockRef::NONE, Chunk::block_ref);
        at.check("S8", same, "a directory entry has the block of its chunk")?;
    }
    let once = archetype.loose_lists_are_sound();
    at.check("S9", once, "a listed chunk is in the list of loose ones, once")
}

/// One chunk by itself.
fn audit_chunk(archetype: &Archetype, chunk: &Chunk, at: At) -> Audit {
    let Range { start, bits } = chunk.range();
    at.check("S8", start % (1 << bits) == 0, "a range is aligned")?;
    let capacity = chunk.capacity();
    let aligned = chunk.block().as_ptr() as usize % crate::limits::MAX_COMPONENT_ALIGN == 0;
    at.check("S1", aligned, "a block is aligned to 64 bytes")?;
    let fits = (0..archetype.columns.len()).all(|column| {
        let end = archetype.columns.offset(column, capacity)
            + archetype.columns.size(column) * capacity.rows();
        end <= archetype.columns.block_bytes(capacity)
    });
    at.check("S1", fits, "the columns fit the block")?;
    let mut end = chunk.capacity().rows() * size_of::<Entity>();
    let apart = (0..archetype.columns.len()).all(|column| {
        let start = archetype.columns.offset(column, capacity);
        let before =
            core::mem::replace(&mut end, start + archetype.columns.size(column) * capacity.rows());
        start >= before + size_of::<Stamp>()
    });
    at.check("V1", apart, "there is room for a stamp before each column")?;
    let (len, sorted) = (chunk.len(), chunk.sorted());
    at.check("S2", sorted <= len && len <= capacity.rows(), "`len` is at most the capacity")?;
    let few = chunk.live() <= crate::limits::CHUNK_ROWS;
    at.check("S2", few, "a chunk has at most 1,024 entities")?;
    let prefix = &chunk.handles()[..sorted];
    at.check("S3", prefix.is_sorted_by(|a, b| a < b), "the prefix ascends")?;
    let holes = (0..crate::limits::MAX_CHUNK_CAPACITY).filter(|&row| chunk.is_hole(row));
    let (below, all) = (holes.clone().filter(|&row| row < sorted).count(), holes.count());
    at.check("S4", below == all, "hole bits stand below `sorted`")?;
    at.check("S4", all == chunk.holes(), "the number of hole bits is `holes`")?;
    at.check("S9", chunk.listed || chunk.is_one_run(), "a chunk that is not one run is listed")
}

/// The tail against the prefix, and the division into chunks.
fn audit_partition(world: &World, archetype: &Archetype, at: At) -> Audit {
    let layout = world.layout();
    for chunk in archetype.chunks() {
        let at = at.chunk(chunk);
        let (prefix, tail) = chunk.handles().split_at(chunk.sorted());
        for (index, &entity) in tail.iter().enumerate() {
            let slot = layout.slot_of(entity);
            let twice = prefix.binary_search_by_key(&slot, |&e| layout.slot_of(e)).is_ok()
                || tail[..index].iter().any(|&e| layout.slot_of(e) == slot);
            at.check("S5", !twice, "a tail row's slot is nowhere else in the chunk")?;
        }
        let mut left = (0..prefix.len()).filter(|&row| chunk.is_hole(row));
        let known = left.all(|row| chunk.may_have_left(layout.slot_of(prefix[row])));
        at.check("S4", known, "a slot that left a hole is known to have")?;
    }
    if archetype.is_loose() {
        return Ok(());
    }
    for chunk in archetype.chunks() {
        let at = at.chunk(chunk);
        let range = chunk.range();
        at.check("S10", chunk.live() > 0, "a settled chunk has rows")?;
        let parent = if range == Range::ALL { range } else { range.parent() };
        let rows: usize = archetype
            .chunks()
            .filter(|other| parent.contains(other.range().start))
            .map(Chunk::live)
            .sum();
        let exact = range == Range::ALL || rows > crate::limits::CHUNK_ROWS;
        at.check("S10", exact, "a range is the largest with at most 1,024 entities")?;
    }
    Ok(())
}

#[cfg(test)]
pub(crate) mod tests;
