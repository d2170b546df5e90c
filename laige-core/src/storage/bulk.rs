//! Bulk: rows that move to another archetype, or go, as runs of neighbours. Here is what one run does; which runs there are, and what
//! becomes of them when memory is out, is `world/bulk.rs`.
//!
//! A run that moves is first *carried*: its entities have their rows in the target then, and the source still holds the old ones. When all
//! runs are carried they *leave* the source; if one could not be, they are *taken back*, for which no memory is needed.
#![expect(
    unsafe_code,
    reason = "copies columns between chunks; argued by S1, S2 and P3 of `storage`"
)]

use super::archetype::Archetype;
use super::bitmaps::Piece;
use super::chunk::Chunk;
use super::columns::{Capacity, Place};
use super::{Ground, Storage, memory, pair, version};
use crate::limits::CHUNK_ROWS;
use crate::slots::Location;
use crate::{ComponentId, Entity, Result};

/// Rows of a settled chunk that lie one behind the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowRun {
    pub(crate) archetype: u16,
    /// The chunk's place in the order of the archetype's chunks.
    pub(crate) place: u32,
    pub(crate) first: u16,
    pub(crate) rows: u16,
}

/// Rows that were just made, one behind the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Carried {
    /// The slot of the first one's entity, and where that row is.
    pub(crate) slot: u32,
    pub(crate) location: Location,
    pub(crate) rows: u16,
}

impl RowRun {
    /// The chunk in which the rows are.
    fn chunk(self, archetype: &Archetype) -> &Chunk {
        archetype.chunk_at(self.place as usize)
    }

    /// The entities of the rows.
    fn entities(self, archetype: &Archetype) -> &[Entity] {
        let first = self.first as usize;
        &self.chunk(archetype).handles()[first..first + self.rows as usize]
    }
}

impl Storage {
    /// The entities of a run.
    pub(crate) fn entities(&self, run: RowRun) -> &[Entity] {
        run.entities(self.archetype(run.archetype))
    }

    /// Makes rows in another archetype for the first entities of the run, as many as lie one behind the other there, with the components that both
    /// have. The target's other components are to be written before anything reads them. The source keeps its rows, which are nobody's.
    ///
    /// With `toggled`, the chunk of the new rows has room for toggles. On an error this call has changed nothing.
    pub(crate) fn carry(&mut self, run: RowRun, to: u16, toggled: bool) -> Result<Carried> {
        let (source, target) = pair(&mut self.archetypes, run.archetype, to);
        let entities = run.entities(source);
        let bitmaps = &run.chunk(source).bitmaps;
        let toggled = toggled || !bitmaps.is_none();
        let (index, row, rows) = target.insert_all(entities, toggled, &mut self.ground)?;
        copy_shared(source, run, target, (index, row), rows);
        if !bitmaps.is_none() {
            let piece = Piece { from: run.first, to: row, rows: rows as u16 };
            bitmaps.copy_rows(&mut target.chunks[index].bitmaps, piece);
        }
        let slot = self.ground.slots.layout().slot_of(entities[0]);
        let location = Location { archetype: to, row };
        Ok(Carried { slot, location, rows: rows as u16 })
    }

    /// Gives the entities of a run, as far as they were carried away, their old rows back.
    pub(crate) fn take_back(&mut self, run: RowRun) {
        let slots = self.ground.slots.layout();
        for (row, nth) in (run.first..).zip(0..run.rows as usize) {
            let entity = self.entities(run)[nth];
            let Some(location) = self.ground.slots.locate(entity) else { continue };
            if location.archetype != run.archetype {
                let (slot, target) = (slots.slot_of(entity), location.archetype as usize);
                self.archetypes[target].remove(slot, location.row, &mut self.ground);
                self.ground.slots.place(slot, Location { archetype: run.archetype, row });
            }
        }
    }

    /// Drops the rows of a run, all of which were carried away.
    pub(crate) fn leave(&mut self, run: RowRun) {
        self.archetypes[run.archetype as usize].remove_all(run, &mut self.ground);
        self.ground.counters.rows_moved += u64::from(run.rows);
    }

    /// Ends the lives of the entities of a run, one after the other.
    pub(crate) fn despawn_run(&mut self, run: RowRun) {
        let archetype = &mut self.archetypes[run.archetype as usize];
        self.ground.slots.release_all(run.first, run.entities(archetype));
        archetype.remove_all(run, &mut self.ground);
    }

    /// Sets those of the components that are toggles for so many rows, whose chunk has room for them.
    pub(crate) fn toggle_all(&mut self, first: Carried, components: &[ComponentId]) {
        let Carried { slot, location: Location { archetype, row }, rows } = first;
        for &component in components {
            let Some(toggle) = self.ground.toggles.index(component) else { continue };
            let location = |row| Location { archetype, row };
            let unset = |&row: &u16| !self.is_toggled(location(row), slot, toggle);
            self.ground.counters.toggled += (row..row + rows).filter(unset).count() as u64;
            self.set_toggles(location(row), slot, toggle, rows as usize);
        }
    }

    /// Writes a component of rows that were just made.
    ///
    /// # Safety
    ///
    /// `first` is the row of a live entity, and so many rows of its chunk from there on are in use and were made since versions were last
    /// given. They have the component, and the bytes are values of it, one for each.
    pub(crate) unsafe fn write_rows(
        &mut self,
        first: Carried,
        component: ComponentId,
        bytes: &[u8],
    ) {
        let Carried { slot, location, rows } = first;
        let archetype = self.archetype(location.archetype);
        let Some(chunk) = archetype.chunk_of(slot) else { return };
        let Place::Column(column) = archetype.columns.place(component) else { return };
        let size = archetype.columns.size(column as usize);
        assert!(
            (location.row + rows) as usize <= chunk.len() && bytes.len() == size * rows as usize
        );
        // SAFETY: the chunk is of the archetype, which has the column (S1), and the rows are in use (S2). New rows stand for all columns (V2).
        let start = unsafe {
            memory::cell(chunk, &archetype.columns, column as usize, location.row as usize)
        };
        // SAFETY: as many values as rows, by the caller's word.
        unsafe { memory::fill(start, bytes) };
    }

    /// Copies components of a row to the rows behind it, so many in all.
    ///
    /// # Safety
    ///
    /// `first` is the row of a live entity, which has the components, and so many rows of its chunk from there on are in use.
    pub(crate) unsafe fn repeat(&mut self, first: Carried, components: &[ComponentId]) {
        let Carried { slot, location, rows } = first;
        let archetype = self.archetype(location.archetype);
        let Some(chunk) = archetype.chunk_of(slot) else { return };
        debug_assert!((location.row + rows) as usize <= chunk.len());
        for &component in components {
            let Place::Column(column) = archetype.columns.place(component) else { continue };
            let size = archetype.columns.size(column as usize);
            // SAFETY: the chunk is of the archetype, which has the column (S1).
            let start = unsafe { memory::column(chunk, &archetype.columns, column as usize) };
            // SAFETY: just found.
            unsafe { version::mark(start) };
            // SAFETY: the row is one of the chunk's.
            let cell = unsafe { start.add(location.row as usize * size) };
            // SAFETY: the first row is initialised (S2), and the others are in use, too.
            unsafe { memory::repeat(cell, size, rows as usize) };
        }
    }
}

impl Archetype {
    /// Makes rows for the first of these entities, which have none here and ascend by slot: as many as one chunk takes behind its last row. Gives the
    /// chunk's index, the first row and how many there are; their components are to be written before anything reads them.
    ///
    /// With `toggled`, the chunk has room for toggles. On an error nothing has changed.
    fn insert_all(
        &mut self,
        entities: &[Entity],
        toggled: bool,
        ground: &mut Ground,
    ) -> Result<(usize, u16, usize)> {
        let layout = ground.slots.layout();
        let slot = layout.slot_of(entities[0]);
        let mut index = match self.chunk_index(slot) {
            Some(index) => index,
            None => self.open(slot, ground)?,
        };
        while self.chunks[index].is_full() {
            index = self.make_room(index, slot, ground)?;
        }
        // A slot of these must not come behind a hole that it left; and an empty chunk is found by settling if the next step fails.
        self.settle_rows(index, ground);
        self.mark_loose(index, ground);
        let chunk = &self.chunks[index];
        let (first, end) = (chunk.len(), chunk.range().end());
        let inside = entities.partition_point(|&entity| layout.slot_of(entity) < end);
        let rows = inside.min(CHUNK_ROWS - first);
        let wanted = Capacity::for_rows(first + rows);
        if wanted > chunk.capacity() {
            self.refit(index, wanted, ground)?;
        }
        if toggled {
            self.reserve_toggles(index as u32, ground)?;
        }
        let entities = &entities[..rows];
        self.extend_directory(layout.slot_of(entities[rows - 1]));
        self.chunks[index].push_all(entities);
        self.live += rows as u32;
        let location = Location { archetype: self.id, row: first as u16 };
        ground.slots.place_all(location, entities);
        Ok((index, first as u16, rows))
    }

    /// Takes the rows of a run away. The slot table is not told: the entities are elsewhere or dead.
    fn remove_all(&mut self, run: RowRun, ground: &mut Ground) {
        let index = self.order[run.place as usize] as usize;
        let chunk = &mut self.chunks[index];
        let rows = run.first as usize..(run.first + run.rows) as usize;
        if !chunk.bitmaps.is_none() {
            chunk.bitmaps.forget_all(rows.clone());
        }
        if rows.len() == chunk.live() {
            chunk.set_run(0);
        } else {
            for row in rows {
                let slot = ground.slots.layout().slot_of(chunk.handles()[row]);
                chunk.punch(row, slot);
            }
        }
        self.live -= u32::from(run.rows);
        self.mark_loose(index, ground);
    }
}

/// Copies the components that two archetypes share from the first rows of a run to new rows of the same entities.
fn copy_shared(
    source: &Archetype,
    run: RowRun,
    target: &Archetype,
    (index, row): (usize, u16),
    rows: usize,
) {
    let (from, to) = (run.chunk(source), target.chunk(index as u32));
    debug_assert!(run.first as usize + rows <= from.len() && row as usize + rows <= to.len());
    for column in 0..source.columns.len() {
        let Place::Column(twin) = target.columns.place(source.columns.component(column)) else {
            continue;
        };
        // SAFETY: S1; the row is in use.
        let cell = unsafe { memory::cell(from, &source.columns, column, run.first as usize) };
        // SAFETY: S1; the row was just made.
        let new = unsafe { memory::cell(to, &target.columns, twin as usize, row as usize) };
        // SAFETY: the source is initialised (S2), and two archetypes' chunks hold two blocks (P3).
        unsafe { memory::copy(cell, new, source.columns.size(column), rows) };
    }
}
