//! The world is the first argument.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

fn step() {
    query!(|p: &Pos| println!("{}", p.x));
}

fn main() {}
