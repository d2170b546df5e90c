//! Structure: components come to entities and leave them. Several at once are one move.
#![expect(unsafe_code, reason = "starts writing a row; argued by S2 and S6 of `storage`")]

use alloc::vec::Vec;
use core::any::TypeId;

use super::World;
use crate::bundle::{BundleEntry, Change, RowWriter};
use crate::events::Event;
use crate::query::assert_bundle;
use crate::slots::Location;
use crate::storage::archetype::Archetype;
use crate::{Bundle, Component, ComponentId, ComponentInfo, Entity, Error, Result};

impl World {
    /// Gives an entity a component or a bundle. Components it has are overwritten; if it has all of them, nothing moves.
    ///
    /// # Errors
    ///
    /// [`StaleEntity`](Error::StaleEntity), [`ComponentUnregistered`](Error::ComponentUnregistered), [`ComponentLimit`](Error::ComponentLimit),
    /// [`ArchetypesFull`](Error::ArchetypesFull) or [`OutOfMemory`](Error::OutOfMemory); the entity is as it was then.
    #[doc(alias = "addComponent")]
    #[inline]
    pub fn insert<B: Bundle>(&mut self, entity: Entity, bundle: B) -> Result<()> {
        const { assert_bundle(&B::ACCESS) };
        let from = self.locate(entity)?;
        let entry = self.entry::<B>(entity)?;
        let target = match self.bundles[entry].targets(Change::Insert).get(from.archetype) {
            Some(target) => target,
            None => self.find_target(entry, Change::Insert, from.archetype, entity)?,
        };
        let toggled = const { B::ACCESS.has_toggle() };
        let slot = self.storage.ground.slots.layout().slot_of(entity);
        let row = if target == from.archetype {
            if toggled {
                self.storage.reserve_toggles(from.archetype, slot)?;
            }
            from.row
        } else {
            let moved = self.storage.relocate(entity, from, target, toggled);
            moved.map_err(|error| self.undone(error))?.row
        };
        let location = Location { archetype: target, row };
        if toggled {
            self.note_toggles(entry, location, slot);
        }
        let members = &self.bundles[entry].members;
        let written = if toggled { self.bundles[entry].components() } else { members.len() as u32 };
        // SAFETY: the row is in the archetype that inserting the bundle's members leads to.
        bundle.put(&mut unsafe {
            RowWriter::<false>::new(&mut self.storage, location, slot, members)
        });
        self.storage.ground.counters.inserts += u64::from(written);
        self.storage.ground.events.tell();
        self.guardrails.on_churn(u64::from(written), &self.storage.ground.events);
        Ok(())
    }

    /// Takes a component, or those of a bundle that are there, from an entity. `false` if none was there.
    ///
    /// # Errors
    ///
    /// [`StaleEntity`](Error::StaleEntity), [`ComponentUnregistered`](Error::ComponentUnregistered), [`ArchetypesFull`](Error::ArchetypesFull) or
    /// [`OutOfMemory`](Error::OutOfMemory); the entity is as it was then.
    #[doc(alias = "removeComponent")]
    #[inline]
    pub fn remove<B: Bundle>(&mut self, entity: Entity) -> Result<bool> {
        const { assert_bundle(&B::ACCESS) };
        let from = self.locate(entity)?;
        let entry = self.entry::<B>(entity)?;
        let target = match self.bundles[entry].targets(Change::Remove).get(from.archetype) {
            Some(target) => target,
            None => self.find_target(entry, Change::Remove, from.archetype, entity)?,
        };
        let toggled = const { B::ACCESS.has_toggle() };
        if target == from.archetype {
            return Ok(toggled && self.untoggle(entry, entity, from));
        }
        let moved = self.storage.relocate(entity, from, target, false);
        let row = moved.map_err(|error| self.undone(error))?.row;
        if toggled {
            self.untoggle(entry, entity, Location { archetype: target, row });
        }
        let components = |archetype| self.storage.archetype(archetype).signature.len() as u32;
        let removed = components(from.archetype) - components(target);
        self.storage.ground.counters.removes += u64::from(removed);
        self.storage.ground.events.tell();
        self.guardrails.on_churn(u64::from(removed), &self.storage.ground.events);
        Ok(true)
    }

    /// Takes a component from an entity and gives its value; `None` if it was not there.
    ///
    /// # Errors
    ///
    /// As for [`remove`](Self::remove).
    pub fn take<T: Component>(&mut self, entity: Entity) -> Result<Option<T>> {
        let value = self.get::<T>(entity).copied();
        Ok(if self.remove::<T>(entity)? { value } else { None })
    }

    /// The entry of a bundle type, made when it is first used. The public call that needs it asserts the bundle, for the
    /// compiler shows who made the call around a failed constant, and that is to be the user.
    #[inline]
    pub(super) fn entry<B: Bundle>(&mut self, entity: Entity) -> Result<usize> {
        match self.bundle_types.get(TypeId::of::<B>()) {
            Some(entry) => Ok(entry as usize),
            None => self.add_entry::<B>(entity),
        }
    }

    #[cold]
    fn add_entry<B: Bundle>(&mut self, entity: Entity) -> Result<usize> {
        let entry = BundleEntry::new::<B>(&self.registry, &self.storage.ground.toggles)
            .map_err(|kind| self.unregistered(kind.shape.name, entity))?;
        let index = self.bundles.len();
        self.bundles.push(entry);
        self.bundle_types.insert(TypeId::of::<B>(), index as u32);
        Ok(index)
    }

    /// The error for a component that is not registered.
    #[cold]
    #[inline(never)]
    pub(super) fn unregistered(&self, component: &'static str, entity: Entity) -> Error {
        let (entity_id, generation) = self.parts(entity);
        self.storage.ground.events.emit(Event::ComponentUnregistered { entity_id, generation });
        Error::ComponentUnregistered { component }
    }

    /// The archetype of entities that have just the members of a bundle.
    #[inline]
    pub(super) fn home_of(&mut self, entry: usize) -> Result<u16> {
        match self.bundles[entry].targets(Change::Insert).get(0) {
            Some(home) => Ok(home),
            None => self.find_target(entry, Change::Insert, 0, Entity::NONE),
        }
    }

    /// Finds where a change leads from an archetype, bears that archetype if it must, and remembers it.
    #[cold]
    pub(super) fn find_target(
        &mut self,
        entry: usize,
        change: Change,
        from: u16,
        entity: Entity,
    ) -> Result<u16> {
        let signature = self.bundles[entry].apply(change, &self.storage.archetype(from).signature);
        let target = self.archetype_of(&signature, from, entity)?;
        self.bundles[entry].targets_mut(change).set(from, target);
        Ok(target)
    }

    /// The archetype of those components, ascending by id, for an entity that comes from another one. It is born if it must be.
    pub(super) fn archetype_of(
        &mut self,
        signature: &[ComponentId],
        from: u16,
        entity: Entity,
    ) -> Result<u16> {
        if signature.len() > self.options.max_components_per_entity as usize {
            return Err(self.too_many(from, signature.len() as u32, entity));
        }
        match self.storage.find(signature) {
            Some(target) => Ok(target),
            None => self.bear(signature, entity),
        }
    }

    /// The error for an entity that would carry too many components.
    fn too_many(&self, archetype: u16, components: u32, entity: Entity) -> Error {
        self.storage.ground.events.emit(Event::ComponentLimit {
            entity_id: self.parts(entity).0,
            archetype_id: u32::from(archetype),
            components: self.options.max_components_per_entity,
        });
        Error::ComponentLimit { entity, components, max: self.options.max_components_per_entity }
    }

    /// Bears an archetype and tells every query of it.
    pub(super) fn bear(&mut self, signature: &[ComponentId], entity: Entity) -> Result<u16> {
        let infos: Vec<ComponentInfo> =
            signature.iter().filter_map(|&id| self.registry.info(id)).copied().collect();
        let id = self.storage.bear(&infos).map_err(|max| {
            let entity_id = self.parts(entity).0;
            self.storage
                .ground
                .events
                .emit(Event::ArchetypeBudget { entity_id, archetype_count: max });
            Error::ArchetypesFull { entity, max }
        })?;
        self.matches.extend(&self.registry, self.storage.archetype(id));
        Ok(id)
    }

    /// The error of a call on one entity. The archetype that was born for it alone, and so never had a row, is taken back.
    #[cold]
    pub(super) fn undone(&mut self, error: Error) -> Error {
        let unused = self.storage.archetypes().last().is_some_and(Archetype::is_unused);
        if unused && self.archetype_count() > 0 {
            self.unbear(self.archetype_count() - 1);
        }
        self.storage.ground.events.tell();
        error
    }

    /// Takes back the archetypes that were born since there were `count`; they have no rows.
    pub(super) fn unbear(&mut self, count: u32) {
        if self.archetype_count() == count {
            return;
        }
        while self.archetype_count() > count {
            self.storage.unbear();
        }
        for entry in &mut self.bundles {
            entry.forget(count as u16);
        }
        self.matches.renew(&self.registry, self.storage.archetypes());
        self.storage.ground.events.forget();
    }
}
