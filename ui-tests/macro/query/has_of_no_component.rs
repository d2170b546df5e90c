//! `Has` names a component, as a filter does.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

struct Frozen;

fn step(world: &mut World) {
    query!(world, |p: &mut Pos, frozen: Has<Frozen>| p.x += 1.0);
}

fn main() {}
