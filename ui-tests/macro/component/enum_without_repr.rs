//! An enum has a size that every compiler agrees on only with a fixed `repr`. Case M28.
use laige::component;

#[component(checked)]
enum Team {
    Red,
    Blue,
}

fn main() {}
