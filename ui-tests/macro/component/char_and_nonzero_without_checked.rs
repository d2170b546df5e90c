//! Not every bit pattern is a `char` or a `NonZero`, so a component with one says `checked`.
use laige::component;
use std::num::NonZero;

#[component]
struct Key {
    letter: char,
    count: NonZero<u32>,
}

fn main() {}
