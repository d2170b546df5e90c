//! Two queries of one system do not touch a component that one of them writes.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[system]
fn push(mut movers: Query<&mut Pos>, others: Query<(Entity, &Pos)>) {
    let count = others.count() as f32;
    movers.for_each(|pos| pos.x += count);
}

fn main() {}
