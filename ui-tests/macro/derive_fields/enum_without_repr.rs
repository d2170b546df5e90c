//! An enum that fields can have is a number of a size that every compiler agrees on.
use laige::Fields;

#[derive(Clone, Copy, Fields)]
enum DoorKind {
    Wood,
    Iron,
}

fn main() {}
