//! An `opaque` field is plain data too, which its type proves by being `Pod`.
use laige::component;

#[derive(Clone, Copy)]
#[repr(C)]
struct Matrix([f32; 16]);

#[component]
struct Camera {
    #[laige(opaque)]
    view: Matrix,
}

fn main() {}
