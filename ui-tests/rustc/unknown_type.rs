//! A mistyped component is one error, with the name that was meant. Case M24.
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
    query!(world, |p: &mut Poss, v: &Vel| p.x += v.x);
}

fn main() {}
