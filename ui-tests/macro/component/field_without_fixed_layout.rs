//! A field has a size and a layout that are known, so it is no slice, trait object or tuple of nothing.
use laige::component;

#[component]
struct Path {
    steps: [u8],
}

#[component]
struct Brain {
    plan: dyn Send,
}

fn main() {}
