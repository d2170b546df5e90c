//! A resource outlives whoever put it into the world, so it borrows nothing.
use laige::resource;

#[resource(transient)]
struct Texts<'a> {
    lines: &'a [String],
}

fn main() {}
