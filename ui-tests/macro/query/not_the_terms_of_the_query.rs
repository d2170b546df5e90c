//! On a system's `Query` the closure repeats the terms, so that it says what its row is; a difference is a mistake.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

#[system]
fn movement(mut movers: Query<(&mut Pos, &Vel)>) {
    query!(movers, |p: &mut Vel, v: &Pos| p.x += v.x);
}

#[system]
fn brake(mut movers: Query<(&mut Pos, &mut Vel)>) {
    query!(movers, |_: &mut Pos, v: &Vel| assert!(v.x < 9.0));
}

fn main() {}
