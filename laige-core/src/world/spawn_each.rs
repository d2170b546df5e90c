//! Spawning entities whose components are known by id: for what is read from elsewhere, whose types nobody names.

use alloc::vec::Vec;

use super::World;
use super::life::Batch;
use crate::{ComponentId, Entity, Result};

impl World {
    /// Spawns an entity for each list of components and toggles, which ascend: each in its archetype, with room for its toggles. Their values are to be written
    /// before anything reads them. All come, or none on an error.
    pub(crate) fn spawn_each(&mut self, all: &[Vec<ComponentId>]) -> Result<Vec<Entity>> {
        self.batch.clear();
        let batch = Batch::of(self, all.len());
        let spawned = batch.world.spawn_listed(all);
        if let Err(error) = spawned {
            return Err(batch.undo(error));
        }
        Ok(batch.world.batch.clone())
    }

    fn spawn_listed(&mut self, all: &[Vec<ComponentId>]) -> Result<()> {
        let requested = u32::try_from(all.len()).unwrap_or(u32::MAX);
        if requested > self.storage.ground.slots.available() {
            return Err(self.full(requested));
        }
        let mut signature = Vec::new();
        for (ids, rows) in all.iter().zip(1..) {
            let is_toggle = |id: &&ComponentId| self.storage.ground.toggles.index(**id).is_some();
            signature.clear();
            signature.extend(ids.iter().filter(|id| !is_toggle(id)));
            let home = self.archetype_of(&signature, 0, Entity::NONE)?;
            self.storage.spawn_rows(home, rows, &mut self.batch)?;
            if let (true, Some(&entity)) = (signature.len() < ids.len(), self.batch.last()) {
                self.storage.reserve_toggles(home, self.layout().slot_of(entity))?;
            }
        }
        Ok(())
    }

    /// Sets a toggle of an entity that was spawned with room for it; of a component that is none, nothing.
    pub(crate) fn toggle_new(&mut self, entity: Entity, id: ComponentId) {
        let slot = self.layout().slot_of(entity);
        let toggle = self.storage.ground.toggles.index(id);
        if let Some((toggle, location)) = toggle.zip(self.storage.ground.slots.locate(entity)) {
            self.storage.set_toggles(location, slot, toggle, 1);
        }
    }
}
