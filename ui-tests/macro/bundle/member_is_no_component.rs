//! The members of a bundle are components or bundles.
use laige::Bundle;

#[derive(Bundle)]
struct Unit {
    health: u32,
}

fn main() {}
