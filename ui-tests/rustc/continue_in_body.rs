//! A body is a closure's, called for each row: `return` goes on to the next one.
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
    query!(world, |p: &mut Pos| {
        if p.x > 1.0 {
            continue;
        }
        p.x += 1.0;
    });
}

fn main() {}
