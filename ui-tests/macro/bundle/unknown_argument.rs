//! A bundle takes the path to the crate and no other argument.
use laige::prelude::*;
use laige::Bundle;

#[component]
struct Pos(f32);

#[derive(Bundle)]
#[laige(id = "game.unit")]
struct Unit {
    pos: Pos,
}

fn main() {}
