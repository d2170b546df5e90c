//! A query has at most 16 terms and filters, those that `cfg` leaves in it.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

fn step(world: &World) {
    query!(
        world,
        |_: &Pos, _: &Pos, _: &Pos, _: &Pos, _: &Pos, _: &Pos, _: &Pos, _: &Pos,
         _: &Pos, _: &Pos, _: &Pos, _: &Pos, _: &Pos, _: &Pos, _: &Pos,
         #[cfg(all())] _: &Pos,
         #[cfg(all())] _: &Vel| {}
    );
}

fn main() {}
