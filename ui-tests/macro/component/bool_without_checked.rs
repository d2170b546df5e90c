//! Not every bit pattern is a `bool`, a `char` or a `NonZero`, so a component with one says `checked`. Case M31.
use laige::component;
use std::num::NonZero;

#[component(id = "game.door", size = 1)]
struct Door {
    open: bool,
}

#[component]
struct Key {
    letter: char,
    count: NonZero<u32>,
}

fn main() {}
