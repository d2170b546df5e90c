//! The component types of one world: ids, dense from 1 in registration order.

use alloc::vec::Vec;
use core::any::TypeId;

use crate::component::ComponentType;
use crate::events::{Event, EventLog};
use crate::storage::columns::Code;
use crate::type_table::TypeTable;
use crate::{Component, ComponentId, ComponentInfo, Error, Result, StableId};

/// The component types of one world.
pub(crate) struct Registry {
    infos: Vec<ComponentInfo>,
    by_type: TypeTable<ComponentId>,
    /// By stable id.
    by_stable_id: Vec<(StableId, ComponentId)>,
    max: u32,
    /// Components with floats are refused.
    forbid_floats: bool,
}

impl Registry {
    pub(crate) fn new(max: u32, forbid_floats: bool) -> Self {
        Self {
            infos: Vec::new(),
            by_type: TypeTable::new(ComponentId::FIRST),
            by_stable_id: Vec::new(),
            max,
            forbid_floats,
        }
    }

    /// The id of a type.
    #[inline]
    pub(crate) fn id<T: Component>(&self) -> Option<ComponentId> {
        self.by_type.get(TypeId::of::<T>())
    }

    /// The id of a type given as a value.
    #[inline]
    pub(crate) fn id_of(&self, kind: ComponentType) -> Option<ComponentId> {
        self.by_type.get(kind.type_id)
    }

    /// What is known of the component with that stable id.
    pub(crate) fn by_stable_id(&self, id: StableId) -> Option<&ComponentInfo> {
        let place = self.place_of(id).ok()?;
        self.info(self.by_stable_id[place].1)
    }

    /// Where a stable id is in the list by these, or would be.
    fn place_of(&self, id: StableId) -> core::result::Result<usize, usize> {
        self.by_stable_id.binary_search_by_key(&id, |&(id, _)| id)
    }

    /// How many types are registered.
    pub(crate) fn len(&self) -> u32 {
        self.infos.len() as u32
    }

    /// What is known of a component.
    pub(crate) fn info(&self, id: ComponentId) -> Option<&ComponentInfo> {
        self.infos.get(id.index())
    }

    /// The code of a toggle, the same in every archetype.
    pub(crate) fn code_of_toggle(&self, id: ComponentId) -> Code {
        let before = self.infos[..id.index()].iter().filter(|info| info.is_toggle());
        Code::of_toggle(before.count() as u16)
    }

    /// All components, in registration order.
    pub(crate) fn infos(&self) -> &[ComponentInfo] {
        &self.infos
    }

    /// Whether all of these could be registered one after the other.
    pub(crate) fn check(&self, kinds: &[ComponentType], events: &EventLog) -> Result<()> {
        for (index, &kind) in kinds.iter().enumerate() {
            let same = |other: &ComponentType| other.shape.stable_id == kind.shape.stable_id;
            if let Some(twin) = kinds[..index].iter().position(same) {
                let id = self.next_id(twin as u32)?;
                return Err(Self::taken(kind, kinds[twin], id));
            }
            self.check_one(kind, index as u32, events)?;
        }
        Ok(())
    }

    /// Whether this one could be registered after `before` others.
    fn check_one(&self, kind: ComponentType, before: u32, events: &EventLog) -> Result<()> {
        if let Some(other) = self.by_stable_id(kind.shape.stable_id) {
            let id = other.id();
            let error = Self::taken(kind, other.component_type(), id);
            events.emit(Event::ComponentDuplicate {
                component_id: id.get(),
                size: kind.shape.size as u32,
                alignment: kind.shape.natural_align as u32,
            });
            return Err(error);
        }
        if self.forbid_floats && kind.shape.has_floats() {
            return Err(Error::FloatForbidden { component: kind.shape.name });
        }
        self.next_id(before).map(|_| ())
    }

    /// Why a type whose stable id is `id`'s cannot be registered.
    fn taken(kind: ComponentType, other: ComponentType, id: ComponentId) -> Error {
        let component = kind.shape.name;
        if kind.type_id == other.type_id {
            Error::ComponentDuplicate { component, id }
        } else {
            Error::StableIdTaken { component, id }
        }
    }

    /// The id that the next type gets, after `before` others.
    fn next_id(&self, before: u32) -> Result<ComponentId> {
        let full = Error::ComponentTypesFull { max: self.max };
        let number = self.len() + before + 1;
        if number > self.max {
            return Err(full);
        }
        ComponentId::new(number).ok_or(full)
    }

    /// Registers a type.
    pub(crate) fn register(
        &mut self,
        kind: ComponentType,
        events: &EventLog,
    ) -> Result<ComponentId> {
        self.check_one(kind, 0, events)?;
        let id = self.next_id(0)?;
        self.infos.push(ComponentInfo::new(id, kind));
        self.by_type.insert(kind.type_id, id);
        if let Err(place) = self.place_of(kind.shape.stable_id) {
            self.by_stable_id.insert(place, (kind.shape.stable_id, id));
        }
        Ok(id)
    }
}
