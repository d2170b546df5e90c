//! Prepared queries: what a call costs that visits little or nothing, in worlds of few and of many archetypes.

use std::hint::black_box;

use laige::{Options, World};
use laige_peers::components::{Data, Flag, Pos2, Vector, Vel2};
use laige_peers::letters::LETTERS;

use crate::operations::{COUNT, measured};

pub(crate) fn nothing_of_10() {
    match_nothing(10);
}

pub(crate) fn nothing_of_256() {
    match_nothing(256);
}

pub(crate) fn three_of_3() {
    match_three(0);
}

pub(crate) fn three_of_10_000() {
    match_three(10_000);
}

/// A query that no archetype of the world matches.
fn match_nothing(archetypes: u32) {
    let mut world = divided(archetypes);
    let query = world.prepare::<(&mut Pos2, &Flag)>();
    measured(|| {
        for _ in 0..COUNT {
            let query = query.query_mut(black_box(&mut world));
            query.expect("its own world").for_each(|(pos, _)| pos.x += 1.0);
        }
    });
}

/// A query that matches three archetypes of one entity each, beside so many others.
fn match_three(others: u32) {
    let mut world = beside(others);
    let query = world.prepare::<(&mut Pos2, &Vel2)>();
    measured(|| {
        for _ in 0..COUNT {
            let query = query.query_mut(black_box(&mut world));
            query.expect("its own world").for_each(|(pos, vel)| *pos += *vel);
        }
    });
}

/// A world of three archetypes with one entity each, born after so many others.
pub(crate) fn beside(others: u32) -> World {
    let mut world = divided(others);
    for i in 0..3 {
        let entity = world.spawn((Pos2::of(i), Vel2::of(1))).expect("room");
        LETTERS[..i].iter().for_each(|letter| (letter.insert_ours)(&mut world, entity));
    }
    world.settle();
    world
}

/// A world of so many archetypes of one entity each; each archetype has other letters, by the bits of a number.
pub(crate) fn divided(archetypes: u32) -> World {
    let options = Options::with_capacity(2 * COUNT).max_archetypes(2 * COUNT);
    let mut world = World::new(options).expect("legal options");
    world.register_all::<(Pos2, Vel2, Flag, Data)>().expect("room for the types");
    for letter in LETTERS {
        (letter.register)(&mut world);
    }
    for number in 0..archetypes {
        let entity = world.spawn((Pos2::of(1), Data { value: 0.0 })).expect("room");
        let bits = LETTERS.iter().enumerate().filter(|(bit, _)| number >> bit & 1 != 0);
        bits.for_each(|(_, letter)| (letter.insert_ours)(&mut world, entity));
    }
    world.settle();
    world
}
