//! A resource that is state changes through `&mut` alone, so that who changes it is known.
use laige::resource;
use std::sync::Mutex;

#[resource]
struct Counter {
    count: Mutex<u32>,
}

fn main() {}
