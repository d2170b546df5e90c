//! Each of the queries is held to the rules of a query.
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
    let (mut movers, _) = world.split::<((&mut Pos, Option<&Pos>), &Vel)>();
    movers.for_each(|(p, _)| p.x = 0.0);
}
