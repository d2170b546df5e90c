//! An enum has the same size on every machine, so its `repr` is not `usize`.
use laige::component;

#[component(checked)]
#[repr(usize)]
enum Team {
    Red,
    Blue,
}

fn main() {}
