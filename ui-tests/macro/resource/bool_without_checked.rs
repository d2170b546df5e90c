//! Not every byte is a `bool`, so a resource that has one is `checked`.
use laige::resource;

#[resource(id = "game.rules")]
struct Rules {
    friendly_fire: bool,
}

fn main() {}
