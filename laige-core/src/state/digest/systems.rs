//! The hash of what is state of systems: the tick, and of each its random stream, its local values and whether it runs. It is a section of
//! the control.

use super::{Node, Scratch, hash};
use crate::{StableId, World};

/// The section; `None` if there was no tick and no system.
pub(super) fn section(world: &World, scratch: &mut Scratch) -> Option<u128> {
    let systems = &world.systems;
    if systems.entries.is_empty() && systems.tick == 0 {
        return None;
    }
    let Scratch { node, images, .. } = scratch;
    let mut node = Node::new(node);
    node.word(systems.tick);
    for entry in &systems.entries {
        node.word(StableId::of_name(entry.name).to_u64());
        node.words([entry.enabled.into(), entry.is_done.into(), entry.stream.is_some().into()]);
        if let Some(stream) = &entry.stream {
            node.word(stream.seed());
            node.words(stream.state());
        }
        images.clear();
        entry.locals(&mut |local| images.extend_from_slice(local));
        node.word(images.len() as u64);
        node.hash(hash(images));
    }
    Some(node.finish())
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use alloc::vec::Vec;

    use twox_hash::XxHash3_128;

    use super::*;
    use crate::system::{Body, Local};
    use crate::{Options, System};

    struct Walk;

    impl System for Walk {
        const NAME: &'static str = "walk";

        fn body() -> Body {
            Body::of::<(Local<'_, u16>, Local<'_, [u8; 3]>)>(
                |mut one: Local<'_, u16>, mut other: Local<'_, [u8; 3]>| {
                    *one += 258;
                    other[1] = 7;
                },
            )
        }
    }

    struct Rest;

    impl System for Rest {
        const NAME: &'static str = "rest";

        fn body() -> Body {
            Body::of::<()>(|| {})
        }
    }

    /// As `docs/digest.md` has it.
    #[test]
    fn section_is_the_one_that_is_written_down() {
        let mut scratch = Scratch::default();
        let mut world = World::new(Options::with_capacity(1).seed(42)).unwrap();
        assert_eq!(section(&world, &mut scratch), None);
        world.add_systems::<(Walk, Rest)>().unwrap().once();
        let schedule = world.schedule().unwrap();
        for _ in 0..3 {
            world.run(&schedule).unwrap();
        }
        world.set_system_enabled::<Rest>(false).unwrap();
        // Stream n of seed 42 begins with outputs 1 and 2 of splitmix64 from its own seed, 42 + n * K.
        let stream = |id: u64| crate::Prng::substream(42, id);
        let mut expected: Vec<u8> = Vec::new();
        let words = |bytes: &mut Vec<u8>, words: &[u64]| {
            bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        };
        words(&mut expected, &[3]);
        for (name, on, id, locals) in
            [("walk", 1, 1, &[2_u8, 1, 0, 7, 0][..]), ("rest", 0, 2, &[][..])]
        {
            let [s0, s1] = stream(id).state();
            let name = crate::stable_id::fnv_bytes(crate::stable_id::FNV_BASIS, name.as_bytes());
            words(&mut expected, &[name, on, 1, 1, stream(id).seed(), s0, s1]);
            words(&mut expected, &[locals.len() as u64]);
            expected.extend(XxHash3_128::oneshot(locals).to_le_bytes());
        }
        assert_eq!(section(&world, &mut scratch), Some(XxHash3_128::oneshot(&expected)));
    }
}
