//! A component is copied as bytes, so it is `Copy`.
use laige::Component;

#[derive(Component)]
#[repr(C)]
struct Pos {
    x: f32,
    y: f32,
}

fn main() {}
