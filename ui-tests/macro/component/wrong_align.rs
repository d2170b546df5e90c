//! A declared alignment is the real one: declare it where files or other programs rely on it.
use laige::component;

#[component(align = 8)]
struct Pos {
    x: f32,
    y: f32,
}

fn main() {}
