//! What a user writes who calls laige `ecs`, forbids unsafe code, and turns every warning into an error.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs)]

use ecs::prelude::*;

/// Metres.
#[component(crate = ecs)]
struct Pos {
    x: f32,
    y: f32,
}

/// Metres a tick.
#[component(crate = ecs)]
struct Vel {
    x: f32,
    y: f32,
}

/// A bundle of both.
#[derive(ecs::Bundle)]
#[laige(crate = ecs)]
struct Mover {
    pos: Pos,
    vel: Vel,
}

fn main() -> ecs::Result<()> {
    let mut world = World::new(Options::with_capacity(10))?;
    world.register_all::<Mover>()?;
    let e = world.spawn(Mover { pos: Pos { x: 0.0, y: 0.0 }, vel: Vel { x: 1.0, y: 2.0 } })?;
    query!(world, |pos: &mut Pos, vel: &Vel| {
        pos.x += vel.x;
        pos.y += vel.y;
    });
    let Some(pos) = world.get::<Pos>(e) else { panic!("spawned above") };
    assert_eq!((pos.x, pos.y), (1.0, 2.0));
    Ok(())
}
