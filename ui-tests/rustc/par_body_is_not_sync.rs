//! The body of a visit in parallel is called by several threads at once, so what it captures must be made for that.
use std::cell::Cell;

use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

fn count(world: &World) -> u32 {
    let count = Cell::new(0);
    query!(par(world), |_: &Pos| count.set(count.get() + 1));
    count.get()
}

fn count_of_typed(world: &mut World) -> u32 {
    let count = Cell::new(0);
    world.query_mut::<&mut Pos>().par_for_each(|_| count.set(count.get() + 1));
    count.get()
}

fn main() {}
