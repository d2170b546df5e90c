//! A parameter that the body does not use is told as in any closure. Case M15.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

#[deny(unused_variables)]
fn step(world: &World) {
    query!(world, |p: &Pos, v: &Vel| println!("{}", p.x));
}

fn main() {}
