//! A body returns nothing, or `ControlFlow` or `Result<(), E>`, by which it ends the visit.
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
    query!(world, |p: &Pos| p.x * 2.0);
}

fn main() {}
