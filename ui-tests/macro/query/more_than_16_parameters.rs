//! A query has at most 16 terms and filters.
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
    query!(
        world,
        |_: &Pos, _: &Pos, _: &Pos, _: &Pos, _: &Pos, _: &Pos, _: &Pos, _: &Pos,
         _: &Pos, _: &Pos, _: &Pos, _: &Pos, _: &Pos, _: &Pos, _: &Pos, _: &Pos,
         _: &Vel| {}
    );
}

fn main() {}
