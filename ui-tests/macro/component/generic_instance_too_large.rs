//! An instance of a component with parameters keeps the limits too; it is found where the instance is used.
use laige::prelude::*;

#[component]
struct Grid<const N: usize> {
    cells: [u16; N],
}

fn main() {
    let mut world = World::new(Options::with_capacity(8)).expect("legal options");
    let _ = world.register::<Grid<4_096>>();
}
