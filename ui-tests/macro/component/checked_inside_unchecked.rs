//! What a `checked` component can hold, one that is not `checked` cannot: it would be a way round the check.
use laige::component;

#[component(checked)]
struct Latch {
    open: bool,
}

#[component]
struct Door {
    latch: Latch,
}

fn main() {}
