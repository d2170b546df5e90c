//! A query as a value ends before the world changes. Case U04.
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
    let positions = world.query::<&Pos>();
    let _ = world.spawn(Pos { x: 0.0 });
    println!("{}", positions.count());
}

fn main() {}
