//! A parameter of a component that is not `checked` is a type that any bits are.
use laige::prelude::*;

#[component]
struct Pair<T> {
    a: T,
    b: T,
}

fn main() {
    let mut world = World::new(Options::with_capacity(8)).expect("legal options");
    let _ = world.register::<Pair<bool>>();
}
