//! What is no argument at all is told, and so is an attribute without any.
use laige::component;

#[component("game.pos")]
#[laige]
struct Pos {
    x: f32,
}

fn main() {}
