//! Not every byte is a `bool`, so a component with one says `checked`.
use laige::component;

#[component]
struct Door {
    open: bool,
}

fn main() {}
