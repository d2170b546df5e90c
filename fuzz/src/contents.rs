//! Contents as JSON: a text is refused and leaves the world as it was, or its entities live, and are written as they were read.

use serde::de::DeserializeSeed;

use super::worlds;

/// Checks the bytes.
pub fn check(bytes: &[u8]) {
    let mut world = worlds::empty();
    let before = world.digest();
    let loaded =
        world.contents_into().deserialize(&mut serde_json::Deserializer::from_slice(bytes));
    match loaded {
        Err(error) => assert_eq!(world.digest(), before, "{error}"),
        Ok(loaded) => {
            assert_eq!(world.entities().collect::<Vec<_>>(), loaded.entities);
            worlds::sound(&mut world);
            let mut again = worlds::empty();
            let text = written(&world);
            let mut json = serde_json::Deserializer::from_slice(&text);
            again.contents_into().deserialize(&mut json).expect("it was written so");
            assert_eq!(again.digest().content, world.digest().content);
        }
    }
}

/// Contents to begin with.
pub fn seeds() -> Vec<Vec<u8>> {
    worlds::stages().iter().map(written).collect()
}

fn written(world: &laige::World) -> Vec<u8> {
    serde_json::to_vec(&world.contents()).expect("it can be written")
}
