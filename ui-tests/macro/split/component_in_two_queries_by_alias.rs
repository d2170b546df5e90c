//! A component behind another name is the same component. Case U01.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

type Position = Pos;

fn main() {
    let mut world = World::new(Options::with_capacity(8)).expect("legal options");
    let (mut movers, places) = world.split::<(&mut Pos, Option<&Position>)>();
    movers.for_each(|p| places.for_each(|q| p.x += q.map_or(0.0, |q| q.x)));
}
