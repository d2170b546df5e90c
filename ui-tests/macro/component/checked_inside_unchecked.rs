//! What a `checked` component can hold, one that is not `checked` cannot: it would be a way round the check.
use laige::{Fields, component};

#[derive(Clone, Copy, Fields)]
#[repr(u8)]
enum Material {
    Wood,
    Iron,
}

#[component(checked)]
struct Latch {
    open: bool,
}

#[component]
struct Door {
    latch: Latch,
    material: Material,
}

fn main() {}
