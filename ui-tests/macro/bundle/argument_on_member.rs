//! A member of a bundle takes no arguments, and none is ignored.
use laige::prelude::*;
use laige::Bundle;

#[component]
struct Pos(f32);

#[derive(Bundle)]
struct Unit {
    #[laige(opaque)]
    pos: Pos,
}

fn main() {}
