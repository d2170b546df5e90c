//! An `Or` has at most 16 members; more are reached by putting one into another.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

fn step(world: &mut World) {
    query!(world, |p: &mut Pos, _: Or<(
        With<Vel>, With<Vel>, With<Vel>, With<Vel>, With<Vel>, With<Vel>, With<Vel>, With<Vel>, With<Vel>,
        With<Vel>, With<Vel>, With<Vel>, With<Vel>, With<Vel>, With<Vel>, With<Vel>, With<Vel>,
    )>| p.x += 1.0);
}

fn main() {}
