//! A world is split into two queries at least.
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
    let movers = world.split::<(&mut Pos,)>();
}

fn main() {}
