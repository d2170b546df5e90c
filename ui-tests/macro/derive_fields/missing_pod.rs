//! A struct that fields can have derives bytemuck's traits, or says `checked`.
use laige::Fields;

#[derive(Clone, Copy, Fields)]
#[repr(C)]
struct Range {
    from: u32,
    to: u32,
}

fn main() {}
