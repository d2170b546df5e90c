//! An argument that does not exist is never ignored. Cases M24, M26.
use laige::component;

#[component(name = "game.pos", chekced)]
struct Pos {
    x: f32,
}

fn main() {}
