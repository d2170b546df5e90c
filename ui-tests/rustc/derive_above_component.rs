//! `#[component]` stands above `derive`: what is derived before it sees the item is derived twice.
use laige::component;

#[derive(Clone, Copy)]
#[component]
struct Pos {
    x: f32,
}

fn main() {}
