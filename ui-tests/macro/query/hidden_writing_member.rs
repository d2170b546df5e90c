//! A member of an `AnyOf` that writes shows its `mut` in the call, for the world is borrowed by it.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

type Moving<'a> = &'a mut Pos;

fn step(world: &mut World) {
    query!(world, |any: AnyOf<(Moving<'_>, &Vel)>| {});
}

fn main() {}
