//! A row is borrowed for one call of the closure, so no future can hold it.
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
    query!(world, async |p: &Pos| println!("{}", p.x));
}

fn main() {}
