//! A condition is a function in parentheses.
use laige::prelude::*;

fn is_night(world: &World) -> bool {
    world.entity_count() == 0
}

#[system(run_if = is_night)]
fn howl() {}

fn main() {}
