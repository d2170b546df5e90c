//! A query inside another cannot write: the world is borrowed.
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
    query!(world, |p: &Pos| {
        query!(world, |v: &mut Vel| v.x += p.x);
    });
}

fn main() {}
