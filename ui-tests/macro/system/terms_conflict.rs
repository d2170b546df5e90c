//! A row lends a component once, if it is written.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[system(for_each)]
fn push(pos: &mut Pos, other: &Pos) {
    pos.x += other.x;
}

fn main() {}
