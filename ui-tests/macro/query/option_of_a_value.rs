//! What may be missing is borrowed where it is there.
use laige::{World, component, query};

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

fn step(world: &mut World) {
    query!(world, |p: &mut Pos, v: Option<Vel>| p.x += 1.0);
}

fn main() {}
