//! A variant takes no arguments, and none is ignored.
use laige::component;

#[component(checked)]
#[repr(u8)]
enum Team {
    Red,
    #[laige(opaque)]
    Blue,
}

fn main() {}
