//! Arguments may stand in several attributes, but each is given once.
use laige::Component;

#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable, Component)]
#[repr(C)]
#[laige(size = 4)]
#[laige(size = 8)]
struct Pos {
    x: f32,
}

fn main() {}
