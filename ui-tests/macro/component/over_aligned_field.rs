//! A column is aligned to 64 bytes, so no field of a component asks for more.
use laige::component;

#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C, align(128))]
struct Line([u8; 128]);

#[component]
struct Cache {
    #[laige(opaque)]
    line: Line,
}

fn main() {}
