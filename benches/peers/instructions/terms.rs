//! What a term or filter adds to each chunk: the same visit of 256 chunks of one row, with and without it.

use std::hint::black_box;

use laige::{AnyOf, Has, Or, With, Without, World, query};
use laige_peers::components::{Data, Pos2, Vector, Vel2};

use crate::operations::measured;
use crate::prepared::divided;

const CHUNKS: u32 = 256;
const ROUNDS: u32 = 40;

/// How many chunks are visited.
pub(crate) const TIMES: u32 = CHUNKS * ROUNDS;

/// Visits all chunks of a world again and again.
fn visit(round: fn(&mut World)) {
    let mut world = divided(CHUNKS);
    // An optional component is there in every other chunk.
    let all: Vec<_> = world.entities().step_by(2).collect();
    for entity in all {
        world.insert(entity, Vel2::of(1)).expect("alive");
    }
    world.settle();
    // Which archetypes match is found out once, not for each chunk that is visited.
    round(&mut world);
    measured(|| {
        for _ in 0..ROUNDS {
            round(black_box(&mut world));
        }
    });
}

pub(crate) fn plain() {
    visit(|world| query!(world, |d: &mut Data| d.value += 1.0));
}

pub(crate) fn option() {
    visit(|world| {
        query!(world, |d: &mut Data, v: Option<&Vel2>| d.value += v.map_or(1.0, |v| v.x));
    });
}

pub(crate) fn two_options() {
    visit(|world| {
        query!(world, |d: &mut Data, p: Option<&Pos2>, v: Option<&Vel2>| {
            d.value += v.map(|v| v.x).or(p.map(|p| p.x)).unwrap_or(1.0);
        });
    });
}

/// Costs what an option of each member does. About half of that is in the loops that the compiler makes of the body, one for each choice.
pub(crate) fn any_of() {
    visit(|world| {
        query!(world, |d: &mut Data, AnyOf((p, v)): AnyOf<(&Pos2, &Vel2)>| {
            d.value += v.map(|v| v.x).or(p.map(|p| p.x)).unwrap_or(1.0);
        });
    });
}

pub(crate) fn has() {
    visit(|world| query!(world, |d: &mut Data, v: Has<Vel2>| d.value += f32::from(u8::from(*v))));
}

type Filter = Or<(With<Vel2>, (With<Pos2>, Without<Vel2>))>;

pub(crate) fn or() {
    visit(|world| query!(world, |d: &mut Data, _: Filter| d.value += 1.0));
}
