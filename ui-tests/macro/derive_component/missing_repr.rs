//! Beside the derive, the user fixes the layout: without a `repr` the compiler orders fields as it likes.
use laige::Component;

#[derive(Clone, Copy, Component)]
struct Pos {
    x: f32,
    y: f32,
}

// SAFETY: two numbers, which may be zero.
unsafe impl bytemuck::Zeroable for Pos {}
// SAFETY: two numbers of one type.
unsafe impl bytemuck::Pod for Pos {}

fn main() {}
