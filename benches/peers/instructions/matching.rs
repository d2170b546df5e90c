//! A query of three archetypes in worlds that have no others and in worlds that have 10,000 more: by a generic function, in one world and in two that
//! take turns.

use std::hint::black_box;
use std::ops::AddAssign;

use laige::{Component, World, query};
use laige_peers::components::{Pos2, Vel2};

use crate::operations::{COUNT, measured};
use crate::prepared::beside;

pub(crate) fn query_three_of_3() {
    query_three(&mut [beside(0)]);
}

pub(crate) fn query_three_of_10_000() {
    query_three(&mut [beside(10_000)]);
}

pub(crate) fn two_worlds_of_3() {
    query_three(&mut [beside(0), beside(0)]);
}

pub(crate) fn two_worlds_of_10_000() {
    query_three(&mut [beside(10_000), beside(10_000)]);
}

/// Worlds take turns, with as many calls in all.
fn query_three(worlds: &mut [World]) {
    worlds.iter_mut().for_each(advance::<Pos2, Vel2>);
    let rounds = COUNT as usize / worlds.len();
    measured(|| {
        for _ in 0..rounds {
            black_box(&mut *worlds).iter_mut().for_each(advance::<Pos2, Vel2>);
        }
    });
}

fn advance<P: Component + AddAssign<V>, V: Component>(world: &mut World) {
    query!(world, |pos: &mut P, vel: &V| *pos += *vel);
}
