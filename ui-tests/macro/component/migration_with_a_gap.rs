//! Each step of a migration leads to the next version, and the next step begins there.
use laige::component;

#[component(id = "game.hp", version = 4, migrate(1 = from_v1, 3 = from_v3))]
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

fn from_v3(old: Old) -> Health {
    Health { hp: old.hp.into() }
}

fn main() {}
