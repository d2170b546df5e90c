//! What is said of a component's bytes is not said of a toggle, which is a bit.
use laige::component;

#[component(toggle, checked, size = 0, align = 1)]
struct Stunned;

#[component(toggle)]
#[repr(C, align(8))]
struct Visible;

fn main() {}
