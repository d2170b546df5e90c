//! An `Or` is made of filters; what yields something stands beside it.
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
    query!(world, |p: &mut Pos, _: Or<(With<Pos>, &Vel)>| p.x += 1.0);
}

fn main() {}
