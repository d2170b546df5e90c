//! A filter names a component and borrows nothing. Case M24.
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
    query!(world, |p: &mut Pos, _: With<&Vel>| p.x += 1.0);
    query!(world, |p: &mut Pos, _: Or<(With<Pos>, (Without<&Vel>, With<Pos>))>| p.x += 1.0);
}

fn main() {}
