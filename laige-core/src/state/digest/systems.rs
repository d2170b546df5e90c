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
