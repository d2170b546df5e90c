//! No entity comes, goes or changes its components while rows are visited: the world is borrowed. Case Q19.
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
    query!(world, |e: Entity, v: &mut Vel| {
        let _ = world.despawn(e);
        v.x = 0.0;
    });
}

fn main() {}
