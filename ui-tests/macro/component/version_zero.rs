//! Versions count from 1, which is that of what never changed.
use laige::component;

#[component(id = "game.hp", version = 0)]
struct Health {
    hp: u32,
}

fn main() {}
