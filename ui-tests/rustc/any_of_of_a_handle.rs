//! The members of an `AnyOf` are references to components; a handle is always there, and stands beside it.
use laige::prelude::*;

#[component]
struct Vel {
    x: f32,
}

fn step(world: &mut World) {
    query!(world, |any: AnyOf<(&Vel, Entity)>| {});
}

fn main() {}
