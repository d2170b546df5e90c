//! A component holds no tuple: the order of its parts is the compiler's choice.
use laige::component;

#[component]
struct Pos {
    xy: (f32, f32),
}

fn main() {}
