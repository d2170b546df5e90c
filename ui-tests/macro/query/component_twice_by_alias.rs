//! A component behind another name is the same component; it is found when code is generated. Case U01.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

type Position = Pos;

fn step(world: &mut World) {
    query!(world, |p: &mut Pos, q: &Position| p.x += q.x);
}

fn main() {
    let _ = step;
}
