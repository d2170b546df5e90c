//! A component holds no `Option`: where the compiler keeps the `None` is its own choice.
use laige::{Entity, component};

#[component]
struct Target {
    entity: Option<Entity>,
}

fn main() {}
