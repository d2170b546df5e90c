//! What a reading query gives is borrowed from the world, also when the query itself is gone. Case U04.
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
    let first = world.query::<&Pos>().first();
    world.clear();
    println!("{}", first.map_or(0.0, |pos| pos.x));
}

fn main() {}
