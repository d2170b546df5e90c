//! A component owns its data, so it has no lifetime parameter. Case M01.
use laige::component;
use std::marker::PhantomData;

#[component]
struct Borrowed<'a> {
    of: PhantomData<&'a u32>,
}

fn main() {}
