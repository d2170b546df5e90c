//! A component holds no function pointer: its value differs from build to build.
use laige::component;

#[component]
struct Brain {
    think: fn(u32) -> u32,
}

fn main() {}
