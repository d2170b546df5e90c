//! `par(..)` stands around the world, whose rows are visited in parallel.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

fn step(world: &mut World) {
    query!(par(), |p: &mut Pos| p.x = 0.0);
}

fn main() {}
