//! `opaque` is about one field, never about the whole component.
use laige::component;

#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
struct Matrix([f32; 16]);

#[component(opaque)]
struct Camera {
    view: Matrix,
}

fn main() {}
