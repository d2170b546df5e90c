//! What was read becomes entities and resources of the world: all of it, or nothing on an error. Each entity is spawned where it belongs, so that no
//! archetype is born but its own.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::Handle;
use super::names::StateKind;
use super::read::Loaded;
use super::value::{Raw, put_handle};
use crate::{ComponentId, ComponentInfo, Entity, Result, World};

/// Everything that was read.
#[derive(Default)]
pub(super) struct Drafts {
    pub(super) entities: Vec<Draft>,
    pub(super) resources: Vec<(StateKind, Raw)>,
}

/// An entity as it was read.
pub(super) struct Draft {
    pub(super) handle: Handle,
    pub(super) components: Vec<(ComponentInfo, Raw)>,
}

/// Entities by what they were where they come from.
type NewEntities = BTreeMap<Handle, Entity>;

/// Makes the world have what was read.
pub(super) fn load(world: &mut World, drafts: Drafts) -> Result<Loaded> {
    let signatures: Vec<Vec<ComponentId>> = drafts.entities.iter().map(Draft::signature).collect();
    let entities = world.spawn_each(&signatures)?;
    let handles = drafts.entities.iter().map(|draft| draft.handle);
    let new: NewEntities = handles.zip(entities.iter().copied()).collect();
    for (&entity, draft) in entities.iter().zip(drafts.entities) {
        for (info, mut raw) in draft.components {
            raw.resolve(&new);
            world.storage.write(entity, info.id(), &raw.bytes);
            world.toggle_new(entity, info.id());
        }
    }
    for ((kind, _), mut raw) in drafts.resources {
        raw.resolve(&new);
        let valid = world.resources.assign(kind, &raw.bytes);
        debug_assert!(valid, "bytes that were read are a value");
    }
    Ok(Loaded { entities })
}

impl Draft {
    /// All of its components and toggles, ascending.
    fn signature(&self) -> Vec<ComponentId> {
        let mut ids: Vec<ComponentId> = self.components.iter().map(|(info, _)| info.id()).collect();
        ids.sort_unstable();
        ids
    }
}

impl Raw {
    /// Puts the entities in. Those that were read too are their new selves, others are none.
    fn resolve(&mut self, new: &NewEntities) {
        for (at, handle) in self.handles.drain(..) {
            let target = new.get(&handle).copied().unwrap_or(Entity::NONE);
            put_handle(&mut self.bytes, at, target);
        }
    }
}
