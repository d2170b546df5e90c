//! Steps of a migration lead to the version that the component has now.
use laige::component;

#[component(id = "game.hp", migrate(1 = from_v1))]
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
