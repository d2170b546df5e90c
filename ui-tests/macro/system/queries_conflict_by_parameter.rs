//! The same where the component is a type parameter, found when the system is added.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[system]
fn push<T: Component>(mut movers: Query<&mut Pos>, others: Query<&T>) {
    let count = others.count() as f32;
    movers.for_each(|pos| pos.x += count);
}

fn main() {
    let mut world = World::new(Options::with_capacity(8)).expect("legal");
    world.register::<Pos>().expect("room");
    world.add_systems::<(push<Pos>,)>().expect("a system");
}
