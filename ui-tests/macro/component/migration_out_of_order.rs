//! The steps of a migration stand in the order in which they are taken.
use laige::component;

#[component(id = "game.hp", version = 3, migrate(2 = from_v2, 1 = from_v1))]
struct Health {
    hp: u32,
}

#[component]
struct Old {
    hp: u16,
    armor: u16,
}

fn from_v1(old: Old) -> Newer {
    Newer { hp: old.hp.into() }
}

#[component]
struct Newer {
    hp: u32,
}

fn from_v2(newer: Newer) -> Health {
    Health { hp: newer.hp }
}

fn main() {}
