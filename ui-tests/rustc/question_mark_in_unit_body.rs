//! A body with `?` returns a `Result`, and so does the query.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

fn check(p: &Pos) -> Result<(), String> {
    if p.x.is_nan() { Err("not a number".to_owned()) } else { Ok(()) }
}

fn step(world: &World) {
    query!(world, |p: &Pos| check(p)?);
}

fn main() {}
