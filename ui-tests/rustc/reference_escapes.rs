//! A row is borrowed for one call of the closure, so no reference leaves it. Case U04.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

fn step(world: &World) {
    let mut kept = None;
    query!(world, |p: &Pos| kept = Some(p));
    println!("{}", kept.map_or(0.0, |p: &Pos| p.x));
}

fn main() {}
