//! A component has the same size on every machine, so it holds no `usize` and no `isize`.
use laige::component;

#[component]
struct Inventory {
    selected: usize,
    offsets: [isize; 2],
}

fn main() {}
