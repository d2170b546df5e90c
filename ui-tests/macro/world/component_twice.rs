//! An entity has a component once, so a tuple of components does too; it is found when code is generated.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

fn main() {
    let mut world = World::new(Options::with_capacity(8)).expect("legal options");
    let _ = world.spawn((Pos { x: 0.0 }, Vel { x: 0.0 }, Pos { x: 1.0 }));
    let _ = world.spawn_batch([(Pos { x: 0.0 }, (Vel { x: 0.0 }, Vel { x: 1.0 }))]);
    let _ = world.remove::<(Vel, Vel)>(Entity::NONE);
}
