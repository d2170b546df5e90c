//! A query has at most 16 terms and filters, in the typed form as well.
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
    let query = world.query::<(
        &Pos, &Pos, &Pos, &Pos, &Pos, &Pos, &Pos, &Pos, &Pos,
        &Vel, &Vel, &Vel, &Vel, &Vel, &Vel, &Vel, &Vel,
    )>();
}

fn main() {}
