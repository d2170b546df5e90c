//! What is spawned or inserted is a component or a bundle; the member that is neither is named.
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
    let _ = world.spawn((Pos { x: 0.0 }, Health { hp: 1 }));
    let _ = world.insert(entity, Health { hp: 1 });
}

fn main() {}
