//! What changes which rows there are does not compile in a body: the world is borrowed. Case Q19.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

fn spawn(world: &mut World) {
    query!(world, |_: &Pos| drop(world.spawn(Vel { x: 0.0 })));
}

fn insert(world: &mut World) {
    query!(world, |e: Entity, _: &Pos| drop(world.insert(e, Vel { x: 0.0 })));
}

fn overwrite(world: &mut World) {
    query!(world, |e: Entity, p: &Pos| drop(world.insert(e, Pos { x: p.x })));
}

fn remove(world: &mut World) {
    query!(world, |e: Entity, _: &Pos| drop(world.remove::<Pos>(e)));
}

fn clear(world: &mut World) {
    query!(world, |_: &mut Pos| world.clear());
}

fn main() {}
