//! A system for presentation changes nothing of the state.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[system(presentation)]
fn show(mut all: Query<&mut Pos>) {
    all.for_each(|pos| pos.x = 0.0);
}

fn main() {}
