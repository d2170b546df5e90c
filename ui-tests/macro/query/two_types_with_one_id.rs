//! Two components with one `id` cannot be in one world, so a query of both would match nothing.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

#[component(id = "game.health")]
struct Health(u32);

#[component(id = "game.health")]
struct Armor(u32);

fn step(world: &World) {
    query!(world, |h: &Health, a: &Armor| assert!(h.0 > a.0));
}

fn main() {
    let _ = step;
}
