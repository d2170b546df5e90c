//! A body with `?` has its result's type before it: nothing else says which error it hands on.
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

fn step(world: &World) -> Result<(), String> {
    query!(world, |p: &Pos| {
        check(p)?;
        Ok(())
    })?;
    Ok(())
}

fn main() {}
