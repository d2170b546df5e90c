//! `&World` reads everything, so nothing that is written stands beside it.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[system]
fn spread(world: &World, mut movers: Query<&mut Pos>) {
    let count = world.entity_count() as f32;
    movers.for_each(|pos| pos.x += count);
}

fn main() {}
