//! Storage: archetypes, their chunks, and the verbs that move rows between them.
//!
//! What users see is fixed elsewhere: every query visits archetypes by birth and entities by ascending slot. Here is how rows lie in
//! memory so that this is cheap. An archetype's slots are divided into aligned ranges, a chunk for each (`partition.rs`). A chunk's rows
//! are a sorted prefix, in which leaving rows make holes, and an unsorted tail, for rows that arrive out of order (`chunk.rs`); settling makes them
//! one sorted run again (`settle.rs`).
//!
//! ```text
//!            prefix (ascending slots)        tail (any order)
//! handles   | 3 | 4 | 7 | x | 9 | 12 |      | 5 | 1 |
//! column A  | . | . | . | . | . | .  |      | . | . |
//! ```
//!
//! # The invariants
//!
//! Every `SAFETY` note answers by these numbers; [`audit`](crate::audit) checks each of them (P1 to P3 are in `pool.rs`, V1 and V2 in `version.rs`).
//!
//! * **S1** A chunk holds one block of the pool, of the class that its archetype's columns give for its capacity.
//! * **S2** `len` is at most the capacity, and entities are at most 1,024; the rows below `len` are initialised in every column: a row
//!   is written by the call that makes it before anything can read it, and a hole keeps what was there.
//! * **S3** The handles of the prefix ascend strictly by slot, those of holes included.
//! * **S4** Hole bits stand only below `sorted`, and their number is `holes`; `left` has the bit of each slot that left one.
//! * **S5** Rows of the tail are live, and none has a slot that the prefix has, not even in a hole.
//! * **S6** Each live row's handle is alive and its record leads back to this archetype, chunk and row.
//! * **S7** Each live entity has exactly one row, and `live` is the number of an archetype's.
//! * **S8** The ranges of an archetype's chunks are aligned and apart, in ascending order in `order`; a slot of a live row is in its
//!   chunk's range; a directory entry leads to the chunk whose range has those slots, if any.
//! * **S9** A chunk that is not one sorted run, or whose range may not be exact, is in the list of loose chunks, once.
//! * **S10** With no chunk in that list, the partition is exact: the chunks are the largest aligned ranges with 1 to 1,024 entities.
//! * **S11** Archetype i is at index i; no two have one signature; signatures ascend; the columns are those of the signature.
//! * **S12** The bitmaps of a chunk lie in a block of the pool of the class for their number, at most that of the registered toggles,
//!   and length, a bit for each row of the capacity; all their words are initialised. A chunk without bitmaps holds no such block, as
//!   none does where no toggle is registered.
//! * **S13** A bit of a bitmap is set only at a live row.
//! * **S14** There is a solo for each archetype. One with rows is that of the archetype's only chunk, which is one run of so many rows.

pub(crate) mod archetype;
pub(crate) mod assembly;
pub(crate) mod bitmaps;
pub(crate) mod bulk;
pub(crate) mod bytes;
pub(crate) mod chunk;
pub(crate) mod columns;
pub(crate) mod copy;
pub(crate) mod division;
pub(crate) mod memory;
mod partition;
pub(crate) mod pool;
mod restore;
pub(crate) mod runs;
mod settle;
pub(crate) mod solo;
pub(crate) mod spare;
pub(crate) mod toggles;
#[cfg(feature = "rayon")]
pub(crate) mod units;
pub(crate) mod version;

use alloc::vec::Vec;
use core::ptr::NonNull;

use archetype::{Archetype, NewRow};
use bitmaps::Bitmaps;
use chunk::{BlockRef, Chunk};
use columns::{Columns, Place};
use pool::Pool;
use settle::Plan;
use solo::Solo;
use toggles::ToggleList;

use crate::events::{Event, EventLog};
use crate::faults::{Fault, planted};
use crate::slots::{Location, Slots};
use crate::{ArchetypeStats, Component, ComponentId, ComponentInfo, Entity, Error, Result};

/// What all archetypes share.
pub(crate) struct Ground {
    /// State.
    pub(crate) slots: Slots,
    /// Memory alone.
    pub(crate) pool: Pool,
    /// State as far as it counts warnings.
    pub(crate) events: EventLog,
    /// State as far as it counts what was called for.
    pub(crate) counters: Counters,
    /// The toggles that are registered. Set up.
    pub(crate) toggles: ToggleList,
    /// The archetypes that may have loose chunks. Follows from them.
    loose: Vec<u16>,
    /// The solo of each archetype. Follows from them.
    solos: Vec<Solo>,
    /// Memory alone.
    plan: Plan,
    /// Room for the tail of one column while a chunk is settled. Memory alone.
    scratch: Vec<u8>,
}

/// The totals that statistics report.
#[derive(Default)]
pub(crate) struct Counters {
    /// State, as the next.
    pub(crate) inserts: u64,
    pub(crate) removes: u64,
    /// What storage did to lay rows out, here and in what follows: not state, it goes on counting when a world is restored.
    pub(crate) growths: u64,
    pub(crate) splits: u64,
    pub(crate) merges: u64,
    pub(crate) settles: u64,
    pub(crate) rows_moved: u64,
    /// Toggles that became set, or not set, by a call about them. State.
    pub(crate) toggled: u64,
}

/// All rows of a world.
pub(crate) struct Storage {
    /// State: their order, and their rows.
    archetypes: Vec<Archetype>,
    /// Their indices by signature. Follows from the archetypes.
    by_signature: Vec<u16>,
    /// Set up with the world.
    max_archetypes: u32,
    pub(crate) ground: Ground,
}

impl Storage {
    /// Storage with nothing but archetype 0.
    pub(crate) fn new(slots: Slots, max_archetypes: u32) -> Self {
        let mut ground = Ground {
            slots,
            pool: Pool::new(),
            events: EventLog::new(),
            counters: Counters::default(),
            toggles: ToggleList::default(),
            loose: Vec::new(),
            solos: Vec::new(),
            plan: Plan::default(),
            scratch: Vec::new(),
        };
        let empty = Archetype::new(0, &[], &mut ground);
        Self {
            archetypes: alloc::vec![empty],
            by_signature: alloc::vec![0],
            max_archetypes,
            ground,
        }
    }

    /// All archetypes by birth; the first has no components.
    #[inline]
    pub(crate) fn archetypes(&self) -> &[Archetype] {
        &self.archetypes
    }

    /// All archetypes in lexicographic order of their signatures; archetype 0 is the first.
    pub(crate) fn by_signature(&self) -> impl Iterator<Item = &Archetype> + '_ {
        self.by_signature.iter().map(|&index| self.archetype(index))
    }

    /// The solo of each archetype.
    #[inline]
    pub(crate) fn solos(&self) -> &[Solo] {
        &self.ground.solos
    }

    /// The archetype at that index.
    #[inline]
    pub(crate) fn archetype(&self, index: u16) -> &Archetype {
        &self.archetypes[index as usize]
    }

    /// The archetype of those components, ascending by id, if it was born.
    pub(crate) fn find(&self, signature: &[ComponentId]) -> Option<u16> {
        self.place_of(signature).ok().map(|place| self.by_signature[place])
    }

    /// Where a signature is in the list by these, or would be.
    fn place_of(&self, signature: &[ComponentId]) -> core::result::Result<usize, usize> {
        let signature_of = |&index: &u16| &*self.archetype(index).signature;
        self.by_signature.binary_search_by(|index| signature_of(index).cmp(signature))
    }

    /// Bears the archetype of those components, ascending by id, which was not born before. Fails with the number there may be.
    pub(crate) fn bear(&mut self, components: &[ComponentInfo]) -> Result<u16, u32> {
        if self.archetypes.len() as u32 > self.max_archetypes {
            return Err(self.max_archetypes);
        }
        let id = self.archetypes.len() as u16;
        let archetype = Archetype::new(id, components, &mut self.ground);
        if let Err(place) = self.place_of(&archetype.signature) {
            self.by_signature.insert(place, id);
        }
        self.archetypes.push(archetype);
        let loose = &mut self.ground.loose;
        loose.reserve((self.archetypes.capacity() - loose.len()).min(self.archetypes.capacity()));
        self.ground.events.later(Event::ArchetypeCreated {
            archetype_id: u32::from(id),
            components: components.len() as u32,
        });
        Ok(id)
    }

    /// Takes back the archetype born last, which has no rows: the call that needed it failed.
    pub(crate) fn unbear(&mut self) {
        let place = self.archetypes.last().and_then(|last| self.place_of(&last.signature).ok());
        if let Some(place) = place {
            self.by_signature.remove(place);
        }
        if let Some(mut archetype) = self.archetypes.pop() {
            archetype.clear(&mut self.ground);
            self.ground.loose.retain(|&id| id != archetype.id);
            self.ground.solos.pop();
        }
    }

    /// Brings an entity to life with a row in that archetype, whose components are to be written before anything reads them.
    ///
    /// With `toggled`, the row's chunk has room for toggles.
    #[inline]
    pub(crate) fn spawn(&mut self, archetype: u16, toggled: bool) -> Result<(Entity, NewRow)> {
        let slots = &mut self.ground.slots;
        let Some(born) = slots.allocate() else {
            return Err(Error::CapacityFull { capacity: slots.capacity(), requested: 1 });
        };
        let home = &mut self.archetypes[archetype as usize];
        let row = if toggled {
            home.insert_toggled(born.entity, born.slot, born.hint, &mut self.ground)
        } else {
            home.insert(born.entity, born.slot, born.hint, &mut self.ground)
        };
        match row {
            Ok(row) => Ok((born.entity, row)),
            Err(error) => {
                self.ground.slots.take_back(born.slot);
                Err(error)
            }
        }
    }

    /// Brings entities to life with rows in that archetype, and adds their handles to `born`; their components are to be written before anything
    /// reads them. On an error some of them exist.
    pub(crate) fn spawn_rows(
        &mut self,
        archetype: u16,
        rows: usize,
        born: &mut Vec<Entity>,
    ) -> Result<()> {
        while born.len() < rows {
            let home = &mut self.archetypes[archetype as usize];
            if home.insert_run(rows - born.len(), &mut self.ground, born)? == 0 {
                born.push(self.spawn(archetype, false)?.0);
            }
        }
        Ok(())
    }

    /// The rows of these live entities that lie one behind the other, from the first on: how many they are.
    pub(crate) fn neighbours(&self, entities: &[Entity]) -> Option<(Location, usize)> {
        let slots = &self.ground.slots;
        let (&first, rest) = entities.split_first()?;
        let start = slots.locate(first)?;
        let chunk = self.archetype(start.archetype).chunk_of(slots.layout().slot_of(first))?;
        let next = |&(row, &entity): &(u16, &Entity)| {
            let place = Location { archetype: start.archetype, row };
            slots.locate(entity) == Some(place)
                && chunk.range().contains(slots.layout().slot_of(entity))
        };
        Some((start, 1 + (start.row + 1..).zip(rest).take_while(next).count()))
    }

    /// Undoes a spawn whose handle was shown to nobody; several are undone in reverse order.
    pub(crate) fn unspawn(&mut self, entity: Entity) {
        let slot = self.ground.slots.layout().slot_of(entity);
        if let Some((_, location)) = self.ground.slots.occupant(slot) {
            self.archetypes[location.archetype as usize].remove(
                slot,
                location.row,
                &mut self.ground,
            );
            self.ground.slots.take_back(slot);
        }
    }

    /// Ends the life of the entity at `location`.
    #[inline]
    pub(crate) fn despawn(&mut self, entity: Entity, location: Location) {
        let slot = self.ground.slots.layout().slot_of(entity);
        self.archetypes[location.archetype as usize].remove(slot, location.row, &mut self.ground);
        self.ground.slots.release(slot);
    }

    /// Moves the row of an entity to another archetype, with the components that both have. The target's other components are to be
    /// written before anything reads them. On an error nothing has changed.
    ///
    /// With `toggled`, the row's chunk has room for toggles.
    pub(crate) fn relocate(
        &mut self,
        entity: Entity,
        from: Location,
        to: u16,
        toggled: bool,
    ) -> Result<NewRow> {
        let slot = self.ground.slots.layout().slot_of(entity);
        let (source, target) = pair(&mut self.archetypes, from.archetype, to);
        let Some(home) = source.chunk_index(slot) else {
            debug_assert!(false, "an entity's chunk is in the directory");
            return Err(Error::StaleEntity { entity });
        };
        let chunk = &source.chunks[home];
        let known = !self.ground.toggles.is_empty() && !chunk.bitmaps.is_none();
        let carries = known && chunk.bitmaps.has_any(from.row as usize);
        let row = if toggled || carries {
            let row = target.insert_toggled(entity, slot, u16::MAX, &mut self.ground);
            row.inspect_err(|_| self.ground.slots.place(slot, from))?
        } else {
            target.insert(entity, slot, u16::MAX, &mut self.ground)?
        };
        copy_shared(
            (&source.columns, chunk, from.row),
            (&target.columns, target.chunk(row.chunk), row.row),
        );
        if carries && !planted(Fault::TogglesLeftBehind) {
            target.chunks[row.chunk as usize].bitmaps.copy_row(
                row.row.into(),
                &chunk.bitmaps,
                from.row.into(),
            );
        }
        source.remove_at(home, slot, from.row, &mut self.ground);
        self.ground.counters.rows_moved += 1;
        Ok(row)
    }

    /// The archetype of a live entity's row, and the block of the row's chunk. This is the way of every access by handle, so it is
    /// free of checks that the invariants answer; with them it was a third slower.
    ///
    /// # Safety
    ///
    /// `location` is where the row of the entity alive in `slot` is.
    #[inline]
    #[expect(unsafe_code, reason = "looks up by S6 and S8 without checks")]
    pub(crate) unsafe fn home(&self, location: Location, slot: u32) -> (&Archetype, BlockRef) {
        debug_assert!((location.archetype as usize) < self.archetypes.len());
        // SAFETY: a live entity's record leads to an archetype (S6).
        let archetype = unsafe { self.archetypes.get_unchecked(location.archetype as usize) };
        // SAFETY: the directory has an entry for the slot of a live row, and it leads to a chunk (S8).
        (archetype, unsafe { archetype.block_of_live(slot) })
    }

    /// Where the component of a live entity lies; `None` if the entity does not have it. Of a tag the place means nothing.
    ///
    /// # Safety
    ///
    /// `location` is where the row of the entity alive in `slot` is.
    #[inline]
    #[expect(unsafe_code, reason = "computes an address inside a block; argued by S1 and S6")]
    pub(crate) unsafe fn cell<T: Component>(
        &self,
        location: Location,
        slot: u32,
        component: ComponentId,
    ) -> Option<NonNull<T>> {
        // SAFETY: the caller's duty.
        unsafe { self.cell_marked::<T, false>(location, slot, component) }
    }

    /// The same for a component that is to be written, which is noted.
    ///
    /// # Safety
    ///
    /// As for [`cell`](Self::cell).
    #[inline]
    #[expect(unsafe_code, reason = "as `cell`")]
    pub(crate) unsafe fn cell_to_write<T: Component>(
        &mut self,
        location: Location,
        slot: u32,
        component: ComponentId,
    ) -> Option<NonNull<T>> {
        // SAFETY: the caller's duty.
        unsafe { self.cell_marked::<T, true>(location, slot, component) }
    }

    /// As [`cell`](Self::cell); if it is to be written, that is noted.
    ///
    /// # Safety
    ///
    /// As for [`cell`](Self::cell), and a component to be written is borrowed for it alone.
    #[inline]
    #[expect(unsafe_code, reason = "computes an address inside a block; argued by S1 and S6")]
    unsafe fn cell_marked<T: Component, const WRITE: bool>(
        &self,
        location: Location,
        slot: u32,
        component: ComponentId,
    ) -> Option<NonNull<T>> {
        if T::IS_TOGGLE {
            let toggle = self.ground.toggles.index(component)?;
            return self.is_toggled(location, slot, toggle).then(NonNull::dangling);
        }
        // SAFETY: the caller's duty.
        let (archetype, block) = unsafe { self.home(location, slot) };
        match archetype.columns.place(component) {
            Place::Absent => None,
            Place::Tag => Some(NonNull::dangling()),
            Place::Column(column) => {
                let offset = archetype.columns.offsets()[column as usize][block.capacity_index()];
                // SAFETY: the chunk of a live row has a block (S8).
                let start = unsafe { block.live() };
                // SAFETY: a column starts inside the block (S1, S11).
                let start = unsafe { start.add(offset as usize) };
                if WRITE {
                    // SAFETY: the start of a column of the chunk.
                    unsafe { version::mark(start) };
                }
                // SAFETY: the row is one of the chunk's (S6).
                Some(unsafe { start.cast::<T>().add(location.row as usize) })
            }
        }
    }

    /// The bytes of a component of an entity, all of whose components were written; `None` if it is not alive or has no such component.
    #[expect(unsafe_code, reason = "the bytes of a cell; argued by S1, S2 and S6")]
    pub(crate) fn bytes_mut(
        &mut self,
        entity: Entity,
        component: ComponentId,
    ) -> Option<&mut [u8]> {
        let (cell, size) = self.cell_of(entity, component)?;
        // SAFETY: a row in use is initialised (S2) and without padding; storage is borrowed mutably.
        Some(unsafe { NonNull::slice_from_raw_parts(cell, size).as_mut() })
    }

    /// Writes a component of an entity that has it.
    #[expect(unsafe_code, reason = "writes a cell; argued by S1 and S6")]
    pub(crate) fn write(&mut self, entity: Entity, component: ComponentId, bytes: &[u8]) {
        let Some((cell, size)) = self.cell_of(entity, component) else { return };
        assert_eq!(size, bytes.len());
        // SAFETY: the cell is of a row of this entity (S6) and has `size` bytes (S1); `bytes` is not in a block, for storage is borrowed
        // mutably.
        unsafe { memory::copy(NonNull::from(bytes).cast(), cell, size, 1) };
    }

    /// Where a component of an entity lies that is to be written, which is noted, and its size; `None` if it is not alive or has no
    /// such column.
    #[expect(unsafe_code, reason = "looks up by S1 and S6")]
    fn cell_of(&mut self, entity: Entity, component: ComponentId) -> Option<(NonNull<u8>, usize)> {
        let location = self.ground.slots.locate(entity)?;
        let archetype = self.archetype(location.archetype);
        let chunk = archetype.chunk_of(self.ground.slots.layout().slot_of(entity))?;
        let Place::Column(column) = archetype.columns.place(component) else { return None };
        let (columns, column) = (&archetype.columns, column as usize);
        // SAFETY: the columns are those of the chunk's archetype (S1).
        let start = unsafe { memory::column(chunk, columns, column) };
        // SAFETY: the start of a column of the chunk.
        unsafe { version::mark(start) };
        // SAFETY: the row is one of the chunk's (S6).
        let cell = unsafe { start.add(location.row as usize * columns.size(column)) };
        Some((cell, columns.size(column)))
    }

    /// Settles every loose chunk.
    pub(crate) fn settle(&mut self) {
        // Without memory an archetype may be listed anew meanwhile.
        let mut listed = core::mem::take(&mut self.ground.loose);
        while let Some(id) = listed.pop() {
            let archetype = &mut self.archetypes[id as usize];
            archetype.listed = false;
            archetype.settle(&mut self.ground);
        }
        listed.append(&mut self.ground.loose);
        self.ground.loose = listed;
    }

    /// Settles loose chunks of the archetypes that a query matches, which `has` finds, by one of the ways that an archetype has.
    pub(crate) fn settle_loose(
        &mut self,
        matched: &[u16],
        has: impl Fn(u16) -> bool,
        settle: fn(&mut Archetype, &mut Ground),
    ) {
        let Self { archetypes, ground, .. } = self;
        if matched.len() < ground.loose.len() {
            // Shorter, and as good: who stays in the list without a loose chunk is taken out later.
            for &id in matched {
                if archetypes[id as usize].is_loose() {
                    settle(&mut archetypes[id as usize], ground);
                }
            }
        } else {
            let mut listed = core::mem::take(&mut ground.loose);
            listed.retain(|&id| {
                let archetype = &mut archetypes[id as usize];
                if has(id) {
                    settle(archetype, ground);
                }
                archetype.listed = archetype.is_loose();
                archetype.listed
            });
            debug_assert!(ground.loose.is_empty(), "who is listed is not listed again");
            ground.loose = listed;
        }
        ground.events.tell();
    }

    /// Whether nothing is loose anywhere.
    #[inline]
    pub(crate) fn is_settled(&self) -> bool {
        self.ground.loose.is_empty()
    }

    /// Ends every life; archetypes stay.
    pub(crate) fn clear(&mut self, stacked: bool) {
        for archetype in &mut self.archetypes {
            if archetype.live() > 0 || archetype.chunk_count() > 0 {
                archetype.clear(&mut self.ground);
            }
        }
        self.settle();
        self.ground.slots.clear(stacked);
    }

    /// The numbers for `World::archetype_stats`.
    pub(crate) fn stats(&self) -> ArchetypeStats {
        let Counters { inserts, removes, growths, splits, merges, settles, rows_moved, toggled } =
            self.ground.counters;
        let bitmaps = || self.archetypes.iter().flat_map(Archetype::chunks).map(|c| &c.bitmaps);
        let sum = |f: fn(&Archetype) -> usize| self.archetypes.iter().map(f).sum::<usize>();
        ArchetypeStats {
            archetypes: self.archetypes.len() as u32 - 1,
            chunks: sum(Archetype::chunk_count) as u32,
            rows_live: self.ground.slots.live(),
            rows_reserved: sum(|archetype| archetype.reserved() as usize) as u64,
            bytes_reserved: self.ground.pool.bytes_held() + sum(Archetype::table_bytes),
            bytes_pooled: self.ground.pool.bytes_pooled(),
            total_inserts: inserts,
            total_removes: removes,
            total_growths: growths,
            total_splits: splits,
            total_merges: merges,
            total_settles: settles,
            total_rows_moved: rows_moved,
            toggles_set: bitmaps().map(Bitmaps::count).sum(),
            bytes_toggles: bitmaps().map(Bitmaps::bytes).sum(),
            total_toggled: toggled,
            total_reservations: self.ground.pool.reservations(),
        }
    }
}

/// Doors for the audit's tests, which break invariants through them.
#[cfg(test)]
impl Storage {
    pub(crate) fn archetype_mut(&mut self, index: u16) -> &mut Archetype {
        &mut self.archetypes[index as usize]
    }

    pub(crate) fn harm_live(&mut self, index: u16, by: i32) {
        let live = &mut self.archetypes[index as usize].live;
        *live = live.wrapping_add_signed(by);
    }

    /// Forgets that chunks are loose, after making their rows one run.
    pub(crate) fn harm_forget_loose(&mut self, index: u16) {
        self.archetypes[index as usize].harm_forget_loose(&mut self.ground);
    }
}

/// Two different archetypes.
fn pair(all: &mut [Archetype], one: u16, other: u16) -> (&mut Archetype, &mut Archetype) {
    debug_assert_ne!(one, other);
    let (low, high) = (one.min(other) as usize, one.max(other) as usize);
    let (head, tail) = all.split_at_mut(high);
    if one < other { (&mut head[low], &mut tail[0]) } else { (&mut tail[0], &mut head[low]) }
}

/// The columns of an archetype, a chunk of it, and a row of that.
type Cells<'a> = (&'a Columns, &'a Chunk, u16);

/// Copies the components that two archetypes share from a row to a new row of the same entity.
#[inline]
#[expect(unsafe_code, reason = "copies between two chunks; argued by S1 and S2")]
fn copy_shared((columns, from, row): Cells<'_>, (twins, to, new): Cells<'_>) {
    let mut columns = columns.each(from.capacity());
    if planted(Fault::LastColumnNotMoved) {
        columns.next_back();
    }
    for (component, size, start) in columns {
        let Place::Column(twin) = twins.place(component) else { continue };
        // SAFETY: S1; the row is in use.
        let source = unsafe { from.block().add(start + row as usize * size) };
        let start = twins.offset(twin as usize, to.capacity());
        // SAFETY: S1; the row was just made, and the component has one size.
        let target = unsafe { to.block().add(start + new as usize * size) };
        // SAFETY: the source is initialised (S2), and two archetypes' chunks hold two blocks (P3).
        unsafe { memory::copy(source, target, size, 1) };
    }
}
