//! An argument that does not exist is never ignored; a toggle is a component.
use laige::resource;

#[resource(toggle)]
struct Paused;

#[resource(transiant)]
struct Log {
    lines: u32,
}

fn main() {}
