//! Appending: the entities of a snapshot come to live beside those that a world has, under new handles. What else a snapshot holds is
//! for restoring.
#![expect(unsafe_code, reason = "writes the columns of rows that were just made")]

use alloc::vec::Vec;
use core::ops::Range;

use super::World;
use super::life::Batch;
use crate::entity_fields::each_entity;
use crate::sorting;
use crate::storage::bulk::Carried;
use crate::storage::copy::ArchetypeCopy;
use crate::storage::toggles::ToggleIndex;
use crate::{ComponentId, ComponentInfo, Entity, Result, Snapshot};

/// Which entity of a snapshot became which one of a world: from [`World::append`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandleMap {
    /// By the handle in the snapshot.
    pairs: Vec<(Entity, Entity)>,
}

impl HandleMap {
    /// The new entity for one of the snapshot; `None` if it was not alive there.
    #[must_use]
    pub fn get(&self, old: Entity) -> Option<Entity> {
        let place = self.pairs.binary_search_by_key(&old, |&(old, _)| old).ok()?;
        self.pairs.get(place).map(|&(_, new)| new)
    }

    /// How many entities there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Each entity of the snapshot and the new one.
    ///
    /// # Order
    ///
    /// By slot in the snapshot.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Entity, Entity)> + '_ {
        self.pairs.iter().copied()
    }
}

/// The rows of one archetype of a snapshot, and what they are in the world.
struct Part<'a> {
    copy: &'a ArchetypeCopy,
    /// Ascending.
    signature: Vec<ComponentId>,
    /// The components that have bytes, in the order of the copy's columns.
    columns: Vec<ComponentInfo>,
    /// Where its entities are among all.
    span: Range<usize>,
}

impl World {
    /// Spawns every entity of the snapshot beside those that are here, with its components and toggles. Entities in components become the new
    /// ones; those that were not alive in the snapshot become [`Entity::NONE`].
    ///
    /// The snapshot may be of a world with other options, and its components may be registered in another order. Its resources,
    /// counters and free slots, and what is state of systems, are left where they are. As with any spawn, components that come are no inserts.
    ///
    /// ```
    /// use laige_core::{Options, World};
    ///
    /// let mut prefab = World::new(Options::with_capacity(10))?;
    /// let old = prefab.spawn_empty()?;
    /// let snapshot = prefab.snapshot();
    ///
    /// let mut world = World::new(Options::with_capacity(5_000))?;
    /// world.spawn_empty()?;
    /// let first = world.append(&snapshot)?;
    /// let second = world.append(&snapshot)?;
    /// assert_eq!(world.entity_count(), 3);
    /// assert_ne!(first.get(old), second.get(old));
    /// # Ok::<(), laige_core::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CapacityFull`](crate::Error::CapacityFull), [`ComponentUnregistered`](crate::Error::ComponentUnregistered), [`ComponentLimit`](crate::Error::ComponentLimit),
    /// [`ArchetypesFull`](crate::Error::ArchetypesFull) or [`OutOfMemory`](crate::Error::OutOfMemory); the world is as it was then.
    ///
    /// # Order
    ///
    /// Entities are spawned in the order in which a query would visit them in the snapshot: archetypes by birth, then by slot.
    pub fn append(&mut self, snapshot: &Snapshot) -> Result<HandleMap> {
        let parts = self.parts_of(snapshot)?;
        let toggles = self.toggles_in(snapshot)?;
        let count = parts.last().map_or(0, |part| part.span.end);
        self.batch.clear();
        let batch = Batch::of(self, count);
        let spawned = batch.world.spawn_parts(&parts, count);
        let spawned = spawned.and_then(|()| batch.world.make_room(&parts, !toggles.is_empty()));
        if let Err(error) = spawned {
            return Err(batch.undo(error));
        }
        let (mut pairs, mut born) = (Vec::with_capacity(count), batch.world.batch.iter().copied());
        for copy in parts.iter().flat_map(|part| part.copy.chunks()) {
            pairs.extend(copy.handles().iter().copied().zip(&mut born));
        }
        pairs.sort_unstable();
        let map = HandleMap { pairs };
        for part in &parts {
            batch.world.write_part(part, &map);
            batch.world.toggle_part(part, &toggles);
        }
        drop(batch);
        Ok(map)
    }

    /// The archetypes of the snapshot that have rows, by birth.
    fn parts_of<'a>(&self, snapshot: &'a Snapshot) -> Result<Vec<Part<'a>>> {
        let (mut parts, mut end) = (Vec::new(), 0);
        for copy in &snapshot.storage.archetypes {
            let rows: usize = copy.chunks().map(|chunk| chunk.handles().len()).sum();
            if rows == 0 {
                continue;
            }
            let there = copy.signature.iter().filter_map(|id| snapshot.components.get(id.index()));
            let here: Vec<ComponentInfo> =
                there.map(|info| self.known(info)).collect::<Result<_>>()?;
            let mut signature: Vec<ComponentId> = here.iter().map(ComponentInfo::id).collect();
            sorting::sort(&mut signature);
            let columns = here.into_iter().filter(|info| info.size() > 0).collect();
            let span = end..end + rows;
            end = span.end;
            parts.push(Part { copy, signature, columns, span });
        }
        Ok(parts)
    }

    /// What this world knows of a component of another one.
    fn known(&self, info: &ComponentInfo) -> Result<ComponentInfo> {
        let id = self.registry.id_of(info.component_type());
        let known = id.and_then(|id| self.registry.info(id)).copied();
        known.ok_or_else(|| self.unregistered(info.name(), Entity::NONE))
    }

    /// The toggles that anything in the snapshot has: their places there and here.
    fn toggles_in(&self, snapshot: &Snapshot) -> Result<Vec<(usize, ToggleIndex)>> {
        let mut found = Vec::new();
        let there = snapshot.components.iter().filter(|info| info.is_toggle());
        for (place, info) in there.enumerate() {
            let chunks = || snapshot.storage.archetypes.iter().flat_map(ArchetypeCopy::chunks);
            if chunks().any(|chunk| chunk.bitmap(place).iter().any(|&word| word != 0)) {
                let id = self.known(info)?.id();
                found.extend(self.storage.ground.toggles.index(id).map(|here| (place, here)));
            }
        }
        Ok(found)
    }

    /// Makes the rows of all parts; their values are to be written before anything reads them.
    fn spawn_parts(&mut self, parts: &[Part<'_>], count: usize) -> Result<()> {
        let requested = u32::try_from(count).unwrap_or(u32::MAX);
        if requested > self.storage.ground.slots.available() {
            return Err(self.full(requested));
        }
        let homes = parts.iter().map(|part| self.archetype_of(&part.signature, 0, Entity::NONE));
        let homes: Vec<u16> = homes.collect::<Result<_>>()?;
        for (part, home) in parts.iter().zip(homes) {
            self.storage.spawn_rows(home, part.span.end, &mut self.batch)?;
        }
        Ok(())
    }

    /// Lets the new rows have room for toggles, if there are some.
    fn make_room(&mut self, parts: &[Part<'_>], toggled: bool) -> Result<()> {
        for part in parts.iter().filter(|_| toggled) {
            for (first, _) in self.runs_of(part) {
                self.storage.reserve_toggles(first.location.archetype, first.slot)?;
            }
        }
        Ok(())
    }

    /// The new rows of a part that lie one behind the other, each time with the place of the first among the part's.
    fn runs_of(&self, part: &Part<'_>) -> Vec<(Carried, usize)> {
        let entities = &self.batch[part.span.clone()];
        let (mut runs, mut first) = (Vec::new(), 0);
        while let Some((location, rows)) = self.storage.neighbours(&entities[first..]) {
            let slot = self.layout().slot_of(entities[first]);
            runs.push((Carried { slot, location, rows: rows as u16 }, first));
            first += rows;
        }
        runs
    }

    /// Writes the values of a part, in which entities become the new ones.
    fn write_part(&mut self, part: &Part<'_>, map: &HandleMap) {
        let runs = self.runs_of(part);
        let (mut values, mut entities) = (Vec::new(), Vec::new());
        for (column, info) in part.columns.iter().enumerate() {
            values.clear();
            for chunk in part.copy.chunks() {
                values.extend_from_slice(part.copy.column(chunk, column));
            }
            entities.clear();
            each_entity(info.shape(), 0, &mut |offset| entities.push(offset));
            remap(&mut values, info.size(), &entities, map);
            for &(first, place) in &runs {
                let start = place * info.size();
                let bytes = &values[start..start + first.rows as usize * info.size()];
                // SAFETY: the rows were just made for these components, and the bytes are values of this one, in which handles are
                // exchanged: any bits are a handle.
                unsafe { self.storage.write_rows(first, info.id(), bytes) };
            }
        }
    }

    /// Sets the toggles of a part, for which there is room.
    fn toggle_part(&mut self, part: &Part<'_>, toggles: &[(usize, ToggleIndex)]) {
        let mut place = part.span.start;
        for chunk in part.copy.chunks() {
            for &(there, here) in toggles {
                let bitmap = chunk.bitmap(there);
                let set =
                    |row: &usize| bitmap.get(row / 64).is_some_and(|w| w >> (row % 64) & 1 != 0);
                for row in (0..chunk.handles().len()).filter(set) {
                    let entity = self.batch[place + row];
                    let slot = self.layout().slot_of(entity);
                    if let Some(location) = self.storage.ground.slots.locate(entity) {
                        self.storage.set_toggles(location, slot, here, 1);
                    }
                }
            }
            place += chunk.handles().len();
        }
    }
}

/// Exchanges the handles at those offsets of each value.
fn remap(values: &mut [u8], size: usize, offsets: &[usize], map: &HandleMap) {
    if offsets.is_empty() {
        return;
    }
    for value in values.chunks_exact_mut(size) {
        for &offset in offsets {
            let Some(bits) = value.get_mut(offset..).and_then(<[u8]>::first_chunk_mut) else {
                continue;
            };
            let new = map.get(Entity::from_bits(u32::from_ne_bytes(*bits)));
            *bits = new.unwrap_or(Entity::NONE).to_bits().to_ne_bytes();
        }
    }
}
