//! A query of nothing is a slip; every entity is visited by `|_: Entity|`.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

fn count(world: &World) -> u32 {
    let mut count = 0;
    query!(world, || count += 1);
    count
}

fn main() {}
