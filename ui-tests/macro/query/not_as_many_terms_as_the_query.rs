//! On a system's `Query` the closure repeats all terms, and none of the filters.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Frozen;

#[system]
fn stop(mut all: Query<(&mut Pos, Entity, Without<Frozen>)>) {
    query!(all, |p: &mut Pos| p.x = 0.0);
}

#[system]
fn thaw(mut all: Query<(&mut Pos, Entity, With<Frozen>)>) {
    query!(all, |p: &mut Pos, _: Entity, _: With<Frozen>| p.x = 0.0);
}

fn main() {}
