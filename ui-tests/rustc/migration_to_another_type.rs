//! The last step of a migration gives the component, and each step takes what the one before it gave.
use laige::component;

#[component(id = "game.hp", version = 2, migrate(1 = from_v1))]
struct Health {
    hp: u32,
}

#[component]
struct Old {
    hp: u16,
}

fn from_v1(old: Old) -> u32 {
    old.hp.into()
}

#[component(id = "game.armor", version = 3, migrate(1 = armor_from_v1, 2 = armor_from_v2))]
struct Armor {
    hp: u32,
}

fn armor_from_v1(old: Old) -> u32 {
    old.hp.into()
}

fn armor_from_v2(old: Old) -> Armor {
    Armor { hp: old.hp.into() }
}

fn main() {}
