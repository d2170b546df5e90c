//! An entity has a component once, so a bundle does too.
use laige::prelude::*;
use laige::Bundle;

#[component]
struct Pos(f32);

#[derive(Bundle)]
struct Unit {
    at: Pos,
    home: Pos,
}

fn main() {}
