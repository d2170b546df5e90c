//! A step leads to a version that there is.
use laige::component;

#[component(id = "game.hp", version = 1, migrate(1 = from_v1))]
struct Health {
    hp: u32,
}

#[component]
struct Old {
    hp: u16,
    armor: u16,
}

fn from_v1(old: Old) -> Health {
    Health { hp: old.hp.into() }
}

fn main() {}
