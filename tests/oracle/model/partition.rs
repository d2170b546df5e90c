//! The naive world: how the entities of an archetype are divided into chunks once everything is settled.
//! The chunks are the largest aligned ranges of slots with 1 to 256 entities.

use std::collections::BTreeSet;
use std::ops::Range;

/// A chunk: its range of slots, and those that are alive.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ChunkOf {
    pub(crate) range: Range<u32>,
    pub(crate) slots: Vec<u32>,
}

/// The chunks of these slots, ascending.
pub(crate) fn partition(slots: &BTreeSet<u32>) -> Vec<ChunkOf> {
    let mut chunks = Vec::new();
    divide(slots, 0..1 << 24, &mut chunks);
    chunks
}

fn divide(slots: &BTreeSet<u32>, range: Range<u32>, chunks: &mut Vec<ChunkOf>) {
    let inside: Vec<u32> = slots.range(range.clone()).copied().collect();
    if inside.len() > 256 {
        let middle = range.start + (range.end - range.start) / 2;
        divide(slots, range.start..middle, chunks);
        divide(slots, middle..range.end, chunks);
    } else if !inside.is_empty() {
        chunks.push(ChunkOf { range, slots: inside });
    }
}
