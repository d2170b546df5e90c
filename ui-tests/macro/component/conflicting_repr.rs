//! A struct's `repr` is `C` or `transparent`: others leave the layout to the compiler or contradict each other.
use laige::component;

#[component]
#[repr(Rust)]
struct Pos {
    x: f32,
}

#[component]
#[repr(u8)]
struct Vel {
    x: f32,
}

#[component]
#[repr(C, transparent)]
struct Acc {
    x: f32,
}

fn main() {}
