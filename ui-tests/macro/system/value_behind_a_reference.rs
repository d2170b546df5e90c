//! A query, a resource or a number is given to a system as a value of its own, not lent.
use laige::prelude::*;
use laige::Tick;

#[component]
struct Pos {
    x: f32,
}

#[system]
fn rest(movers: &mut Query<&mut Pos>, tick: &Tick) {
    if tick.0 % 2 == 0 {
        movers.for_each(|p| p.x = 0.0);
    }
}

fn main() {}
