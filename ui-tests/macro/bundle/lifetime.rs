//! A bundle owns its components.
use laige::prelude::*;
use laige::Bundle;

#[component]
struct Pos(f32);

#[derive(Bundle)]
struct Unit<'a> {
    at: &'a Pos,
}

fn main() {}
