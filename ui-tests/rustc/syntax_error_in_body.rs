//! A mistake in the body is reported as if there were no macro around it.
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
        p.x += ;
    });
}

fn main() {}
