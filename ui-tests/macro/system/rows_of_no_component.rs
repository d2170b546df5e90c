//! What a function of rows borrows of a row is a component.
use laige::prelude::*;

struct Vel {
    x: f32,
}

#[system(for_each)]
fn stop(vel: &mut Vel) {
    vel.x = 0.0;
}

fn main() {}
