//! Two attributes would both implement what plain data has; a type that is both derives the second trait.
use laige::prelude::*;

#[component(id = "game.wind")]
#[resource]
struct Wind {
    x: f32,
}

#[resource(id = "game.tide")]
#[component]
struct Tide {
    height: f32,
}

fn main() {}
