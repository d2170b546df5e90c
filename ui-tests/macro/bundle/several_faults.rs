//! All faults of a bundle are reported together, each at its place.
use laige::prelude::*;
use laige::Bundle;

#[component]
struct Pos(f32);

#[derive(Bundle)]
#[laige(id = "game.unit")]
struct Unit<'a> {
    #[laige(opaque)]
    at: Pos,
    home: Pos,
    of: std::marker::PhantomData<&'a Pos>,
}

fn main() {}
