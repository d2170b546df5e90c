//! Entities come and go: spawning alone and in batches, despawning, clearing.
#![expect(unsafe_code, reason = "starts writing a new row; argued by S2 and S6 of `storage`")]

use alloc::vec::Vec;

use super::World;
use crate::bundle::{RowWriter, RowsWriter, for_tuples};
use crate::events::{Event, NO_SLOT};
use crate::options::{ClearOrder, OnStaleDespawn};
use crate::query::assert_bundle;
use crate::slots::Location;
use crate::{Bundle, Component, Entity, Error, Result};

impl World {
    /// Spawns an entity with the components of a bundle, in one move into its archetype.
    ///
    /// # Errors
    ///
    /// [`ComponentUnregistered`](Error::ComponentUnregistered), [`ComponentLimit`](Error::ComponentLimit), [`ArchetypesFull`](Error::ArchetypesFull),
    /// [`CapacityFull`](Error::CapacityFull) or [`OutOfMemory`](Error::OutOfMemory); no entity exists then.
    #[doc(alias = "create")]
    #[inline]
    pub fn spawn<B: Bundle>(&mut self, bundle: B) -> Result<Entity> {
        const { assert_bundle(&B::ACCESS) };
        let entry = self.entry::<B>(Entity::NONE)?;
        let home = self.home_of(entry)?;
        let born = self.spawn_into(entry, home, bundle);
        let entity = born.map_err(|error| self.undone(error))?;
        self.storage.ground.events.tell();
        let live = self.storage.ground.slots.note_peak();
        self.guardrails.on_spawn(live, &self.storage.ground.events);
        Ok(entity)
    }

    /// Spawns an entity without components.
    ///
    /// # Errors
    ///
    /// [`CapacityFull`](Error::CapacityFull) or [`OutOfMemory`](Error::OutOfMemory).
    pub fn spawn_empty(&mut self) -> Result<Entity> {
        self.spawn(())
    }

    /// Spawns an entity for each bundle, and gives their handles in that order. The slice is the world's: copy what is to be kept. (Its memory is let go
    /// in the first whole frame without a batch.)
    ///
    /// If the iterator panics, the entities spawned so far exist. Its `size_hint` is not relied on.
    ///
    /// # Errors
    ///
    /// As for [`spawn`](Self::spawn); none of the entities exists then.
    pub fn spawn_batch<I>(&mut self, bundles: I) -> Result<&[Entity]>
    where
        I: IntoIterator,
        I::Item: Bundle,
    {
        const { assert_bundle(&I::Item::ACCESS) };
        self.batch.clear();
        let bundles = bundles.into_iter();
        let entry = self.entry::<I::Item>(Entity::NONE)?;
        let batch = Batch::of(self, bundles.size_hint().0);
        // Found with the first bundle: a batch of none bears no archetype.
        let mut home = None;
        for bundle in bundles {
            let known = home.map_or_else(|| batch.world.home_of(entry), Ok);
            match known.and_then(|known| batch.world.spawn_into(entry, known, bundle)) {
                Ok(entity) => batch.world.batch.push(entity),
                Err(error) => return Err(batch.undo(error)),
            }
            home = known.ok();
        }
        drop(batch);
        Ok(&self.batch)
    }

    /// Spawns `rows` entities whose components are given as columns: a slice, or a tuple of up to 16 slices, each of that length. Gives their handles
    /// in order, as [`spawn_batch`](Self::spawn_batch) does.
    ///
    /// # Errors
    ///
    /// [`ColumnLength`](Error::ColumnLength) if a slice has another length, else as for [`spawn`](Self::spawn); none of the entities exists then.
    #[expect(clippy::needless_pass_by_value, reason = "slices and tuples of slices")]
    pub fn spawn_columns<C: Columns>(&mut self, rows: u32, columns: C) -> Result<&[Entity]> {
        const { assert_bundle(&C::Row::ACCESS) };
        let entry = self.entry::<C::Row>(Entity::NONE)?;
        let mut members = self.bundles[entry].members.iter();
        let mut wrong = None;
        columns.lengths(&mut |found| {
            let member = members.next().filter(|_| found != rows as usize);
            wrong = wrong.or(member.map(|&component| (component, found)));
        });
        if let Some((component, found)) = wrong {
            let found = u32::try_from(found).unwrap_or(u32::MAX);
            return Err(Error::ColumnLength { component, expected: rows, found });
        }
        self.batch.clear();
        if rows == 0 {
            return Ok(&self.batch);
        }
        let batch = Batch::of(self, rows as usize);
        let home = match batch.world.home_of(entry) {
            Ok(home) => home,
            Err(error) => return Err(batch.undo(error)),
        };
        if rows > batch.world.storage.ground.slots.available() {
            let full = batch.world.full(rows);
            return Err(batch.undo(full));
        }
        let World { storage, batch: born, .. } = &mut *batch.world;
        if let Err(error) = storage.spawn_rows(home, rows as usize, born) {
            return Err(batch.undo(error));
        }
        if let Err(error) = batch.world.reserve_toggles::<C>() {
            return Err(batch.undo(error));
        }
        batch.world.write_columns(entry, &columns);
        drop(batch);
        Ok(&self.batch)
    }

    /// Lets the chunks of the batch have room for toggles, if there are some in the columns.
    fn reserve_toggles<C: Columns>(&mut self) -> Result<()> {
        let mut first = 0;
        if !const { <C::Row as Bundle>::ACCESS.has_toggle() } {
            return Ok(());
        }
        while let Some((location, rows)) = self.storage.neighbours(&self.batch[first..]) {
            let slot = self.layout().slot_of(self.batch[first]);
            self.storage.reserve_toggles(location.archetype, slot)?;
            first += rows;
        }
        Ok(())
    }

    /// Lets go of the memory for the handles of batches, if it is much and a whole frame had no batch.
    pub(super) fn let_go_of_batch(&mut self) {
        if self.batch.is_empty() && self.batch.capacity() > KEPT_HANDLES {
            self.batch = Vec::new();
        }
        self.batch.clear();
    }

    /// Writes the columns of the batch, whose rows were just made.
    fn write_columns<C: Columns>(&mut self, entry: usize, columns: &C) {
        let mut first = 0;
        while let Some((location, rows)) = self.storage.neighbours(&self.batch[first..]) {
            let slot = self.layout().slot_of(self.batch[first]);
            let members = &self.bundles[entry].members;
            // SAFETY: the row was just made for the bundle's members.
            let row = unsafe { RowWriter::new(&mut self.storage, location, slot, members) };
            // SAFETY: the rows are neighbours.
            columns.put(&mut unsafe { RowsWriter::new(row, first..first + rows) });
            first += rows;
        }
    }

    /// Ends the life of an entity. Its handle stays invalid on this timeline; its slot is the next to be used again.
    ///
    /// # Errors
    ///
    /// [`StaleEntity`](Error::StaleEntity) if it is not alive.
    ///
    /// # Panics
    ///
    /// In debug builds, on a handle that is not alive, under [`OnStaleDespawn::PanicInDebug`](crate::OnStaleDespawn::PanicInDebug).
    #[doc(alias = "destroy")]
    #[inline]
    pub fn despawn(&mut self, entity: Entity) -> Result<()> {
        match self.storage.ground.slots.locate(entity) {
            Some(location) => {
                self.storage.despawn(entity, location);
                Ok(())
            }
            None => Err(self.stale_despawn(entity)),
        }
    }

    /// Whether the handle is of a living entity. Silent.
    #[must_use]
    #[inline]
    pub fn is_valid(&self, entity: Entity) -> bool {
        self.storage.ground.slots.locate(entity).is_some()
    }

    /// Like [`is_valid`](Self::is_valid), but a stale handle is an error and a warning.
    ///
    /// # Errors
    ///
    /// [`StaleEntity`](Error::StaleEntity) if it is not alive.
    pub fn check(&self, entity: Entity) -> Result<()> {
        self.locate(entity).map(|_| ())
    }

    /// Ends every life. Archetypes, registered components and totals stay. Clearing twice is clearing once.
    pub fn clear(&mut self) {
        self.storage.clear(self.options.clear_order == ClearOrder::Reference);
    }

    /// Where a living entity's row is; a stale handle is an error and a warning.
    #[inline]
    pub(super) fn locate(&self, entity: Entity) -> Result<Location> {
        self.storage.ground.slots.locate(entity).ok_or_else(|| self.stale_access(entity))
    }

    /// The error for a stale handle.
    #[cold]
    #[inline(never)]
    fn stale_access(&self, entity: Entity) -> Error {
        let (entity_id, generation) = self.parts(entity);
        self.storage.ground.events.emit(Event::StaleEntityAccess { entity_id, generation });
        Error::StaleEntity { entity }
    }

    /// Slot and generation of a handle, as events tell them.
    pub(super) fn parts(&self, entity: Entity) -> (u32, u32) {
        if entity.is_none() {
            return (NO_SLOT, 0);
        }
        (self.layout().slot_of(entity), self.layout().generation_of(entity))
    }

    /// Spawns into an archetype that has just the members of the bundle.
    #[inline]
    fn spawn_into<B: Bundle>(&mut self, entry: usize, archetype: u16, bundle: B) -> Result<Entity> {
        let (entity, row) = self.storage.spawn(archetype, const { B::ACCESS.has_toggle() })?;
        let slot = self.storage.ground.slots.layout().slot_of(entity);
        let location = Location { archetype, row: row.row };
        let members = &self.bundles[entry].members;
        // SAFETY: the row was just made for the bundle's members.
        bundle.put(&mut unsafe {
            RowWriter::<true>::new(&mut self.storage, location, slot, members)
        });
        Ok(entity)
    }

    /// The error for a world without room for so many more.
    pub(super) fn full(&self, requested: u32) -> Error {
        Error::CapacityFull { capacity: self.storage.ground.slots.capacity(), requested }
    }

    #[cold]
    fn stale_despawn(&self, entity: Entity) -> Error {
        let (entity_id, generation) = self.parts(entity);
        self.storage.ground.events.emit(Event::StaleEntityDestroy { entity_id, generation });
        assert!(
            !cfg!(debug_assertions)
                || self.options.on_stale_despawn != OnStaleDespawn::PanicInDebug,
            "despawned an entity that is not alive: {}",
            self.layout().label(entity)
        );
        Error::StaleEntity { entity }
    }
}

/// For how many handles memory is kept even if no batch needs it.
const KEPT_HANDLES: usize = 1_024;

/// A batch being spawned. However it ends, the guardrails learn how many entities there are.
pub(super) struct Batch<'w> {
    pub(super) world: &'w mut World,
    live_before: u32,
    archetypes_before: u32,
    /// How many bundles the iterator said there are at least.
    least: usize,
}

impl<'w> Batch<'w> {
    pub(super) fn of(world: &'w mut World, least: usize) -> Self {
        let live_before = world.storage.ground.slots.live();
        let archetypes_before = world.archetype_count();
        Self { world, live_before, archetypes_before, least }
    }

    /// Takes back every entity of the batch; nobody has seen their handles.
    pub(super) fn undo(self, error: Error) -> Error {
        let requested = self.least.max(self.world.batch.len() + 1);
        while let Some(entity) = self.world.batch.pop() {
            self.world.storage.unspawn(entity);
        }
        self.world.unbear(self.archetypes_before);
        match error {
            Error::CapacityFull { .. } => {
                self.world.full(u32::try_from(requested).unwrap_or(u32::MAX))
            }
            other => other,
        }
    }
}

impl Drop for Batch<'_> {
    fn drop(&mut self) {
        let live = self.world.storage.ground.slots.note_peak();
        self.world.storage.ground.events.tell();
        let events = &self.world.storage.ground.events;
        self.world.guardrails.on_spawn_many(self.live_before, live, events);
    }
}

/// The columns of a batch: a slice of components, or a tuple of up to 16 slices.
///
/// # Safety
///
/// `put` writes each column of `Row`, in order, and calls nothing of the user's.
pub unsafe trait Columns {
    /// The components of one row.
    #[doc(hidden)]
    type Row: Bundle;

    /// Tells the length of each slice, in order.
    #[doc(hidden)]
    fn lengths(&self, each: &mut dyn FnMut(usize));

    /// Writes some rows of each slice, in order; they are below every length.
    #[doc(hidden)]
    fn put(&self, rows: &mut RowsWriter<'_>);
}

/// Implements `Columns` for what is as good as a slice.
macro_rules! slices {
    ($([$($generics:tt)*] $slice:ty;)*) => { $(
        // SAFETY: one column, written.
        unsafe impl<T: Component $($generics)*> Columns for &$slice {
            type Row = T;

            fn lengths(&self, each: &mut dyn FnMut(usize)) {
                each(self.len());
            }

            fn put(&self, rows: &mut RowsWriter<'_>) {
                rows.write(&self[..]);
            }
        }
    )* };
}

slices! {
    [] [T];
    [, const N: usize] [T; N];
    [] Vec<T>;
}

/// Implements `Columns` for a tuple.
macro_rules! tuple {
    ($($name:ident $index:tt),*) => {
        // SAFETY: each member in order.
        unsafe impl<$($name: Columns),*> Columns for ($($name,)*) {
            type Row = ($($name::Row,)*);

            fn lengths(&self, each: &mut dyn FnMut(usize)) {
                let _ = &each;
                $(self.$index.lengths(each);)*
            }

            fn put(&self, rows: &mut RowsWriter<'_>) {
                let _ = &rows;
                $(self.$index.put(rows);)*
            }
        }
    };
}

for_tuples!(tuple: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12, N 13, O 14, P 15);
