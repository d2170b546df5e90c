//! `#[component]` stands once: of two, one would be ignored.
use laige::component;

#[component(id = "game.pos")]
#[component(size = 4)]
struct Pos {
    x: f32,
}

fn main() {}
