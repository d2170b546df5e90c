//! A component changes only through `&mut`, or the world would not know of the change.
use laige::component;
use std::cell::Cell;

#[component]
struct Counter {
    hits: Cell<u32>,
}

fn main() {}
