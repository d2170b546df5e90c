//! A component has at most 4,096 bytes, so that a chunk of them stays a size that moves well.
use laige::component;

#[component]
struct Map {
    cells: [u16; 4_096],
}

fn main() {}
