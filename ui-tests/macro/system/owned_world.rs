//! A system is lent the world, its stream and its commands.
use laige::prelude::*;

#[system]
fn count(world: World) {
    assert!(world.entity_count() < 9);
}

#[system]
fn draw(rng: &Prng, commands: Commands) {
    drop((rng, commands));
}

fn main() {}
