//! Memory: all that the allocator gives for a world of 60,000 entities with two components of 8 bytes, from making it to the last entity, or to the second frame after a batch.
//! Of hecs the same, beside.

use std::hint::black_box;

use laige_peers::components::{Pos2, Vel2};
use laige_peers::heap;
use laige_peers::session::{Outcome, Session};

use crate::worlds::moving;

const COUNT: usize = 60_000;
const LIMIT: f64 = 30.0;

pub(crate) fn bars(session: &mut Session) {
    report(session, "memory/60k, one by one", LIMIT, || {
        let mut world = world();
        for i in 0..COUNT {
            world.spawn(moving(i)).expect("room");
        }
        world
    });
    report(session, "memory/60k, spawn_batch", LIMIT, || {
        let mut world = world();
        world.spawn_batch((0..COUNT).map(moving)).expect("room");
        // The handles were shown; the world lets go of them in the first frame that has no batch.
        world.begin_frame();
        world.begin_frame();
        world
    });
    report(session, "memory/60k, hecs one by one", f64::INFINITY, || {
        let mut world = hecs::World::new();
        for i in 0..COUNT {
            world.spawn(moving(i));
        }
        world
    });
    report(session, "memory/60k, hecs spawn_batch", f64::INFINITY, || {
        let mut world = hecs::World::new();
        world.spawn_batch((0..COUNT).map(moving)).for_each(drop);
        world
    });
}

/// A world that has just room.
fn world() -> laige::World {
    let options = laige::Options::with_capacity(COUNT as u32);
    let mut world = laige::World::new(options).expect("a valid capacity");
    world.register_all::<(Pos2, Vel2)>().expect("room for two types");
    world
}

fn report<W>(session: &mut Session, name: &str, limit: f64, make: impl Fn() -> W) {
    if !session.wants(name) {
        return;
    }
    heap::reset_peak();
    let before = heap::count();
    let world = black_box(make());
    let after = heap::count();
    drop(world);
    let per_entity = |bytes: usize| (bytes - before.live) as f64 / COUNT as f64;
    session.report(Outcome {
        name: name.into(),
        value: per_entity(after.live + size_of::<W>()),
        limit: limit.is_finite().then_some(limit),
        unit: "bytes",
        sides: Vec::new(),
        note: format!(
            "at the peak {:.1}; {} calls of the allocator",
            per_entity(after.peak),
            after.calls - before.calls
        ),
    });
}
