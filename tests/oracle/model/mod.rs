//! The naive world: what laige is to do, written with ordered maps and without any thought of speed.
//!
//! It follows the documentation alone. Where the two differ, one of them is wrong.

mod bulk;
mod life;
mod partition;
mod stream;
mod structure;
mod visit;

use std::collections::{BTreeMap, BTreeSet};

use laige::{ComponentId, Entity, Error};

use crate::parts::PARTS;

/// What the world was made with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) capacity: u32,
    /// The highest slot first, handles of 16|16, and the clear order of the reference engine.
    pub(crate) reference: bool,
    pub(crate) descending: bool,
    pub(crate) max_archetypes: u32,
    pub(crate) max_components: u32,
    pub(crate) max_types: u32,
    pub(crate) churn_budget: u32,
}

/// A living entity.
#[derive(Clone)]
pub(crate) struct Body {
    pub(crate) generation: u32,
    /// Its archetype's place in the order of birth.
    pub(crate) archetype: usize,
    /// The number of each component it has.
    pub(crate) values: BTreeMap<usize, u64>,
}

/// All entities of one set of components.
#[derive(Clone, Default)]
pub(crate) struct Kind {
    /// The components, ascending by their place in [`PARTS`].
    pub(crate) members: Vec<usize>,
    pub(crate) entities: BTreeSet<Entity>,
}

/// What statistics say that follows from the calls alone.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Counts {
    pub(crate) peak: u32,
    pub(crate) spawned: u64,
    pub(crate) inserts: u64,
    pub(crate) removes: u64,
    pub(crate) toggled: u64,
    pub(crate) frame_churn: u64,
    pub(crate) budget_warns: [u64; 3],
    pub(crate) churn_warns: u64,
    pub(crate) stale_access: u64,
    pub(crate) stale_despawn: u64,
    pub(crate) unregistered: u64,
    pub(crate) duplicate: u64,
    pub(crate) component_limit: u64,
    pub(crate) archetype_budget: u64,
}

/// The naive world.
#[derive(Clone)]
pub(crate) struct Model {
    pub(crate) rules: Rules,
    generation_bits: u32,
    pub(crate) live: BTreeMap<u32, Body>,
    /// The generation that comes next, of slots that were used before.
    next_generation: BTreeMap<u32, u32>,
    /// The free slots; the last one is used next.
    free: Vec<u32>,
    /// The registered components in order: the one at place i has id i + 1.
    pub(crate) registered: Vec<usize>,
    /// The archetypes by birth; the first has no components.
    pub(crate) kinds: Vec<Kind>,
    pub(crate) counts: Counts,
    /// Which warnings this frame has had: the levels, and churn.
    warned: [bool; 4],
}

impl Model {
    pub(crate) fn new(rules: Rules) -> Self {
        let needed = (u32::BITS - rules.capacity.saturating_sub(1).leading_zeros()).max(8);
        let mut model = Self {
            rules,
            generation_bits: if rules.reference { 16 } else { u32::BITS - needed },
            live: BTreeMap::new(),
            next_generation: BTreeMap::new(),
            free: Vec::new(),
            registered: Vec::new(),
            kinds: vec![Kind::default()],
            counts: Counts::default(),
            warned: [false; 4],
        };
        model.free = model.fresh_slots();
        model
    }

    /// The handle of a slot and a generation.
    pub(crate) fn handle(&self, slot: u32, generation: u32) -> Entity {
        Entity::from_bits(slot << self.generation_bits | generation)
    }

    /// The slot of any handle.
    pub(crate) fn slot_of(&self, entity: Entity) -> u32 {
        entity.to_bits() >> self.generation_bits
    }

    /// The slot of a handle of a living entity.
    pub(crate) fn slot(&self, entity: Entity) -> Option<u32> {
        let slot = self.slot_of(entity);
        let body = self.live.get(&slot)?;
        (self.handle(slot, body.generation) == entity).then_some(slot)
    }

    /// The living entity of a handle.
    pub(crate) fn body(&self, entity: Entity) -> Option<&Body> {
        self.live.get(&self.slot(entity)?)
    }

    /// The id of a component.
    pub(crate) fn id(&self, part: usize) -> Option<ComponentId> {
        let place = self.registered.iter().position(|&other| other == part)?;
        ComponentId::new(place as u32 + 1)
    }

    /// Registers a component.
    pub(crate) fn register(&mut self, part: usize) -> Result<ComponentId, Error> {
        if let Some(id) = self.id(part) {
            self.counts.duplicate += 1;
            return Err(Error::ComponentDuplicate { component: PARTS[part].name, id });
        }
        if self.registered.len() as u32 == self.rules.max_types {
            return Err(Error::ComponentTypesFull { max: self.rules.max_types });
        }
        self.registered.push(part);
        Ok(self.id(part).expect("it was just registered"))
    }

    /// Begins a frame.
    pub(crate) fn begin_frame(&mut self) {
        self.warned = [false; 4];
        self.counts.frame_churn = 0;
    }
}
