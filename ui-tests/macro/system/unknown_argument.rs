//! An argument that does not exist is never ignored.
use laige::prelude::*;

#[system(budgt_ms = 1.0, priority = 3)]
fn movement() {}

fn main() {}
