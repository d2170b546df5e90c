//! An enum with a declared alignment has padding behind its number.
use laige::component;

#[component(checked)]
#[repr(u8, align(4))]
enum Team {
    Red,
    Blue,
}

fn main() {}
