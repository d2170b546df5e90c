//! Chains: the commands of a queue that concern one entity, linked in order, so that they become one move.

use alloc::vec::Vec;

use super::{Command, What};

/// Links each command with the next one on the same entity.
pub(crate) fn link(queue: &mut [Command], order: &mut Vec<u32>) {
    order.clear();
    let on_entity = |command: &Command| !matches!(command.what, What::Resource { .. });
    order.extend((0u32..).zip(&*queue).filter(|(_, command)| on_entity(command)).map(|(at, _)| at));
    order.sort_unstable_by_key(|&at| (queue[at as usize].entity, at));
    let mut before: Option<u32> = None;
    for &at in &*order {
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
