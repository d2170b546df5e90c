//! From a version one step leads on.
use laige::component;

#[component(id = "game.hp", version = 2, migrate(1 = from_v1, 1 = also_from_v1))]
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

fn also_from_v1(old: Old) -> Health {
    Health { hp: old.armor.into() }
}

fn main() {}
