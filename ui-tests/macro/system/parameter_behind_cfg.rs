//! What a system touches is the same in every build.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[system]
fn check(#[cfg(debug_assertions)] all: Query<&Pos>) {
    #[cfg(debug_assertions)]
    assert!(all.count() < 9);
}

fn main() {}
