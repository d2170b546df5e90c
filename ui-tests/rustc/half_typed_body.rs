//! A body that is being typed reaches the compiler, and an editor, as it is. Case M23.
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
    query!(world, |p: &mut Pos, v: &Vel| {
        p.
    });
}

fn main() {}
