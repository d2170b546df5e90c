//! Two references to one component of a row, one of them mutable, would alias; it is found when code is generated. Cases U01, U02.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

fn main() {
    let mut world = World::new(Options::with_capacity(8)).expect("legal options");
    world.query_mut::<(&mut Pos, Option<&Pos>)>().for_each(|(p, _)| p.x = 0.0);
}
