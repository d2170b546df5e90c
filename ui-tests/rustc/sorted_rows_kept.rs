//! Sorted rows of a query that writes are borrowed from it: no other visit meanwhile.
use laige::SortBuffer;
use laige::prelude::*;

#[component]
struct Pos {
    x: i32,
}

#[component]
struct Vel {
    x: i32,
}

fn step(world: &mut World) {
    let mut query = world.query_mut::<&mut Pos>();
    let mut buffer = SortBuffer::new();
    let mut sorted = query.sorted_by_key_in(&mut buffer, |pos| pos.x);
    query.for_each(|pos| pos.x += 1);
    sorted.next();
}

fn main() {}
