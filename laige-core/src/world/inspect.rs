//! Inspection: what a world holds, for people and tests to look at. The views show state; how rows lie in memory shows
//! only in the chunks' capacities.

use core::fmt;

use super::World;
use crate::slots::Location;
use crate::storage::archetype::Archetype;
use crate::storage::chunk::Chunk;
use crate::{
    ArchetypeStats, Component, ComponentId, ComponentInfo, Entity, EntityStats, GuardrailStats,
    Label,
};

impl World {
    /// The number of slots: the most entities that can be alive at once.
    #[must_use]
    pub fn capacity(&self) -> u32 {
        self.storage.ground.slots.capacity()
    }

    /// How many entities are alive.
    #[must_use]
    pub fn entity_count(&self) -> u32 {
        self.storage.ground.slots.live()
    }

    /// The slot of a handle.
    #[must_use]
    pub fn slot_of(&self, entity: Entity) -> u32 {
        self.layout().slot_of(entity)
    }

    /// The generation of a handle.
    #[must_use]
    pub fn generation_of(&self, entity: Entity) -> u32 {
        self.layout().generation_of(entity)
    }

    /// The handle as people read it: slot, `v`, generation, as in `12v3`.
    #[must_use]
    pub fn label(&self, entity: Entity) -> Label {
        self.layout().label(entity)
    }

    /// Statistics of the slots.
    #[must_use]
    pub fn stats(&self) -> EntityStats {
        self.storage.ground.slots.stats()
    }

    /// Statistics of the storage.
    #[must_use]
    pub fn archetype_stats(&self) -> ArchetypeStats {
        self.storage.stats()
    }

    /// The counters of the guardrails.
    #[must_use]
    pub fn guardrail_stats(&self) -> GuardrailStats {
        let slots = self.storage.ground.slots.stats();
        self.guardrails.stats(slots.in_use, slots.peak_in_use, &self.storage.ground.events)
    }

    /// How many archetypes were born, archetype 0 (of entities without components) aside.
    #[must_use]
    pub fn archetype_count(&self) -> u32 {
        self.storage.archetypes().len() as u32 - 1
    }

    /// All archetypes by birth; the first is archetype 0, of entities without components.
    pub fn archetypes(&self) -> impl ExactSizeIterator<Item = ArchetypeView<'_>> + '_ {
        self.storage.archetypes().iter().map(|archetype| ArchetypeView { world: self, archetype })
    }

    /// All live entities, by ascending slot.
    #[doc(alias = "each")]
    pub fn entities(&self) -> impl Iterator<Item = Entity> + '_ {
        self.storage.ground.slots.iter().map(|(entity, _)| entity)
    }

    /// What an entity carries; `None` if it is not alive.
    #[must_use]
    pub fn entity(&self, entity: Entity) -> Option<EntityView<'_>> {
        let location = self.storage.ground.slots.locate(entity)?;
        Some(EntityView { world: self, entity, location })
    }
}

/// An archetype, to be looked at: see [`World::archetypes`]. Two are equal if id, signature and chunks are; capacities do not count.
#[derive(Clone, Copy)]
pub struct ArchetypeView<'w> {
    world: &'w World,
    archetype: &'w Archetype,
}

impl<'w> ArchetypeView<'w> {
    /// The id: 0 for entities without components, then dense in order of birth.
    #[must_use]
    pub fn id(&self) -> u32 {
        u32::from(self.archetype.id)
    }

    /// The ids of its components, ascending.
    #[must_use]
    pub fn signature(&self) -> &'w [ComponentId] {
        &self.archetype.signature
    }

    /// Its components, by ascending id.
    pub fn components(&self) -> impl Iterator<Item = ComponentInfo> + use<'w> {
        let world = self.world;
        self.archetype.signature.iter().filter_map(|&id| world.component_info(id))
    }

    /// How many entities it has.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.archetype.live()
    }

    /// Its chunks, by ascending range of slots.
    #[must_use]
    pub fn chunks(&self) -> impl ExactSizeIterator<Item = ChunkView<'w>> + use<'w> {
        let world = self.world;
        self.archetype.chunks().map(move |chunk| ChunkView { world, chunk })
    }
}

impl PartialEq for ArchetypeView<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
            && self.signature() == other.signature()
            && self.chunks().eq(other.chunks())
    }
}

impl Eq for ArchetypeView<'_> {}

impl fmt::Debug for ArchetypeView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Archetype")
            .field("id", &self.id())
            .field("signature", &self.signature())
            .field("rows", &self.rows())
            .field("chunks", &self.archetype.chunk_count())
            .finish()
    }
}

/// A chunk, to be looked at: the rows of one range of slots. Two are equal if range, entities and their toggles are; the capacity does not
/// count.
#[derive(Clone, Copy)]
pub struct ChunkView<'w> {
    world: &'w World,
    chunk: &'w Chunk,
}

impl<'w> ChunkView<'w> {
    /// The first slot of its range.
    #[must_use]
    pub fn start(&self) -> u32 {
        self.chunk.range().start
    }

    /// One past the last slot of its range. The range may reach beyond the world's capacity.
    #[must_use]
    pub fn end(&self) -> u32 {
        self.chunk.range().end()
    }

    /// How many entities it has.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.chunk.live() as u32
    }

    /// For how many rows it has memory. This may remember history.
    #[must_use]
    pub fn capacity(&self) -> u32 {
        self.chunk.capacity().rows() as u32
    }

    /// Its entities, by ascending slot.
    pub fn entities(&self) -> impl Iterator<Item = Entity> + use<'w> {
        let (slots, range) = (&self.world.storage.ground.slots, self.chunk.range());
        let handles = self.chunk.handles();
        self.rows_in_order()
            .map(|row| handles[row])
            .inspect(move |&e| debug_assert!(range.contains(slots.layout().slot_of(e))))
    }
}

impl<'w> ChunkView<'w> {
    /// The toggles that any of its entities has, by ascending id.
    pub fn toggles(&self) -> impl Iterator<Item = ComponentInfo> + use<'w> {
        let view = *self;
        view.world.components().filter(move |info| view.toggled(info.id()).next().is_some())
    }

    /// Its entities that have the toggle, by ascending slot; none where the component is no toggle.
    pub fn toggled(&self, id: ComponentId) -> impl Iterator<Item = Entity> + use<'w> {
        let Self { world, chunk } = *self;
        let bitmap =
            world.storage.ground.toggles.index(id).map_or(&[][..], |t| chunk.bitmaps.of(t));
        let set = move |row: &usize| bitmap.get(row / 64).is_some_and(|w| w >> (row % 64) & 1 != 0);
        self.rows_in_order().filter(set).map(|row| chunk.handles()[row])
    }

    /// The rows in the order of slots.
    fn rows_in_order(&self) -> impl Iterator<Item = usize> + use<'w> {
        crate::storage::runs::Runs::of(self.chunk).flat_map(|(first, rows)| first..first + rows)
    }
}

impl PartialEq for ChunkView<'_> {
    fn eq(&self, other: &Self) -> bool {
        let ids = |view: &Self| view.toggles().map(|info| info.id());
        self.start() == other.start()
            && self.end() == other.end()
            && self.entities().eq(other.entities())
            && ids(self).eq(ids(other))
            && ids(self).all(|id| self.toggled(id).eq(other.toggled(id)))
    }
}

impl Eq for ChunkView<'_> {}

impl fmt::Debug for ChunkView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chunk")
            .field("start", &self.start())
            .field("end", &self.end())
            .field("rows", &self.rows())
            .field("capacity", &self.capacity())
            .finish()
    }
}

/// An entity, to be looked at: see [`World::entity`].
#[derive(Clone, Copy)]
pub struct EntityView<'w> {
    world: &'w World,
    entity: Entity,
    location: Location,
}

impl<'w> EntityView<'w> {
    /// Its handle.
    #[must_use]
    pub fn id(&self) -> Entity {
        self.entity
    }

    /// Its archetype.
    #[must_use]
    pub fn archetype(&self) -> ArchetypeView<'w> {
        ArchetypeView {
            world: self.world,
            archetype: self.world.storage.archetype(self.location.archetype),
        }
    }

    /// The components it carries, by ascending id, its toggles included.
    pub fn components(&self) -> impl Iterator<Item = ComponentInfo> + use<'w> {
        let Self { world, entity, location } = *self;
        let (storage, slot) = (&world.storage, world.slot_of(entity));
        let archetype = storage.archetype(location.archetype);
        let carries = move |info: &ComponentInfo| match storage.ground.toggles.index(info.id()) {
            Some(toggle) => storage.is_toggled(location, slot, toggle),
            None => archetype.has(info.id()),
        };
        world.components().filter(carries)
    }

    /// One of its components.
    #[must_use]
    pub fn get<T: Component>(&self) -> Option<&'w T> {
        self.world.get::<T>(self.entity)
    }
}

impl fmt::Debug for EntityView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.world.label(self.entity))?;
        f.debug_set().entries(self.components().map(|info| info.name())).finish()
    }
}
