//! Only the derive, which proves what storage relies on, makes a component; by hand it takes `unsafe` and more.
use laige::Component;

struct Pos {
    x: f32,
}

impl Component for Pos {}

fn main() {}
