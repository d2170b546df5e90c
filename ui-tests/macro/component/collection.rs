//! A component is plain bytes in its column, so a collection on the heap is none.
use laige::component;

#[component]
struct Inventory {
    items: Vec<u32>,
    worn: std::collections::BTreeMap<u8, u32>,
    best: Box<u32>,
}

fn main() {}
