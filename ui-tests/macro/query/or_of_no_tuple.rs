//! The members of an `Or` stand in a tuple, also where there is one.
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
    query!(world, |p: &mut Pos, _: Or<With<Vel>>| p.x += 1.0);
}

fn main() {}
