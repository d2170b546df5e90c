//! A component that arrives as two parameters is the same component; it is found when code is generated. Case U01.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

fn both<A: Component, B: Component>(world: &mut World) {
    query!(world, |_: &mut A, _: &B| {});
}

fn main() {
    let mut world = World::new(Options::with_capacity(8)).expect("legal options");
    both::<Pos, Vel>(&mut world);
    both::<Pos, Pos>(&mut world);
}
