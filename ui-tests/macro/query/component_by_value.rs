//! A component is borrowed from its column, so a term is a reference. Case M24.
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
    query!(world, |p: Pos, v: &Vel| println!("{} {}", p.x, v.x));
}

fn main() {}
