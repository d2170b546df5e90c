//! A component by another path is the same component. Case U01.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

mod places {
    pub(super) use super::Pos as Place;
}

fn main() {
    let mut world = World::new(Options::with_capacity(8)).expect("legal options");
    let (others, mut movers) = world.split::<(&places::Place, (&Vel, &mut Pos))>();
    movers.for_each(|(v, p)| others.for_each(|q| p.x += v.x - q.x));
}
