//! A type without `#[component]` is not one, in every call that takes one.
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

fn step(world: &mut World, entity: Entity) {
    let _ = world.get::<Health>(entity);
    let _ = world.take::<Health>(entity);
}

fn main() {}
