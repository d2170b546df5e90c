//! A component owns its data, so it holds no reference. Case M31.
use laige::component;

#[component]
struct Name<'a> {
    text: &'a str,
}

fn main() {}
