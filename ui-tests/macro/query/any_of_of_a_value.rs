//! An `AnyOf` is made of references to components, each of which may be missing.
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
    query!(world, |any: AnyOf<(Vel, &Pos)>| {});
}

fn main() {}
