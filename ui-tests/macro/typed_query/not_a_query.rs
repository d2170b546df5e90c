//! A query is made of terms; a component is borrowed by one.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

fn step(world: &World) {
    let positions = world.query::<Pos>();
}

fn main() {}
