//! A component behind another name, or in a bundle inside, is the same component.
use laige::prelude::*;
use laige::Bundle;

#[component]
struct Pos(f32);
#[component]
struct Vel(f32);
type Home = Pos;

#[derive(Bundle)]
struct Unit {
    moving: (Pos, Vel),
    home: Home,
}

fn main() {}
