//! Two components with one `id` are one in files and hashes, so they cannot stand together.
use laige::prelude::*;
use laige::Bundle;

#[component(id = "game.pos")]
struct Pos(f32);

#[component(id = "game.pos")]
struct Place(u32);

#[derive(Bundle)]
struct Unit {
    pos: Pos,
    place: Place,
}

fn main() {}
