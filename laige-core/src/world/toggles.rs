//! Toggles: tags that an entity gets and loses by a bit, without a move.

use super::World;
use crate::slots::Location;
use crate::{Entity, Result, Toggle};

impl World {
    /// Sets a toggle of an entity, or takes it back, and gives whether it was set. Nothing moves, and no archetype is born.
    ///
    /// `insert`, `remove`, `take`, `has`, `get` and bundles work with toggles too.
    ///
    /// # Errors
    ///
    /// [`StaleEntity`](crate::Error::StaleEntity), [`ComponentUnregistered`](crate::Error::ComponentUnregistered), or
    /// [`OutOfMemory`](crate::Error::OutOfMemory) where the first toggle of a chunk is set; the entity is as it was then.
    #[doc(alias = "enable")]
    #[doc(alias = "disable")]
    #[inline]
    pub fn set_toggle<T: Toggle>(&mut self, entity: Entity, on: bool) -> Result<bool> {
        let location = self.locate(entity)?;
        let toggle = self.registry.id::<T>().and_then(|id| self.storage.ground.toggles.index(id));
        let Some(toggle) = toggle else {
            return Err(self.unregistered(T::NAME, entity));
        };
        let slot = self.storage.ground.slots.layout().slot_of(entity);
        self.storage.set_toggle(location, slot, toggle, on)
    }

    /// Counts the toggles of a bundle that an insert is about to set.
    pub(super) fn note_toggles(&mut self, entry: usize, location: Location, slot: u32) {
        let toggles = self.bundles[entry].toggles.iter();
        let new = toggles.filter(|&&toggle| !self.storage.is_toggled(location, slot, toggle));
        self.storage.ground.counters.toggled += new.count() as u64;
    }

    /// Takes the toggles of a bundle from an entity; whether one was set.
    pub(super) fn untoggle(&mut self, entry: usize, entity: Entity, location: Location) -> bool {
        let slot = self.layout().slot_of(entity);
        let mut any = false;
        for &toggle in &self.bundles[entry].toggles {
            any |= self.storage.unset_toggle(location, slot, toggle);
        }
        any
    }
}
