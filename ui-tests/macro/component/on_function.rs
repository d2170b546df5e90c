//! A component is a type.
use laige::component;

#[component]
fn movement() {}

fn main() {
    movement();
}
