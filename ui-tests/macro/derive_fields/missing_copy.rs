//! What a field has is copied as bytes, so it is `Copy`.
use laige::Fields;

#[derive(Fields)]
#[repr(u8)]
enum DoorKind {
    Wood,
    Iron,
}

fn main() {}
