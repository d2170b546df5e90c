//! A row is borrowed for one call of the closure, so nothing is awaited in it.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

async fn step(world: &World) {
    query!(world, |p: &Pos| save(p.x).await);
}

async fn save(_: f32) {}

fn main() {}
