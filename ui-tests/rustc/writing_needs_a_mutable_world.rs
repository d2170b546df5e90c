//! A query that writes borrows the world mutably. Case U04.
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
    query!(world, |p: &mut Pos, v: &Vel| p.x += v.x);
}

fn main() {}
