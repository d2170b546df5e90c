//! Entities have components, so what only derives `Fields` is no toggle.
use laige::Fields;

#[derive(Clone, Copy, Fields)]
#[laige(toggle)]
#[repr(u8)]
enum Stunned {
    No,
    Yes,
}

fn main() {}
