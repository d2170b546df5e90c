//! A row is borrowed for one call of the closure, and no name outside stands for that.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

fn step<'a>(world: &'a mut World) {
    query!(world, |p: &'a mut Pos, v: &'static Vel| p.x += v.x);
}

fn main() {}
