//! The closure stands in the call, for its header is the query.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

fn go(_: &Pos) {}

fn step(world: &World) {
    query!(world, go);
    query!(world);
}

fn main() {}
