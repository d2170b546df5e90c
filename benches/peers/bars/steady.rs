//! Steady state: a simulation whose population rises and falls in waves. After 200 steps with one seed, 10,000 steps with another must
//! call the allocator not once, and hold little more memory than their rows need. These are counts, the same on every run.

use laige::{Entity, World, query};
use laige_peers::components::{Data, Flag, Pos2, Rare, Vector, Vel2};
use laige_peers::heap;
use laige_peers::random::Random;
use laige_peers::session::{Outcome, Session};

use crate::churn::visit_ours;
use crate::worlds::empty;

const CAPACITY: usize = 10_000;
const WARM_UP: usize = 200;
const STEPS: usize = 10_000;

pub(crate) fn bars(session: &mut Session) {
    let names = ["steady/allocator calls", "steady/bytes reserved"];
    if names.iter().any(|name| session.wants(name)) {
        waves(session, names);
    }
    churn(session, "first landing/steady churn, allocator calls");
}

/// The population is to be this large at that step: between 2,000 and 9,000 in waves of 50 steps.
fn wanted(step: usize) -> usize {
    let place = step % 50;
    2_000 + 280 * place.min(50 - place)
}

fn waves(session: &mut Session, names: [&str; 2]) {
    let mut simulation = Simulation::new();
    for step in 0..WARM_UP {
        simulation.step(step);
    }
    simulation.random = Random::new(23);
    let (stats, calls) = (simulation.world.archetype_stats(), heap::count().calls);
    let mut worst = Bytes::default();
    let mut first = None;
    for step in 0..STEPS {
        simulation.step(step);
        worst = worst.max(Bytes::of(&simulation.world));
        if heap::count().calls != calls {
            first.get_or_insert(step);
        }
    }
    let calls = heap::count().calls - calls;
    let after = simulation.world.archetype_stats();
    let (splits, merges) =
        (after.total_splits - stats.total_splits, after.total_merges - stats.total_merges);
    assert!(splits > 0 && merges > 0, "the waves do not reach splits and merges");
    let note = format!(
        "{splits} splits, {merges} merges, {} rows moved{}",
        after.total_rows_moved - stats.total_rows_moved,
        first.map_or_else(String::new, |step| format!(", first call in step {step}"))
    );
    report(session, names[0], calls as f64, 0.0, "calls", note);
    let note = format!(
        "{} reserved and {} pooled for {} live in {} archetypes, at the worst step, of the limit 2 * live + 64 KiB each",
        worst.reserved, worst.pooled, worst.live, worst.archetypes
    );
    report(session, names[1], worst.part_of_limit(), 1.0, "parts", note);
}

/// Memory of a world at one step.
#[derive(Clone, Copy, Default)]
struct Bytes {
    reserved: usize,
    pooled: usize,
    live: usize,
    archetypes: usize,
}

impl Bytes {
    fn of(world: &World) -> Self {
        let stats = world.archetype_stats();
        let live = world.archetypes().map(|archetype| {
            let row: usize = archetype.components().map(|component| component.size()).sum();
            archetype.rows() as usize * (size_of::<Entity>() + row)
        });
        Self {
            reserved: stats.bytes_reserved,
            pooled: stats.bytes_pooled,
            live: live.sum(),
            archetypes: stats.archetypes as usize + 1,
        }
    }

    /// What is reserved, as a part of what may be.
    fn part_of_limit(self) -> f64 {
        self.reserved as f64 / (2 * self.live + 64 * 1_024 * self.archetypes).max(1) as f64
    }

    fn max(self, other: Self) -> Self {
        if other.part_of_limit() > self.part_of_limit() { other } else { self }
    }
}

/// Entities that come, change and go.
struct Simulation {
    world: World,
    handles: Vec<Entity>,
    random: Random,
}

impl Simulation {
    fn new() -> Self {
        let handles = Vec::with_capacity(CAPACITY);
        Self { world: empty(CAPACITY), handles, random: Random::new(19) }
    }

    fn step(&mut self, step: usize) {
        self.world.begin_frame();
        while self.handles.len() < wanted(step) {
            self.spawn();
        }
        while self.handles.len() > wanted(step) {
            self.despawn();
        }
        for _ in 0..50 {
            self.despawn();
            self.spawn();
        }
        for _ in 0..200 {
            self.change();
        }
        visit_ours(&mut self.world);
        query!(self.world, |data: &mut Data, rare: Option<&Rare>| {
            data.value += rare.map_or(0.5, |rare| rare.value);
        });
    }

    fn spawn(&mut self) {
        let number = self.handles.len();
        let moving = (Pos2::of(number), Vel2::of(1));
        let spawned = match self.random.below(3) {
            0 => self.world.spawn((moving.0, moving.1, Data { value: 0.0 })),
            1 => self.world.spawn((moving.0,)),
            _ => self.world.spawn(moving),
        };
        self.handles.push(spawned.expect("room"));
    }

    fn despawn(&mut self) {
        let entity = self.handles.swap_remove(self.random.below(self.handles.len()));
        self.world.despawn(entity).expect("alive");
    }

    /// Inserts or removes components of one entity.
    fn change(&mut self) {
        let entity = self.handles[self.random.below(self.handles.len())];
        let world = &mut self.world;
        match self.random.below(4) {
            0 => world.insert(entity, Flag { value: 1 }).expect("room"),
            1 => drop(world.remove::<Flag>(entity).expect("alive")),
            2 => world.insert(entity, (Rare { value: 1.0 }, Data { value: 0.0 })).expect("room"),
            _ => drop(world.remove::<(Rare, Data)>(entity).expect("alive")),
        }
    }
}

/// A hundred of 10,000 entities despawned and spawned in each step, and all visited.
fn churn(session: &mut Session, name: &str) {
    if !session.wants(name) {
        return;
    }
    let mut state = crate::churn::Steps::new(
        crate::worlds::Ours::of(crate::worlds::COUNT, crate::worlds::moving),
        100,
    );
    let mut calls = 0;
    for step in 0..WARM_UP + 1_000 {
        state.plan(1);
        let before = heap::count().calls;
        state.exchange();
        if step >= WARM_UP {
            calls += heap::count().calls - before;
        }
    }
    report(session, name, calls as f64, 0.0, "calls", String::new());
}

fn report(
    session: &mut Session,
    name: &str,
    value: f64,
    limit: f64,
    unit: &'static str,
    note: String,
) {
    if session.wants(name) {
        let (name, limit) = (name.into(), Some(limit));
        session.report(Outcome { name, value, limit, unit, sides: Vec::new(), note });
    }
}
