//! The members of an `AnyOf` are of one row: two references, one of them mutable, would alias.
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
    query!(world, |any: AnyOf<(&mut Pos, &Vel, &Pos)>| {});
    query!(world, |p: &mut Pos, AnyOf((_, q)): AnyOf<(&Vel, &Pos)>| {});
}

fn main() {}
