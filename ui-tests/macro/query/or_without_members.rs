//! An `Or` of nothing would match nothing, which nobody asks for. Case Q03.
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
    query!(world, |p: &mut Pos, _: Or<()>| p.x += 1.0);
}

fn main() {}
