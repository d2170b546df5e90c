//! `#[component]` stands once: of two, one would be ignored. One behind `cfg_attr` is seen too. Case M26.
use laige::component;

#[component(id = "game.pos")]
#[component(size = 4)]
struct Pos {
    x: f32,
}

#[component]
#[cfg_attr(all(), component(id = "game.vel"))]
struct Vel {
    x: f32,
}

fn main() {}
