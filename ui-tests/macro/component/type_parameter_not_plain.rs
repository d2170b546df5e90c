//! What a component with parameters is made of is plain data, whatever stands for the parameters.
use laige::prelude::*;

#[component(id = "game.slot")]
struct Slot<T> {
    item: T,
}

struct Sword;

fn main() {
    let mut world = World::new(Options::with_capacity(8)).expect("legal options");
    let _ = world.register::<Slot<Sword>>();
    let _ = world.register::<Slot<bool>>();
}
