//! A system is a function.
use laige::prelude::*;

#[system]
struct Movement;

fn main() {}
