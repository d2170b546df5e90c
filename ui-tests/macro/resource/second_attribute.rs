//! `#[resource]` stands once: of two, one would be ignored.
use laige::resource;

#[resource(id = "game.score")]
#[resource(checked)]
struct Score {
    points: u32,
}

fn main() {}
