//! What one of the queries writes, no other may touch: the two are used at once.
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
    let (mut movers, places) = world.split::<((&mut Pos, &Vel), (Entity, &Pos))>();
    movers.for_each(|(p, v)| places.for_each(|(_, q)| p.x += v.x - q.x));
}
