//! The types of the parameters are what a system touches, so each has a name.
use laige::prelude::*;

#[system]
fn count(all: impl Fn() -> usize) {
    assert!(all() < 9);
}

fn main() {}
