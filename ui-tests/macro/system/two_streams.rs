//! A system has one random stream of its own, and one buffer of commands.
use laige::prelude::*;

#[system]
fn draw(rng: &mut Prng, other: &mut Prng) {
    assert_ne!(rng.next_range(0, 9), other.next_range(10, 19));
}

fn main() {}
