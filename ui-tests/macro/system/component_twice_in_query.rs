//! A query of a system has a component once, if it writes it.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[system]
fn push(mut movers: Query<(&mut Pos, &Pos)>) {
    movers.for_each(|(pos, other)| pos.x += other.x);
}

fn main() {}
