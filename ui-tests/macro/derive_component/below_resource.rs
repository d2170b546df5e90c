//! What is a component and a resource is declared as a component, whose rules are the stricter ones.
use laige::prelude::*;

#[resource(checked)]
#[derive(Component)]
struct Gate {
    open: bool,
}

fn gates(world: &World) -> usize {
    world.query::<&Gate>().count() + usize::from(world.has_resource::<Gate>())
}

fn main() {}
