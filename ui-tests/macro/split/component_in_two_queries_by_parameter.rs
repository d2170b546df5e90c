//! A component that arrives as two parameters is the same component. Case U01.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

fn both<A: Component, B: Component>(world: &mut World) -> usize {
    let (mut a, b) = world.split::<(&mut A, &mut B)>();
    a.iter().len() + b.count()
}

fn main() {
    let mut world = World::new(Options::with_capacity(8)).expect("legal options");
    both::<Pos, Vel>(&mut world);
    both::<Vel, Vel>(&mut world);
}
