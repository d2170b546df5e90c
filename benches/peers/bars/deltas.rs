//! Deltas between two snapshots of 10,000 entities of 16 bytes, beside the saves of both, which it has to compare: a hundred rows written, every row
//! written, and a hundred rows gone.

use laige::{Delta, Entity, Options, Snapshot, World, component, query};
use laige_peers::cell::Cell;
use laige_peers::contender::{Contender, Task};
use laige_peers::session::{Bar, Session};

use crate::worlds::COUNT;

/// What a delta of few changes takes at most, as a multiple of both saves; and one of a column wholly written.
const FEW: f64 = 6.0;
const ALL: f64 = 12.0;

#[component(id = "bars.place")]
struct Place {
    x: f32,
    y: f32,
}

#[component(id = "bars.step")]
struct Step {
    x: f32,
    y: f32,
}

pub(crate) fn bars(session: &mut Session) {
    let contenders = vec![
        between("laige, 100 written", |world, all| {
            for &entity in all.iter().step_by(COUNT / 100) {
                world.get_mut::<Place>(entity).expect("alive").x += 0.5;
            }
        }),
        between("laige, all written", |world, _| {
            query!(world, |place: &mut Place, step: &Step| {
                place.x += step.x;
                place.y += step.y;
            });
        }),
        between("laige, 100 gone", |world, all| {
            for &entity in all.iter().step_by(COUNT / 100) {
                world.despawn(entity).expect("alive");
            }
        }),
        saves(),
    ];
    let bar = |name: &str, ours, limit| Bar {
        name: format!("delta/{name}"),
        ours,
        against: &["two saves"],
        beside: &[],
        limit,
    };
    let bars = vec![
        bar("100 of 10,000 written", "laige, 100 written", FEW),
        bar("all of 10,000 written", "laige, all written", ALL),
        bar("100 of 10,000 gone", "laige, 100 gone", FEW),
    ];
    session.measure(&Cell { operations: 1, contenders }, bars);
}

/// A snapshot, and another after a change.
struct Pair {
    base: Snapshot,
    other: Snapshot,
}

fn pair(change: fn(&mut World, &[Entity])) -> Pair {
    let mut world = World::new(Options::with_capacity(COUNT as u32)).expect("a valid capacity");
    world.register_all::<(Place, Step)>().expect("room");
    let row = |i| (Place { x: i as f32, y: 0.25 * i as f32 }, Step { x: 1.0, y: 0.125 * i as f32 });
    let all = world.spawn_batch((0..COUNT).map(row)).expect("room").to_vec();
    let base = world.snapshot();
    change(&mut world, &all);
    Pair { base, other: world.snapshot() }
}

fn between(name: &'static str, change: fn(&mut World, &[Entity])) -> Contender {
    let step = |it: &mut Pair| {
        std::hint::black_box(Delta::between(&it.base, &it.other).expect("ids are given"));
    };
    contender(name, change, step)
}

fn saves() -> Contender {
    let step = |it: &mut Pair| {
        std::hint::black_box(it.base.to_bytes().expect("ids are given"));
        std::hint::black_box(it.other.to_bytes().expect("ids are given"));
    };
    contender("two saves", |_, _| {}, step)
}

fn contender(
    name: &'static str,
    change: fn(&mut World, &[Entity]),
    step: fn(&mut Pair),
) -> Contender {
    let make = move || pair(change);
    Contender::new(
        name,
        Task { make, before: |_: &mut Pair| {}, step, times: 1, sum: |_: &mut Pair| 0 },
    )
}
