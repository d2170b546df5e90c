//! The operations: each makes its world, and does the thing many times inside `measured`, which is what is counted.

use std::hint::black_box;

use laige::{Entity, Options, With, World, query};
use laige_peers::components::{Data, Flag, Pos2, Stunned, Vector, Vel2};
use laige_peers::random::Random;

use crate::{commands, matching, prepared, systems, terms};

/// Something that is counted.
pub(crate) struct Operation {
    pub(crate) name: &'static str,
    /// How often it is done.
    pub(crate) times: u32,
    pub(crate) run: fn(),
}

pub(crate) const COUNT: u32 = 10_000;

pub(crate) const OPERATIONS: &[Operation] = &[
    Operation { name: "query! over 10,000 rows, a row", times: COUNT, run: visit },
    Operation { name: "query_mut that matches nothing", times: COUNT, run: match_nothing },
    Operation { name: "prepared, no match of 10", times: COUNT, run: prepared::nothing_of_10 },
    Operation { name: "prepared, no match of 256", times: COUNT, run: prepared::nothing_of_256 },
    Operation { name: "prepared, 3 of 3", times: COUNT, run: prepared::three_of_3 },
    Operation { name: "prepared, 3 of 10,000", times: COUNT, run: prepared::three_of_10_000 },
    Operation { name: "query!, 3 of 3", times: COUNT, run: matching::query_three_of_3 },
    Operation { name: "query!, 3 of 10,000", times: COUNT, run: matching::query_three_of_10_000 },
    Operation { name: "two worlds in turn, 3 of 3", times: COUNT, run: matching::two_worlds_of_3 },
    Operation {
        name: "two worlds in turn, 3 of 10,000",
        times: COUNT,
        run: matching::two_worlds_of_10_000,
    },
    Operation { name: "a chunk of one row, of &mut T", times: terms::TIMES, run: terms::plain },
    Operation { name: "the same with Option<&U>", times: terms::TIMES, run: terms::option },
    Operation { name: "the same with two options", times: terms::TIMES, run: terms::two_options },
    Operation { name: "the same with AnyOf<(&U, &V)>", times: terms::TIMES, run: terms::any_of },
    Operation { name: "the same with Has<U>", times: terms::TIMES, run: terms::has },
    Operation { name: "the same with Or<(..)>", times: terms::TIMES, run: terms::or },
    Operation { name: "get", times: COUNT, run: get },
    Operation { name: "get_mut", times: COUNT, run: get_mut },
    Operation { name: "Query::get", times: COUNT, run: query_get },
    Operation { name: "set_toggle", times: COUNT, run: set_toggle },
    Operation { name: "query! of a toggle, a row set", times: COUNT / 4, run: visit_toggled },
    Operation { name: "spawn", times: COUNT, run: spawn },
    Operation { name: "despawn", times: COUNT, run: despawn },
    Operation { name: "insert", times: COUNT, run: insert },
    Operation { name: "remove", times: COUNT, run: remove },
    Operation { name: "a command that spawns, applied", times: COUNT, run: commands::spawns },
    Operation { name: "a command that inserts, applied", times: COUNT, run: commands::inserts },
    Operation { name: "settle a chunk, one hole, one tail", times: 2 * SETTLINGS, run: settle },
    Operation { name: "an empty system", times: systems::RUNS, run: systems::idle },
];

/// What is counted: the function by which valgrind knows when to count.
#[inline(never)]
pub(crate) fn measured<R>(operation: impl FnOnce() -> R) -> R {
    black_box(operation())
}

/// A world that knows the components.
pub(crate) fn empty() -> World {
    let mut world = World::new(Options::with_capacity(2 * COUNT)).expect("a valid capacity");
    world.register_all::<(Pos2, Vel2, Flag, Data, Stunned)>().expect("room for five types");
    world
}

/// A world with rows, and their handles in random order.
pub(crate) fn filled(count: u32) -> (World, Vec<Entity>) {
    let mut world = empty();
    let rows = (0..count as usize).map(|i| (Pos2::of(i), Vel2::of(1)));
    let mut handles = world.spawn_batch(rows).expect("room").to_vec();
    Random::new(1).shuffle(&mut handles);
    (world, handles)
}

fn visit() {
    let (mut world, _) = filled(COUNT);
    measured(|| query!(world, |pos: &mut Pos2, vel: &Vel2| *pos += *vel));
}

fn match_nothing() {
    let (mut world, _) = filled(COUNT);
    measured(|| {
        for _ in 0..COUNT {
            let world = black_box(&mut world);
            world.query_mut::<(&mut Pos2, &Flag)>().for_each(|(pos, _)| pos.x += 1.0);
        }
    });
}

fn get() {
    let (world, handles) = filled(COUNT);
    measured(|| handles.iter().filter_map(|&e| world.get::<Pos2>(e)).map(|pos| pos.x).sum::<f32>());
}

fn get_mut() {
    let (mut world, handles) = filled(COUNT);
    measured(|| {
        for &entity in &handles {
            if let Some(pos) = world.get_mut::<Pos2>(entity) {
                pos.x += 1.0;
            }
        }
    });
}

fn query_get() {
    let (mut world, handles) = filled(COUNT);
    let mut query = world.query_mut::<&mut Pos2>();
    measured(|| {
        for &entity in &handles {
            if let Some(pos) = query.get(entity) {
                pos.x += 1.0;
            }
        }
    });
}

fn set_toggle() {
    let (mut world, handles) = filled(COUNT);
    measured(|| {
        for &entity in &handles {
            world.set_toggle::<Stunned>(entity, true).expect("alive");
        }
    });
}

fn visit_toggled() {
    let (mut world, handles) = filled(COUNT);
    for &entity in handles.iter().step_by(4) {
        world.set_toggle::<Stunned>(entity, true).expect("alive");
    }
    measured(|| query!(world, |pos: &mut Pos2, vel: &Vel2, _: With<Stunned>| *pos += *vel));
}

fn spawn() {
    let mut world = empty();
    measured(|| {
        for i in 0..COUNT as usize {
            world.spawn((Pos2::of(i), Vel2::of(1))).expect("room");
        }
    });
}

fn despawn() {
    let (mut world, handles) = filled(COUNT);
    measured(|| {
        for &entity in &handles {
            world.despawn(entity).expect("alive");
        }
    });
}

fn insert() {
    let (mut world, handles) = filled(COUNT);
    measured(|| {
        for &entity in &handles {
            world.insert(entity, Flag { value: 1 }).expect("alive");
        }
    });
}

fn remove() {
    let (mut world, handles) = filled(COUNT);
    for &entity in &handles {
        world.insert(entity, Flag { value: 1 }).expect("alive");
    }
    world.settle();
    measured(|| {
        for &entity in &handles {
            world.remove::<Flag>(entity).expect("alive");
        }
    });
}

const SETTLINGS: u32 = 100;

/// In each of two chunks of 200 rows one leaves for the other.
fn settle() {
    let (mut world, handles) = filled(400);
    let (with, without) = handles.split_at(200);
    for &entity in with {
        world.insert(entity, Flag { value: 1 }).expect("alive");
    }
    world.settle();
    for (&leaving, &coming) in with.iter().zip(without).take(SETTLINGS as usize) {
        world.remove::<Flag>(leaving).expect("alive");
        world.insert(coming, Flag { value: 1 }).expect("alive");
        let before = world.archetype_stats().total_settles;
        measured(|| world.settle());
        let settled = world.archetype_stats().total_settles - before;
        assert_eq!(settled, 2, "both chunks were loose");
    }
}
