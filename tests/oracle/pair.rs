//! A world and its model: every step is done to both, and every answer compared.

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use laige::{Entity, Error, OnStaleDespawn, Options, SlotOrder, World};

use crate::bundles::{BUNDLES, BundleInfo, Manners, Rudeness};
use crate::check::same;
use crate::model::{Model, Rules};
use crate::parts::PARTS;
use crate::queries::{Form, Log, QUERIES};
use crate::shortage;
use crate::step::{Numbers, Step, Verb};

/// How many handles of the dead are kept to be used again.
const DEAD: usize = 64;

/// A world and its model.
pub(crate) struct Pair {
    pub(crate) world: World,
    pub(crate) model: Model,
    dead: Vec<Entity>,
    /// How many calls were refused for lack of memory.
    pub(crate) starved: usize,
}

impl Pair {
    /// Two empty worlds in which `registered` components are registered, and in which the first queries were asked.
    pub(crate) fn new(rules: Rules, registered: usize) -> Self {
        let options = if rules.reference {
            Options::reference(rules.capacity).on_stale_despawn(OnStaleDespawn::Error)
        } else {
            Options::with_capacity(rules.capacity)
        };
        let order = if rules.descending { SlotOrder::Descending } else { SlotOrder::Ascending };
        let options = options
            .slot_order(order)
            .max_archetypes(rules.max_archetypes)
            .max_components_per_entity(rules.max_components)
            .max_component_types(rules.max_types)
            .churn_per_frame_budget(rules.churn_budget);
        let world = World::new(options).expect("the rules are within the limits");
        let mut pair = Self { world, model: Model::new(rules), dead: Vec::new(), starved: 0 };
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
            Verb::Despawn => self.despawn(step),
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
            Verb::Register => {
                // The last component is never registered.
                let part = step.choice as usize % (PARTS.len() - 1);
                let got = (PARTS[part].register)(&mut self.world);
                self.agree(step, got, |model| model.register(part))
            }
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

    fn spawn(&mut self, step: Step) -> bool {
        let bundle = bundle(step);
        let members = (bundle.members)();
        let numbers = self.numbers(&members, step.number);
        let got = (bundle.spawn)(&mut self.world, &numbers);
        self.agree(step, got, |model| model.spawn(&members, &[numbers], 1).map(|born| born[0]))
    }

    /// How many rows a batch has: seldom many.
    fn rows(&self, step: Step) -> usize {
        let most = (self.model.rules.capacity as usize / 2 + 4).min(2_000);
        (usize::from(step.count >> 2) % most) >> (2 * (step.count % 4))
    }

    fn spawn_batch(&mut self, step: Step) -> bool {
        let bundle = bundle(step);
        let members = (bundle.members)();
        let mut rows: Vec<Vec<u64>> = Vec::new();
        for row in 0..self.rows(step) as u64 {
            rows.push(self.numbers(&members, step.number.wrapping_add(row)));
        }
        let manners = manners(step, rows.len());
        let call = || (bundle.batch)(&mut self.world, &rows, manners);
        let outcome = catch_unwind(AssertUnwindSafe(call));
        rows.truncate(manners.panics_at.unwrap_or(rows.len()));
        let most = self.model.rules.capacity - self.model.live.len() as u32;
        let requested = u32::try_from(manners.hint.0).unwrap_or(u32::MAX).max(most + 1);
        match outcome {
            Ok(got) => self.agree(step, got, |model| model.spawn(&members, &rows, requested)),
            Err(panic) => {
                assert!(panic.is::<Rudeness>(), "{step:?}: the world panicked");
                let expected = self.model.spawn(&members, &rows, requested);
                assert!(expected.is_ok(), "{step:?}: {expected:?} before the iterator panics");
                false
            }
        }
    }

    fn spawn_columns(&mut self, step: Step) -> bool {
        let bundle = bundle(step);
        let members = (bundle.members)();
        let rows = self.rows(step);
        let numbers: Vec<Vec<u64>> = (0..rows as u64)
            .map(|row| self.numbers(&members, step.number.wrapping_add(row)))
            .collect();
        let mut columns: Vec<Vec<u64>> = (0..members.len())
            .map(|member| numbers.iter().map(|row| row[member]).collect())
            .collect();
        let wrong = (step.number.is_multiple_of(8) && !members.is_empty())
            .then(|| step.pick as usize % members.len());
        if let Some(wrong) = wrong {
            if step.pick.is_multiple_of(2) {
                columns[wrong].push(1);
            } else {
                columns[wrong].truncate(rows / 2);
            }
        }
        let wrong = wrong.filter(|&wrong| columns[wrong].len() != rows);
        let found = wrong.map(|wrong| columns[wrong].len() as u32);
        let got = (bundle.columns)(&mut self.world, rows as u32, columns);
        let rows = rows as u32;
        self.agree(step, got, |model| {
            let registered = members.iter().all(|&part| model.id(part).is_some());
            match wrong.zip(found).filter(|_| registered) {
                Some((wrong, found)) => {
                    let component = model.id(members[wrong]).expect("it is registered");
                    Err(Error::ColumnLength { component, expected: rows, found })
                }
                None => model.spawn(&members, &numbers, rows),
            }
        })
    }

    fn insert(&mut self, step: Step) -> bool {
        let mut refused = false;
        for (turn, entity) in self.picks(step).into_iter().enumerate() {
            let seed = step.number.wrapping_add(turn as u64);
            refused |= if step.verb == Verb::Insert {
                let part = step.choice as usize % PARTS.len();
                let numbers = self.numbers(&[part], seed);
                let got = (PARTS[part].insert)(&mut self.world, entity, numbers[0]);
                self.agree(step, got, |model| model.insert(entity, &[part], &numbers))
            } else {
                let bundle = bundle(step);
                let members = (bundle.members)();
                let numbers = self.numbers(&members, seed);
                let got = (bundle.insert)(&mut self.world, entity, &numbers);
                self.agree(step, got, |model| model.insert(entity, &members, &numbers))
            };
        }
        refused
    }

    fn remove(&mut self, step: Step) -> bool {
        let part = step.choice as usize % PARTS.len();
        let mut refused = false;
        for entity in self.picks(step) {
            refused |= match step.verb {
                Verb::Take => {
                    let got = (PARTS[part].take)(&mut self.world, entity);
                    self.agree(step, got, |model| {
                        Ok(model.remove(entity, &[part])?.first().copied())
                    })
                }
                Verb::Remove => {
                    let got = (PARTS[part].remove)(&mut self.world, entity);
                    self.agree(step, got, |model| Ok(!model.remove(entity, &[part])?.is_empty()))
                }
                _ => {
                    let bundle = bundle(step);
                    let got = (bundle.remove)(&mut self.world, entity);
                    self.agree(step, got, |model| {
                        Ok(!model.remove(entity, &(bundle.members)())?.is_empty())
                    })
                }
            };
        }
        refused
    }

    fn despawn(&mut self, step: Step) -> bool {
        let mut refused = false;
        for entity in self.picks(step) {
            let got = self.world.despawn(entity);
            refused |= self.agree(step, got, |model| model.despawn(entity));
            self.bury(entity);
        }
        refused
    }

    /// Keeps the handle of an entity that died.
    fn bury(&mut self, entity: Entity) {
        if self.dead.len() == DEAD {
            self.dead.remove(0);
        }
        self.dead.push(entity);
    }

    fn clear(&mut self) -> bool {
        if let Some(entity) = self.living(0) {
            self.bury(entity);
        }
        self.world.clear();
        self.model.clear();
        self.check_layout();
        false
    }

    fn settle(&mut self, settle: fn(&mut World)) -> bool {
        settle(&mut self.world);
        // Without memory, ranges that could be joined stay apart until the next time.
        if !shortage::is_felt() {
            self.check_layout();
        }
        false
    }

    fn query_shared(&mut self, step: Step) -> bool {
        let query = &QUERIES[step.choice as usize % QUERIES.len()];
        let Some(ask) = query.shared else { return self.query_exclusive(step) };
        let (form, mut log) = self.form(step);
        ask(&self.world, form, &mut log);
        let rows = self.model.visit(&(query.terms)(), log.salt, log.stop_after);
        same(&log.rows, &rows, (step, form));
        false
    }

    fn query_exclusive(&mut self, step: Step) -> bool {
        let query = &QUERIES[step.choice as usize % QUERIES.len()];
        let (form, mut log) = self.form(step);
        (query.exclusive)(&mut self.world, form, &mut log);
        let terms = (query.terms)();
        same(&log.rows, &self.model.visit(&terms, log.salt, log.stop_after), (step, form));
        if form == Form::Chunks {
            assert!(
                log.all_aligned,
                "{step:?}: from `&mut World` every column of a run is aligned"
            );
            if !shortage::is_felt() {
                same(&log.runs, &self.model.runs(&terms), (step, "one run for each chunk"));
            }
        }
        false
    }

    /// How a query is visited.
    fn form(&self, step: Step) -> (Form, Log) {
        let form = Form::ALL[step.count as usize % Form::ALL.len()];
        let stops = form.can_stop() && step.number.is_multiple_of(4);
        let most = self.model.live.len().max(1);
        let stop_after = if stops { 1 + (step.number >> 8) as usize % most } else { usize::MAX };
        (form, Log::new(step.number, stop_after))
    }

    fn query_get(&mut self, step: Step) -> bool {
        let query = &QUERIES[step.choice as usize % QUERIES.len()];
        for entity in self.picks(step) {
            let mut log = Log::new(step.number, usize::MAX);
            match query.shared_get {
                Some(get) if step.number.is_multiple_of(2) => get(&self.world, entity, &mut log),
                _ => (query.exclusive_get)(&mut self.world, entity, &mut log),
            }
            let expected = self.model.look(entity, &(query.terms)(), step.number);
            assert_eq!(log.rows, Vec::from_iter(expected), "{step:?}");
        }
        false
    }

    fn read(&mut self, step: Step) -> bool {
        let mut refused = false;
        for entity in self.picks(step) {
            let part = step.choice as usize % PARTS.len();
            let expected = self.model.body(entity).and_then(|body| body.values.get(&part).copied());
            assert_eq!((PARTS[part].get)(&self.world, entity), expected, "{step:?}");
            assert_eq!((PARTS[part].has)(&self.world, entity), expected.is_some(), "{step:?}");
            assert_eq!(self.world.is_valid(entity), self.model.body(entity).is_some(), "{step:?}");
            self.check_view(entity);
            let got = self.world.check(entity);
            refused |= self.agree(step, got, |model| model.check(entity).map(|_| ()));
        }
        refused
    }

    fn write(&mut self, step: Step) -> bool {
        let part = step.choice as usize % PARTS.len();
        for entity in self.picks(step) {
            let there = (PARTS[part].set)(&mut self.world, entity, step.number);
            let slot = self.model.slot(entity);
            let body = slot.and_then(|slot| self.model.live.get_mut(&slot));
            let value = body.and_then(|body| body.values.get_mut(&part));
            assert_eq!(there, value.is_some(), "{step:?}");
            if let Some(value) = value {
                *value = (PARTS[part].keeps)(step.number);
            }
        }
        false
    }
}

fn bundle(step: Step) -> &'static BundleInfo {
    &BUNDLES[step.choice as usize % BUNDLES.len()]
}

/// How the iterator of a batch behaves: honest in most cases.
fn manners(step: Step, rows: usize) -> Manners {
    let hint = match step.pick % 8 {
        0 => (0, None),
        1 => (usize::MAX, None),
        2 => (rows * 2 + 1, Some(rows / 2)),
        3 => (0, Some(0)),
        _ => (rows, Some(rows)),
    };
    let panics_at =
        (step.pick.is_multiple_of(11) && rows > 0).then(|| (step.pick >> 5) as usize % rows);
    Manners { hint, panics_at }
}
