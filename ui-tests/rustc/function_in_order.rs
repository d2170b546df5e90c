//! What stands in `after(..)` is a system, and neither a plain function nor a name that does not exist.
use laige::prelude::*;

fn plain() {}

#[system(after(plain))]
fn movement() {}

#[system]
fn spawn_wave() {}

#[system(after(spawn_wav))]
fn drag() {}

fn main() {}
