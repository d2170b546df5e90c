//! Many archetypes: what a pass costs that goes through many small ones, that finds two among two hundred, or whose rows are divided at
//! random among fifty.
//!
//! Of hecs, `query_mut` by a `for` loop and by `for_each` of its iterator: the faster one counts. hecs, too, keeps from call to call which archetypes a
//! query matches.

use laige::{World, query};
use laige_peers::cell::Cell;
use laige_peers::components::{Data, Pos2, Pos3, Rare, Vector, Vel2, Vel3};
use laige_peers::contender::{Contender, Task};
use laige_peers::letters::LETTERS;
use laige_peers::random::Random;
use laige_peers::session::{Bar, Session};

use crate::iterate::Moves;
use crate::worlds::{COUNT, Ours, Theirs, empty, sum_ours, sum_theirs};

/// Entities in each archetype.
const EACH: usize = 20;

pub(crate) fn bars(session: &mut Session) {
    let make = (letters_ours as fn() -> World, letters_theirs as fn() -> hecs::World);
    passes(session, "26 archetypes of 20", make, &all(300), 1.2);
    let make = (combinations_ours as fn() -> World, combinations_theirs as fn() -> hecs::World);
    passes(session, "2 of 200", make, &rare(3_000), 1.2);
    passes(session, "all of 200", make, &all(50), 1.0);
    interleaved::<Pos2, Vel2>(session, "8B");
    interleaved::<Pos3, Vel3>(session, "12B");
}

/// How the libraries' worlds are made.
type Makers = (fn() -> World, fn() -> hecs::World);

/// How the libraries visit, and how often in a sample.
struct Visits {
    ours: fn(&mut World),
    for_loop: fn(&mut hecs::World),
    for_each: fn(&mut hecs::World),
    times: u32,
}

/// Visits all data.
fn all(times: u32) -> Visits {
    Visits {
        ours: |world| query!(world, |data: &mut Data| data.value += 1.0),
        for_loop: |world| {
            for data in world.query_mut::<&mut Data>() {
                data.value += 1.0;
            }
        },
        for_each: |world| {
            world.query_mut::<&mut Data>().into_iter().for_each(|data| data.value += 1.0);
        },
        times,
    }
}

/// Visits the data of the rare ones.
fn rare(times: u32) -> Visits {
    Visits {
        ours: |world| query!(world, |data: &mut Data, rare: &Rare| data.value += rare.value),
        for_loop: |world| {
            for (data, rare) in world.query_mut::<(&mut Data, &Rare)>() {
                data.value += rare.value;
            }
        },
        for_each: |world| {
            let rows = world.query_mut::<(&mut Data, &Rare)>().into_iter();
            rows.for_each(|(data, rare)| data.value += rare.value);
        },
        times,
    }
}

fn passes(session: &mut Session, name: &str, (ours, theirs): Makers, visits: &Visits, limit: f64) {
    let times = visits.times;
    let sum = |world: &mut World| {
        let mut sum = 0;
        query!(world, |data: &Data| sum += u64::from(data.value.to_bits()));
        sum
    };
    let task = Task { make: ours, before: visits.ours, step: visits.ours, times, sum };
    let mut contenders = vec![Contender::new("laige", task)];
    for (name, step) in [("hecs for", visits.for_loop), ("hecs for_each", visits.for_each)] {
        let sum = |world: &mut hecs::World| {
            let rows = world.query_mut::<&Data>().into_iter();
            rows.map(|data| u64::from(data.value.to_bits())).sum()
        };
        contenders
            .push(Contender::new(name, Task { make: theirs, before: step, step, times, sum }));
    }
    let bar = Bar {
        name: format!("archetypes/{name}"),
        ours: "laige",
        against: &["hecs for", "hecs for_each"],
        beside: &[],
        limit,
    };
    session.measure(&Cell { operations: 1, contenders }, vec![bar]);
}

/// Rows divided at random among fifty archetypes, beside the same rows in one.
fn interleaved<P: Moves<V>, V: Vector>(session: &mut Session, size: &str) {
    let ours = |name, make: fn() -> World| {
        let step = |world: &mut World| query!(world, |place: &mut P, step: &V| *place += *step);
        let sum = |world: &mut World| sum_ours::<P>(world);
        Contender::new(name, Task { make, before: step, step, times: 10, sum })
    };
    let theirs = |name, make: fn() -> hecs::World| {
        let step = |world: &mut hecs::World| {
            let rows = world.query_mut::<(&mut P, &V)>().into_iter();
            rows.for_each(|(place, step)| *place += *step);
        };
        let sum = |world: &mut hecs::World| sum_theirs::<P>(world);
        Contender::new(name, Task { make, before: step, step, times: 10, sum })
    };
    let contenders = vec![
        ours("laige, 50", || divided_ours(Ours::of(COUNT, |i| (P::of(i), V::of(1))))),
        ours("laige, one", || Ours::of(COUNT, |i| (P::of(i), V::of(1))).world),
        theirs("hecs, 50", || divided_theirs(Theirs::of(COUNT, |i| (P::of(i), V::of(1))))),
        theirs("hecs, one", || Theirs::of(COUNT, |i| (P::of(i), V::of(1))).world),
    ];
    let bar = Bar {
        name: format!("archetypes/50 interleaved/{size}"),
        ours: "laige, 50",
        against: &["laige, one"],
        beside: &["hecs, 50", "hecs, one"],
        limit: 1.3,
    };
    session.measure(&Cell { operations: 1, contenders }, vec![bar]);
}

/// For each letter some entities.
fn letters_ours() -> World {
    let mut world = empty(COUNT);
    for letter in LETTERS {
        (letter.register)(&mut world);
        for i in 0..EACH {
            (letter.spawn_ours)(&mut world, Data { value: i as f32 });
        }
    }
    world
}

fn letters_theirs() -> hecs::World {
    let mut world = hecs::World::new();
    for letter in LETTERS {
        for i in 0..EACH {
            (letter.spawn_theirs)(&mut world, Data { value: i as f32 });
        }
    }
    world
}

/// The letters of a combination: its bits.
fn bits(combination: usize) -> impl Iterator<Item = usize> {
    (0..8).filter(move |bit| combination >> bit & 1 != 0)
}

/// Whether the entities of a combination are rare.
fn is_rare(combination: usize) -> bool {
    combination == 50 || combination == 150
}

/// Two hundred combinations of eight letters, each with some entities. Entities get their letters one by one, and every archetype on that way is one
/// of the two hundred.
fn combinations_ours() -> World {
    let mut world = empty(COUNT);
    LETTERS[..8].iter().for_each(|letter| (letter.register)(&mut world));
    for combination in 0..200 {
        for i in 0..EACH {
            let entity = world.spawn((Data { value: i as f32 },)).expect("room");
            bits(combination).for_each(|bit| (LETTERS[bit].insert_ours)(&mut world, entity));
            if is_rare(combination) {
                world.insert(entity, Rare { value: 1.0 }).expect("room");
            }
        }
    }
    world
}

fn combinations_theirs() -> hecs::World {
    let mut world = hecs::World::new();
    for combination in 0..200 {
        for i in 0..EACH {
            let entity = world.spawn((Data { value: i as f32 },));
            bits(combination).for_each(|bit| (LETTERS[bit].insert_theirs)(&mut world, entity));
            if is_rare(combination) {
                world.insert_one(entity, Rare { value: 1.0 }).expect("alive");
            }
        }
    }
    world
}

/// For each entity one of fifty combinations, at random, the same number of each.
fn division() -> Vec<usize> {
    let mut combinations: Vec<usize> = (0..COUNT).map(|i| i % 50).collect();
    Random::new(5).shuffle(&mut combinations);
    combinations
}

fn divided_ours(mut ours: Ours) -> World {
    LETTERS[..8].iter().for_each(|letter| (letter.register)(&mut ours.world));
    for (&entity, combination) in ours.handles.iter().zip(division()) {
        bits(combination).for_each(|bit| (LETTERS[bit].insert_ours)(&mut ours.world, entity));
    }
    ours.world
}

fn divided_theirs(mut theirs: Theirs) -> hecs::World {
    for (&entity, combination) in theirs.handles.iter().zip(division()) {
        bits(combination).for_each(|bit| (LETTERS[bit].insert_theirs)(&mut theirs.world, entity));
    }
    theirs.world
}
