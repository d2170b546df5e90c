//! `query` borrows the world shared, so none of its terms writes. Case U04.
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
    world.query::<(&mut Pos, &Vel)>().for_each(|(p, v)| p.x += v.x);
}

fn main() {}
