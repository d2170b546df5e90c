//! The result of a query is that of its body, and is not lost unnoticed.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

#[deny(unused_must_use)]
fn step(world: &World) {
    query!(world, |p: &Pos| -> laige::Result<()> {
        let _ = p.x;
        Ok(())
    });
}

fn main() {}
