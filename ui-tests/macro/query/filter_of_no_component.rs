//! A filter names a component, as a term does.
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
    query!(world, |p: &mut Pos, _: Without<Frozen>| p.x += 1.0);
}

fn main() {}
