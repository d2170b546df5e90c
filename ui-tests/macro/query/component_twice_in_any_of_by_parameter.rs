//! The members of an `AnyOf` are told apart by what they are, not by how they are spelled; it is found when code is generated.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

fn step<T: Component>(world: &mut World) {
    query!(world, |_: AnyOf<(&mut T, &Pos)>| {});
}

fn main() {
    step::<Pos>(&mut World::new(Options::with_capacity(8)).expect("legal options"));
}
