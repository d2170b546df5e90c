//! A closure of the typed form takes the row's item, which is one tuple.
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
    world.query_mut::<(&mut Pos, &Vel)>().for_each(|p, v| p.x += v.x);
}

fn main() {}
