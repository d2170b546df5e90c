//! A condition is a function of the world.
use laige::prelude::*;

fn is_night() -> bool {
    true
}

#[system(run_if(is_night))]
fn howl() {}

fn main() {}
