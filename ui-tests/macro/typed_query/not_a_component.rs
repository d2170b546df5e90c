//! A term borrows a component, and the type that is none is named.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

struct Health {
    hp: u32,
}

fn step(world: &World) {
    let wounded = world.query::<(&Pos, Option<&Health>)>();
}

fn main() {}
