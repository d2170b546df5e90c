//! Chains: the commands of a queue that concern one entity, linked in order, so that they become one move.

use alloc::vec::Vec;

use super::{Command, What};

/// Links each command with the next one on the same entity. `order` is memory to work in: for each command its entity and its place, in one number.
pub(crate) fn link(queue: &mut [Command], order: &mut Vec<u64>) {
    order.clear();
    let on_entity = |command: &Command| !matches!(command.what, What::Resource { .. });
    let packed = |(at, command): (u64, &Command)| u64::from(command.entity.to_bits()) << 32 | at;
    order.extend((0..).zip(&*queue).filter(|(_, command)| on_entity(command)).map(packed));
    order.sort_unstable();
    let mut before: Option<u32> = None;
    for at in order.iter().map(|&packed| packed as u32) {
        let entity = queue[at as usize].entity;
        // Nothing tells spawns apart whose handles had no number left.
        let same =
            before.filter(|&before| queue[before as usize].entity == entity && !entity.is_none());
        queue[at as usize].is_first = same.is_none();
        if let Some(before) = same {
            queue[before as usize].next = Some(at);
        }
        before = Some(at);
    }
}
