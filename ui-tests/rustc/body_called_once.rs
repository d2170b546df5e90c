//! The closure is called for each row, so it cannot give away what it captured.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

fn step(world: &World, names: Vec<String>) {
    query!(world, |p: &Pos| drop(names));
}

fn main() {}
