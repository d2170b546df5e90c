//! A system asks for rows by a query, or is called for each row; a component alone is nothing it can be given.
use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[system]
fn stop(pos: &mut Pos) {
    pos.x = 0.0;
}

fn main() {}
