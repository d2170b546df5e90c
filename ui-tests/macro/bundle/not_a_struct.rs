//! Which components an entity gets cannot depend on a value, so a bundle is a struct.
use laige::prelude::*;
use laige::Bundle;

#[component]
struct Pos(f32);

#[derive(Bundle)]
enum Unit {
    Placed(Pos),
    Nowhere,
}

fn main() {}
