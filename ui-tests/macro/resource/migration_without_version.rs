//! Steps of a migration lead to the version that the resource has now.
use laige::resource;

#[resource(id = "game.rules", migrate(1 = from_v1))]
struct Rules {
    lives: u32,
}

fn from_v1(old: u16) -> Rules {
    Rules { lives: old.into() }
}

fn main() {}
