//! A body is a closure's, so no loop around it can be left; `ControlFlow::Break` ends the visit.
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
    loop {
        query!(world, |p: &Pos| if p.x > 1.0 { break });
    }
}

fn main() {}
