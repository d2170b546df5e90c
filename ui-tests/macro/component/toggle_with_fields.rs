//! A toggle is one bit of a row, so it has no data.
use laige::component;

#[component(toggle)]
struct Stunned {
    ticks: u32,
}

fn main() {}
