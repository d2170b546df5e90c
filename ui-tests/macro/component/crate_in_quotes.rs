//! `crate` takes a path, which is no text.
use laige::component;

#[component(crate = "::laige")]
struct Pos {
    x: f32,
}

fn main() {}
