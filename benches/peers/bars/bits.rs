//! Toggles: one is set or taken back of each entity in random order, beside a field that is written through `get_mut` in the same order; and
//! a query that asks for one, beside a query that asks each row's field.

use laige::{Entity, With, World, query};
use laige_peers::cell::Cell;
use laige_peers::components::{Flag, Stunned};
use laige_peers::contender::{Contender, Task};
use laige_peers::random::Random;
use laige_peers::session::{Bar, Session};

use crate::worlds::{COUNT, Ours, moving, shuffled};

/// A world in which every entity is set, or none.
struct Herd {
    world: World,
    handles: Vec<Entity>,
    on: bool,
}

impl Herd {
    fn new() -> Self {
        let row = |number| (moving(number), Flag { value: 0 });
        let Ours { world, handles } = Ours::of(COUNT, row);
        Self { world, handles: shuffled(handles), on: false }
    }
}

pub(crate) fn bars(session: &mut Session) {
    let cell = Cell {
        operations: COUNT,
        contenders: vec![
            contender(
                "laige set_toggle",
                |herd| {
                    herd.on = !herd.on;
                    for &entity in &herd.handles {
                        let _ = herd.world.set_toggle::<Stunned>(entity, herd.on);
                    }
                },
                |herd| herd.world.query::<With<Stunned>>().count() as u64,
            ),
            contender(
                "laige get_mut",
                |herd| {
                    herd.on = !herd.on;
                    for &entity in &herd.handles {
                        if let Some(flag) = herd.world.get_mut::<Flag>(entity) {
                            flag.value = u32::from(herd.on);
                        }
                    }
                },
                count_flags,
            ),
        ],
    };
    session.measure(&cell, vec![bar("at random", "laige set_toggle", "laige get_mut", 1.2)]);
    for (name, share) in [
        ("a query, half of the rows", Share { rows: 1, of: 2 }),
        ("a query, one row in 64", Share { rows: 1, of: 64 }),
        ("a query, 63 rows in 64", Share { rows: 63, of: 64 }),
    ] {
        let cell = Cell {
            operations: COUNT,
            contenders: vec![
                visitor(share, "laige With", |herd| {
                    query!(herd.world, |flag: &mut Flag, _: With<Stunned>| flag.value ^= 2);
                }),
                visitor(share, "laige a field", |herd| {
                    query!(herd.world, |flag: &mut Flag| {
                        if flag.value & 1 != 0 {
                            flag.value ^= 2;
                        }
                    });
                }),
            ],
        };
        session.measure(&cell, vec![bar(name, "laige With", "laige a field", 1.5)]);
    }
}

fn bar(name: &str, ours: &'static str, against: &'static str, limit: f64) -> Bar {
    let against: &'static [&'static str] = Box::leak(Box::new([against]));
    Bar { name: format!("bits/{name}"), ours, against, beside: &[], limit }
}

fn count_flags(herd: &mut Herd) -> u64 {
    let mut sum = 0;
    query!(herd.world, |flag: &Flag| sum += u64::from(flag.value));
    sum
}

/// A contender that sets all entities, then none, in turn.
fn contender(
    name: &'static str,
    step: impl Fn(&mut Herd) + Copy + 'static,
    sum: impl Fn(&mut Herd) -> u64 + Copy + 'static,
) -> Contender {
    Contender::new(name, Task { make: Herd::new, before: step, step, times: 2, sum })
}

/// So many rows in so many, at random.
#[derive(Clone, Copy)]
struct Share {
    rows: usize,
    of: usize,
}

/// A contender that visits those which have both the toggle and a 1 in their field.
fn visitor(
    share: Share,
    name: &'static str,
    step: impl Fn(&mut Herd) + Copy + 'static,
) -> Contender {
    let make = move || {
        let mut herd = Herd::new();
        let mut random = Random::new(7);
        for &entity in &herd.handles {
            let on = random.below(share.of) < share.rows;
            let _ = herd.world.set_toggle::<Stunned>(entity, on);
            if let Some(flag) = herd.world.get_mut::<Flag>(entity) {
                flag.value = u32::from(on);
            }
        }
        herd
    };
    Contender::new(name, Task { make, before: step, step, times: 2, sum: count_flags })
}
