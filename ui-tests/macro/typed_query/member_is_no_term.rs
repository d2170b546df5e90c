//! Each member of a query is a term, and the one that is not is named.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

fn step(world: &mut World) {
    let mut both = world.query_mut::<(&mut Pos, Vel)>();
}

fn main() {}
