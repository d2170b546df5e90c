//! The closure is the last argument.
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
    query!(world, |p: &Pos| println!("{}", p.x), 3);
}

fn main() {}
