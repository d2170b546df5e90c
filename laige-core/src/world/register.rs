//! Registration: component types get their ids in this world.

use alloc::vec::Vec;

use super::World;
use crate::component::ComponentType;
use crate::{Bundle, Component, ComponentId, ComponentInfo, Result};

impl World {
    /// Registers a component type. Ids are dense from 1 in registration order.
    ///
    /// # Errors
    ///
    /// [`ComponentDuplicate`](crate::Error::ComponentDuplicate) if it is registered already, [`StableIdTaken`](crate::Error::StableIdTaken) if another type has
    /// its stable id, [`FloatForbidden`](crate::Error::FloatForbidden) if it has floats and the options forbid them,
    /// [`ComponentTypesFull`](crate::Error::ComponentTypesFull) if the world has all the types it may have.
    #[doc(alias = "registerComponent")]
    pub fn register<T: Component>(&mut self) -> Result<ComponentId> {
        let id = self.add(ComponentType::of::<T>())?;
        self.matches.renew(&self.registry, self.storage.archetypes());
        Ok(id)
    }

    /// Registers the components of a tuple or bundle, in order: all or, on an error, none.
    ///
    /// # Errors
    ///
    /// As for [`register`](Self::register).
    pub fn register_all<B: Bundle>(&mut self) -> Result<()> {
        let mut kinds = Vec::new();
        B::describe(&mut |kind| kinds.push(kind));
        self.registry.check(&kinds, &self.storage.ground.events)?;
        for kind in kinds {
            self.add(kind)?;
        }
        self.matches.renew(&self.registry, self.storage.archetypes());
        Ok(())
    }

    fn add(&mut self, kind: ComponentType) -> Result<ComponentId> {
        let id = self.registry.register(kind, &self.storage.ground.events)?;
        if kind.is_toggle {
            self.storage.ground.toggles.add(id);
        }
        Ok(id)
    }

    /// The id of a component in this world, `None` if it is not registered.
    #[must_use]
    #[doc(alias = "componentId")]
    pub fn component_id<T: Component>(&self) -> Option<ComponentId> {
        self.registry.id::<T>()
    }

    /// How many component types are registered.
    #[must_use]
    pub fn component_count(&self) -> u32 {
        self.registry.len()
    }

    /// What is known of a component, `None` if no component has the id.
    #[must_use]
    #[doc(alias = "componentInfo")]
    pub fn component_info(&self, id: ComponentId) -> Option<ComponentInfo> {
        self.registry.info(id).copied()
    }

    /// All registered components, by ascending id.
    pub fn components(&self) -> impl ExactSizeIterator<Item = ComponentInfo> + '_ {
        self.registry.infos().iter().copied()
    }
}
