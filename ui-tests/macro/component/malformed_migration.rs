//! A migration says which function leads on from which version.
use laige::component;

#[component(id = "game.hp", version = 2, migrate = from_v1)]
struct Health {
    hp: u32,
}

#[component(id = "game.armor", version = 2, migrate())]
struct Armor {
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

fn armor_from_v1(old: Old) -> Armor {
    Armor { hp: old.armor.into() }
}

fn main() {}
