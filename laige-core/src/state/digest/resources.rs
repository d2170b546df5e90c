//! The hashes of the resources that are state: each that is there, by stable id. Those that are transient add nothing to a digest.

use super::{Node, Scratch, hash};
use crate::World;
use crate::sorting;
use crate::state::image::{Image, Step};

/// Puts the hash of each resource into `scratch.resources`, by ascending stable id.
pub(super) fn hash_each(world: &World, scratch: &mut Scratch) {
    let Scratch { images, steps, resources, .. } = scratch;
    resources.clear();
    for view in world.resources() {
        let Some((shape, bytes)) = view.shape().zip(view.bytes()) else { continue };
        images.clear();
        Step::of(shape, steps);
        Image::append_steps(steps, bytes, world.layout(), images);
        resources.push((shape.stable_id, view.name(), hash(images)));
    }
    sorting::sort_by_key(resources, |&(id, _, hash)| (id, hash));
}

/// The section of the content; `None` if the world has no such resource.
pub(super) fn section(world: &World, scratch: &mut Scratch) -> Option<u128> {
    hash_each(world, scratch);
    let Scratch { node, resources, .. } = scratch;
    if resources.is_empty() {
        return None;
    }
    let mut node = Node::new(node);
    for &(id, _, hash) in &*resources {
        node.word(id.to_u64());
        node.hash(hash);
    }
    Some(node.finish())
}
