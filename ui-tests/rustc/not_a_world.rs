//! The first argument is a world.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

fn step(count: u32) {
    query!(count, |p: &Pos| println!("{}", p.x));
}

fn main() {}
