//! A toggle is there or not, and an enum has a value.
use laige::component;

#[component(toggle)]
#[repr(u8)]
enum Mood {
    Calm,
    Angry,
}

fn main() {}
