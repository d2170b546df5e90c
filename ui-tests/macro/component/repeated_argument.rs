//! An argument is given once, in whichever attribute: of two, one would be ignored. Case M26.
use laige::component;

#[component(id = "game.pos")]
#[laige(size = 4, id = "game.position")]
struct Pos {
    x: f32,
}

fn main() {}
