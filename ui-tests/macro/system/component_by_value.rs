//! A row lends its components.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[system(for_each)]
fn check(pos: Pos) {
    assert!(pos.x.is_finite());
}

fn main() {}
