//! Systems on every thread may reach a resource, so a transient one is `Send` and `Sync`, part by part.
use laige::prelude::*;

#[resource(transient)]
struct Cache {
    names: std::rc::Rc<str>,
    count: std::cell::RefCell<u32>,
    size: u32,
}

fn clear(world: &mut World) {
    world.remove_resource::<Cache>();
}

fn main() {}
