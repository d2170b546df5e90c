//! An argument of the wrong kind says which kind is right. Case M26.
use laige::component;

#[component(id = 7, size = "4", align, checked = true)]
struct Pos {
    x: f32,
}

fn main() {}
