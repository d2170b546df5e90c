//! A reference into a column ends before the world changes. Case U04.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

fn step(world: &mut World, entity: Entity) {
    let pos = world.get::<Pos>(entity);
    let _ = world.spawn(Vel { x: 0.0 });
    println!("{}", pos.map_or(0.0, |p| p.x));
}

fn main() {}
