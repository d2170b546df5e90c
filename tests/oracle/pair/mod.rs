//! A world and its model: every step is done to both, and every answer compared.

mod asking;
mod bulk;
mod life;
mod structure;
mod time;

use std::collections::BTreeMap;
use std::fmt::Debug;

use laige::{Entity, Error, OnStaleDespawn, Options, SlotOrder, World};

use crate::bundles::{BUNDLES, BundleInfo};
use crate::check::same;
use crate::model::{Model, Rules};
use crate::parts::PARTS;
use crate::queries::{Form, Log, QUERIES};
use crate::shortage;
use crate::step::{Numbers, Step, Verb};

/// A world and its model.
pub(crate) struct Pair {
    pub(crate) world: World,
    pub(crate) model: Model,
    dead: Vec<Entity>,
    /// A hash of the bytes that were seen with each version.
    pub(crate) versions: BTreeMap<u64, u64>,
    saved: time::Saved,
    /// What worlds that were left behind had done.
    work: [u64; 3],
    /// How many calls were refused for lack of memory.
    pub(crate) starved: usize,
}

impl Rules {
    /// An empty world.
    fn world(self) -> World {
        let options = if self.reference {
            Options::reference(self.capacity).on_stale_despawn(OnStaleDespawn::Error)
        } else {
            Options::with_capacity(self.capacity)
        };
        let order = if self.descending { SlotOrder::Descending } else { SlotOrder::Ascending };
        let options = options
            .slot_order(order)
            .max_archetypes(self.max_archetypes)
            .max_components_per_entity(self.max_components)
            .max_component_types(self.max_types)
            .churn_per_frame_budget(self.churn_budget)
            .implicit_ids(true);
        World::new(options).expect("the rules are within the limits")
    }
}

impl Pair {
    /// Two empty worlds in which `registered` components are registered, and in which the first queries were asked.
    pub(crate) fn new(rules: Rules, registered: usize) -> Self {
        let mut world = rules.world();
        let saved = time::Saved::new(&mut world);
        let mut pair = Self {
            world,
            model: Model::new(rules),
            dead: Vec::new(),
            versions: BTreeMap::new(),
            saved,
            work: [0; 3],
            starved: 0,
        };
        for (part, info) in PARTS.iter().enumerate().take(registered) {
            assert_eq!((info.register)(&mut pair.world), pair.model.register(part));
        }
        for query in &QUERIES[..QUERIES.len() / 2] {
            (query.exclusive)(&mut pair.world, Form::Macro, &mut Log::new(0, usize::MAX));
        }
        pair
    }

    /// Does a step to both worlds and compares the answers. Gives whether a call was refused.
    pub(crate) fn apply(&mut self, step: Step) -> bool {
        match step.verb {
            Verb::SpawnEmpty => {
                let got = self.world.spawn_empty();
                self.agree(step, got, |model| {
                    model.spawn(&[], &[Vec::new()], 1).map(|born| born[0])
                })
            }
            Verb::Spawn => self.spawn(step),
            Verb::SpawnBatch => self.spawn_batch(step),
            Verb::SpawnColumns => self.spawn_columns(step),
            Verb::Insert | Verb::InsertBundle => self.insert(step),
            Verb::Remove | Verb::RemoveBundle | Verb::Take => self.remove(step),
            Verb::SetToggle => self.set_toggle(step),
            Verb::Despawn => self.despawn(step),
            Verb::InsertAll => self.insert_all(step),
            Verb::RemoveAll => self.remove_all(step),
            Verb::DespawnAll => self.despawn_all(step),
            Verb::Clear => self.clear(),
            Verb::Settle => self.settle(World::settle),
            Verb::BeginFrame => {
                self.model.begin_frame();
                self.settle(World::begin_frame)
            }
            Verb::QueryShared => self.query_shared(step),
            Verb::QueryExclusive => self.query_exclusive(step),
            Verb::QueryGet => self.query_get(step),
            Verb::Read => self.read(step),
            Verb::Write => self.write(step),
            Verb::Hash => self.hash(step),
            Verb::Register => {
                // The last component is never registered.
                let part = step.choice as usize % (PARTS.len() - 1);
                let got = (PARTS[part].register)(&mut self.world);
                self.agree(step, got, |model| model.register(part))
            }
            Verb::Snapshot => self.snapshot(step),
            Verb::Restore => self.restore(step),
        }
    }

    /// Does a step while memory is short, if so by the step's own numbers. Gives whether a call was refused.
    pub(crate) fn apply_in_shortage(&mut self, step: Step) -> bool {
        if step.number % 4 == 1 {
            shortage::begin((step.number >> 32) as u32 % 3);
        }
        let refused = self.apply(step);
        shortage::end();
        refused
    }

    /// Fails unless the model's answer is the same. Gives whether it is an error. What was refused for lack of memory is not done to the model.
    fn agree<T: PartialEq + Debug>(
        &mut self,
        step: Step,
        got: Result<T, Error>,
        expected: impl FnOnce(&mut Model) -> Result<T, Error>,
    ) -> bool {
        if let Err(Error::OutOfMemory { .. }) = got {
            assert!(shortage::is_felt(), "{step:?}: there is memory");
            self.starved += 1;
            return true;
        }
        let refused = got.is_err();
        same(&[got], &[expected(&mut self.model)], step);
        refused
    }

    /// An entity: mostly a living one, else one of the dead, or any bits.
    fn pick(&self, pick: u32) -> Entity {
        let place = pick >> 4;
        match pick % 16 {
            0 | 1 if !self.dead.is_empty() => self.dead[place as usize % self.dead.len()],
            2 => Entity::from_bits(place.wrapping_mul(0x9E37_79B9)),
            3 if place.is_multiple_of(4) => Entity::NONE,
            3 if place.is_multiple_of(2) => Entity::from_bits(u32::MAX),
            _ => self.living(place).unwrap_or(Entity::NONE),
        }
    }

    /// The living entity at or above some slot.
    fn living(&self, place: u32) -> Option<Entity> {
        let from = place % self.model.rules.capacity.max(1);
        let mut found = self.model.live.range(from..).chain(self.model.live.iter());
        found.next().map(|(&slot, body)| self.model.handle(slot, body.generation))
    }

    /// The entities that a step is about: mostly one, else a run of neighbours, or some that are scattered.
    fn picks(&self, step: Step) -> Vec<Entity> {
        let many = usize::from(step.count >> 3) % 400;
        let place = step.pick >> 4;
        match step.count % 8 {
            0 => {
                let from = place % self.model.rules.capacity.max(1);
                let run = self.model.live.range(from..).take(many);
                run.map(|(&slot, body)| self.model.handle(slot, body.generation)).collect()
            }
            1 => {
                let mut numbers = Numbers(step.number);
                (0..many / 4).map(|_| self.pick(numbers.draw() as u32)).collect()
            }
            _ => vec![self.pick(step.pick)],
        }
    }

    /// Numbers for the members of a bundle; many hold the handle of an entity.
    fn numbers(&self, members: &[usize], seed: u64) -> Vec<u64> {
        let mut numbers = Numbers(seed);
        members
            .iter()
            .map(|_| {
                let number = numbers.draw();
                let entity = self.pick((number >> 40) as u32).to_bits();
                if number.is_multiple_of(2) {
                    number & !0xFFFF_FFFF | u64::from(entity)
                } else {
                    number
                }
            })
            .collect()
    }
}

fn bundle(step: Step) -> &'static BundleInfo {
    &BUNDLES[step.choice as usize % BUNDLES.len()]
}
