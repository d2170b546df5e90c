//! Not every number is a variant of an enum, so a component with one says `checked`.
use laige::{Fields, component};

#[derive(Clone, Copy, Fields)]
#[repr(u8)]
enum DoorKind {
    Wood,
    Iron,
}

#[component]
struct Door {
    kind: DoorKind,
}

fn main() {}
