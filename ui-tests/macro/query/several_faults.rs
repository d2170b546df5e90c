//! All faults of a call are reported together, each at its place.
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
    query!(world, |p: &'static mut Pos, v, q: &Pos| p.x += v.x + q.x, 3);
}

fn main() {}
