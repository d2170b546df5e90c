//! A component that is no toggle is in the archetype of its entities, and is set by a move.
use laige::prelude::*;

#[component]
struct Visible;

fn hide(world: &mut World, entity: Entity) -> laige::Result<bool> {
    world.set_toggle::<Visible>(entity, false)
}

fn main() {}
