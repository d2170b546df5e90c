//! What a world has by type is declared a resource.
use laige::prelude::*;

struct Settings {
    volume: f32,
}

fn mute(world: &mut World) {
    world.insert_resource(Settings { volume: 0.0 });
}

fn main() {}
