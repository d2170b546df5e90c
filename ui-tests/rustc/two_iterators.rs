//! Two iterators over one query would give out a row twice. Case U04.
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
    let mut positions = world.query_mut::<&mut Pos>();
    for p in positions.iter() {
        for q in positions.iter() {
            p.x += q.x;
        }
    }
}

fn main() {}
