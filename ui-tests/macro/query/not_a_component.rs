//! A type without `#[component]` is not one. Case M24.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

struct Health {
    hp: u32,
}

fn step(world: &mut World) {
    query!(world, |h: &mut Health, v: &Vel| h.hp += 1);
}

fn main() {}
