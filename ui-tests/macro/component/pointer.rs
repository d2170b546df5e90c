//! A component holds no pointer: its value means nothing in another run, and two runs must agree.
use laige::component;

#[component]
struct Node {
    next: *const u32,
}

fn main() {}
