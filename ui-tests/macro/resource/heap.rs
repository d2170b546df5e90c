//! A resource that is state is plain bytes. What lies on the heap is transient, or written out.
use laige::prelude::*;

#[resource]
struct Names {
    title: String,
    players: Vec<u32>,
    best: Box<u32>,
}

fn greet(world: &World) -> Option<&str> {
    world.resource::<Names>().map(|names| &names.title[..])
}

fn main() {}
