//! What has no values has no older values.
use laige::component;

#[component(toggle, version = 2, migrate(1 = from_v1))]
struct Stunned;

#[component]
struct Old {
    ticks: u32,
}

fn from_v1(_: Old) -> Stunned {
    Stunned
}

fn main() {}
