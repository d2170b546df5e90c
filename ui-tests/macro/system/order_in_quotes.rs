//! Systems are named in the order by their paths, which the compiler checks.
use laige::prelude::*;

#[system]
fn spawn_wave() {}

#[system(after = "spawn_wave")]
fn movement() {}

fn main() {}
