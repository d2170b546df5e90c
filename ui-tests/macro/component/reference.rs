//! A component owns its data, so it holds no reference.
use laige::component;

#[component]
struct Name<'a> {
    text: &'a str,
}

fn main() {}
