//! A reading query borrows the world as well: no change while rows are visited. Case Q19.
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
    query!(world, |e: Entity, _: &Vel| {
        let _ = world.despawn(e);
    });
}

fn main() {}
