//! Not every number is a variant, so an enum that is a component says `checked`.
use laige::component;

#[component]
#[repr(u8)]
enum Team {
    Red,
    Blue,
}

fn main() {}
