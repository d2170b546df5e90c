//! Access to one entity's components by handle.
#![expect(unsafe_code, reason = "turns cells into references; argued by S2 and S6 of `storage`")]

use super::World;
use crate::{Component, Entity};

impl World {
    /// Whether the entity is alive and has the component.
    #[must_use]
    #[inline]
    pub fn has<T: Component>(&self, entity: Entity) -> bool {
        self.get::<T>(entity).is_some()
    }

    /// A component of an entity; `None` if the entity is not alive or does not have it, or the type is not registered.
    #[must_use]
    #[inline]
    pub fn get<T: Component>(&self, entity: Entity) -> Option<&T> {
        let cell = self.cell::<T>(entity)?;
        // SAFETY: a row in use is initialised (S2), and the world is borrowed, so that nothing writes or moves it.
        Some(unsafe { cell.as_ref() })
    }

    /// A component of an entity, to be written; `None` as for [`get`](Self::get).
    #[must_use]
    #[inline]
    pub fn get_mut<T: Component>(&mut self, entity: Entity) -> Option<&mut T> {
        let component = self.registry.id::<T>()?;
        let location = self.storage.ground.slots.locate(entity)?;
        let slot = self.layout().slot_of(entity);
        // SAFETY: just located.
        let mut cell = unsafe { self.storage.cell_to_write::<T>(location, slot, component) }?;
        // SAFETY: as in `get`; the mutable borrow makes it exclusive.
        Some(unsafe { cell.as_mut() })
    }

    /// Where the component lies.
    #[inline]
    fn cell<T: Component>(&self, entity: Entity) -> Option<core::ptr::NonNull<T>> {
        let component = self.registry.id::<T>()?;
        let location = self.storage.ground.slots.locate(entity)?;
        // SAFETY: just located.
        unsafe { self.storage.cell(location, self.layout().slot_of(entity), component) }
    }
}
