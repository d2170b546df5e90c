//! A field's type is plain data too, however deep what is not may hide.
use laige::component;

struct Inventory {
    items: Vec<u32>,
}

#[component]
struct Chest {
    inventory: Inventory,
}

fn main() {}
