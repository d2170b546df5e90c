//! `return` in a body ends the row, not the function around the query.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

fn first(world: &World) -> f32 {
    query!(world, |p: &Pos| {
        if p.x > 1.0 {
            return p.x;
        }
    });
    0.0
}

fn main() {}
