//! Instances of a generic system are told apart by the names of their types.
use laige::prelude::*;

#[system]
fn count<T: Clone>(counted: laige::Local<u32>, _: Query<Entity>) {
    assert!(*counted < 9 && size_of::<T>() < 9);
}

fn main() {}
