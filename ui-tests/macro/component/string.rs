//! A component is plain bytes in its column, so a text that lies elsewhere is none; its uses are no further errors.
use laige::prelude::*;

#[component]
struct Name {
    text: String,
}

fn greet(world: &mut World, entity: Entity) {
    query!(world, |name: &mut Name| name.text.push('!'));
    if let Some(name) = world.get::<Name>(entity) {
        println!("{}", name.text);
    }
}

fn main() {}
