//! A union's bytes do not say which of its fields is meant, so it is no component. Case M28.
use laige::component;

#[component]
union Number {
    int: u32,
    float: f32,
}

fn main() {}
