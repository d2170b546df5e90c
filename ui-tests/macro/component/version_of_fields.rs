//! Saves have a version for each component, and none for the types of its fields.
use laige::Fields;

#[derive(Clone, Copy, Fields)]
#[laige(version = 2)]
#[repr(u8)]
enum Kind {
    Wood,
    Iron,
}

fn main() {}
