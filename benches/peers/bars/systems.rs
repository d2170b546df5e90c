//! Systems: a schedule of 20 beside the same queries called by hand, an empty system with a clock beside bare readings of the clock, and 8 systems
//! side by side on two threads beside two plain threads over slices.

use std::hint::black_box;
use std::time::Instant;

use laige::time::SystemClock;
use laige::{Options, Query, Schedule, World, component, query, system};
use laige_peers::cell::Cell;
use laige_peers::contender::{Contender, Task};
use laige_peers::session::{Bar, Session};

use crate::parallel::{ROUNDS, report_gains};
use crate::worlds::COUNT;

/// One of many values of an entity.
#[component]
struct Value<const N: u16> {
    x: f32,
}

pub(crate) fn bars(session: &mut Session) {
    twenty(session);
    empty(session);
    side_by_side(session);
}

/// A little work for each row.
#[system(for_each)]
fn add<const N: u16>(value: &mut Value<0>, other: &Value<1>) {
    value.x += other.x + f32::from(N);
}

/// A world and its schedule.
struct Run {
    world: World,
    schedule: Schedule,
}

impl Run {
    fn tick(&mut self) {
        let report = self.world.run(&self.schedule).expect("the schedule is that of the world");
        debug_assert!(report.is_complete());
    }
}

/// 10,000 entities of two values.
fn pairs() -> World {
    let mut world = World::new(Options::with_capacity(COUNT as u32)).expect("a valid capacity");
    world.register_all::<(Value<0>, Value<1>)>().expect("room");
    let row = |i| (Value::<0> { x: i as f32 }, Value::<1> { x: 0.5 });
    world.spawn_batch((0..COUNT).map(row)).expect("room");
    world
}

/// Calls a macro with 20 numbers, in two lists.
macro_rules! numbers {
    ($each:ident) => {
        $each!((0 1 2 3 4 5 6 7 8 9) (10 11 12 13 14 15 16 17 18 19))
    };
}

fn twenty(session: &mut Session) {
    let scheduled = || {
        let mut world = pairs();
        macro_rules! lists {
            (($($first:literal)*) ($($second:literal)*)) => {
                world.add_systems::<($(add<$first>,)*)>().expect("systems").in_set("first");
                world.add_systems::<($(add<$second>,)*)>().expect("systems").after_set("first");
            };
        }
        numbers!(lists);
        let schedule = world.schedule().expect("a schedule");
        Run { world, schedule }
    };
    let by_hand = |world: &mut World| {
        macro_rules! calls {
            ($(($($number:literal)*))*) => { $($(
                query!(world, |value: &mut Value<0>, other: &Value<1>| {
                    value.x += other.x + f32::from({ const N: u16 = $number; N });
                });
            )*)* };
        }
        numbers!(calls);
    };
    let sum = |world: &World| {
        world.query::<&Value<0>>().iter().map(|value| u64::from(value.x.to_bits())).sum()
    };
    let ours = Task {
        make: scheduled,
        before: |_: &mut Run| {},
        step: Run::tick,
        times: 1,
        sum: move |run: &mut Run| sum(&run.world),
    };
    let theirs = Task {
        make: pairs,
        before: |_: &mut World| {},
        step: by_hand,
        times: 1,
        sum: move |world: &mut World| sum(world),
    };
    let contenders = vec![Contender::new("schedule", ours), Contender::new("by hand", theirs)];
    let name = "systems/20 over 10,000 entities".into();
    let bar = Bar { name, ours: "schedule", against: &["by hand"], beside: &[], limit: 1.1 };
    session.measure(&Cell { operations: COUNT, contenders }, vec![bar]);
}

/// Does nothing.
#[system]
fn idle<const N: u16>() {}

/// How many empty systems there are.
const IDLE: usize = 20;

fn empty(session: &mut Session) {
    let make = || {
        let mut world = World::new(Options::with_capacity(1)).expect("a valid capacity");
        macro_rules! lists {
            ($(($($number:literal)*))*) => { $(
                world.add_systems::<($(idle<$number>,)*)>().expect("systems");
            )* };
        }
        numbers!(lists);
        let clock = SystemClock::start();
        world.set_clock(move || laige::time::Clock::now(&clock));
        let schedule = world.schedule().expect("a schedule");
        Run { world, schedule }
    };
    let ours =
        Task { make, before: |_: &mut Run| {}, step: Run::tick, times: 1, sum: |_: &mut Run| 0 };
    let readings = |clock: &mut SystemClock| {
        for _ in 0..2 * IDLE {
            black_box(laige::time::Clock::now(clock));
        }
    };
    let theirs = Task {
        make: SystemClock::start,
        before: |_: &mut SystemClock| {},
        step: readings,
        times: 1,
        sum: |_: &mut SystemClock| 0,
    };
    let contenders = vec![Contender::new("systems", ours), Contender::new("clock", theirs)];
    let name = "systems/20 empty ones with a clock".into();
    let bar = Bar { name, ours: "systems", against: &["clock"], beside: &[], limit: 1.5 };
    session.measure(&Cell { operations: IDLE, contenders }, vec![bar]);
}

/// How many entities the systems side by side have, and how many systems there are.
const ROWS: usize = 60_000;
const SYSTEMS: usize = 8;

#[system]
fn settle<const N: u16>(mut values: Query<&mut Value<N>>) {
    values.for_each(|value| value.x = approach(value.x));
}

/// Some arithmetic that depends on itself.
fn approach(start: f32) -> f32 {
    (0..24).fold(start, |x, _| x * 0.999 + 1.0 / (1.0 + x * x))
}

fn side_by_side(session: &mut Session) {
    let name = "systems/8 on two threads";
    if !session.wants(name) {
        return;
    }
    let rounds = (session.effort.rounds * session.effort.worlds).max(ROUNDS);
    let mut times = [const { Vec::new() }; 4];
    session.probe.on_all_cores(|| take_turns(rounds, &mut times));
    let names = ["systems, one thread", "slices, one thread", "systems, two", "slices, two"];
    report_gains(session, name, names, times);
}

/// Lets the four ways take turns.
fn take_turns(rounds: usize, times: &mut [Vec<f64>; 4]) {
    let pool = |threads| {
        let pool = rayon_core::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("a pool of threads")
    };
    let (one, two) = (pool(1), pool(2));
    let mut run = eight();
    let mut slices: Vec<Vec<f32>> = vec![(0..ROWS).map(|i| i as f32).collect(); SYSTEMS];
    let whole = |slice: &mut Vec<f32>| slice.iter_mut().for_each(|x| *x = approach(*x));
    for _ in 0..rounds {
        times[0].push(time(|| one.install(|| run.tick())));
        times[1].push(time(|| slices.iter_mut().for_each(whole)));
        times[2].push(time(|| two.install(|| run.tick())));
        times[3].push(time(|| {
            let (left, right) = slices.split_at_mut(SYSTEMS / 2);
            std::thread::scope(|scope| {
                scope.spawn(|| left.iter_mut().for_each(whole));
                right.iter_mut().for_each(whole);
            });
        }));
    }
}

/// How long something takes for each row of each system, in nanoseconds.
fn time(run: impl FnOnce()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_nanos() as f64 / (ROWS * SYSTEMS) as f64
}

/// 60,000 entities of eight values, and a system for each value.
fn eight() -> Run {
    type Values =
        ((Value<0>, Value<1>, Value<2>, Value<3>), (Value<4>, Value<5>, Value<6>, Value<7>));
    type Systems =
        (settle<0>, settle<1>, settle<2>, settle<3>, settle<4>, settle<5>, settle<6>, settle<7>);
    let mut world = World::new(Options::with_capacity(ROWS as u32)).expect("a valid capacity");
    world.register_all::<Values>().expect("room");
    let row = |i| -> Values {
        let x = i as f32;
        (
            (Value { x }, Value { x }, Value { x }, Value { x }),
            (Value { x }, Value { x }, Value { x }, Value { x }),
        )
    };
    world.spawn_batch((0..ROWS).map(row)).expect("room");
    world.add_systems::<Systems>().expect("systems");
    let schedule = world.schedule().expect("a schedule");
    Run { world, schedule }
}
