//! A field's type is plain data too, and says so by deriving `Fields` or being a component.
use laige::component;

#[derive(Clone, Copy)]
#[repr(C)]
struct Range {
    from: u32,
    to: u32,
}

#[component]
struct Patrol {
    range: Range,
}

fn main() {}
