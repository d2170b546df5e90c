//! Beside the derive, the user fixes the layout: without a `repr` the compiler orders fields as it likes.
use laige::Component;

#[derive(Clone, Copy, bytemuck::Zeroable, Component)]
struct Pos {
    x: f32,
    y: f32,
}

fn main() {}
