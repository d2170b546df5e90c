//! A pair of rows is borrowed for one call, since each row stands in several pairs.
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
    let mut kept = Vec::new();
    world.query_mut::<&mut Pos>().for_each_combination(|a, b| kept.push((a, b)));
}

fn main() {}
