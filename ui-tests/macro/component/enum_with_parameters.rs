//! An enum is the number of one of its variants, so nothing in it can depend on a parameter.
use laige::component;

#[component(checked)]
#[repr(u8)]
enum Team<const N: usize> {
    Red,
    Blue,
}

fn main() {}
