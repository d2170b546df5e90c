//! The types of the parameters are the query, so each parameter has one. Case M24.
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
    query!(world, |p, v: &Vel| println!("{}", p.x + v.x));
}

fn main() {}
