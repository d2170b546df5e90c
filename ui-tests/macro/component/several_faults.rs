//! All faults of an item are reported together, each at its place.
use laige::component;

#[component(sise = 40)]
#[repr(C, packed)]
struct Player {
    name: String,
    alive: bool,
    target: *mut u8,
}

fn main() {}
