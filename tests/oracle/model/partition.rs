//! The naive world: how the entities of an archetype are divided into chunks once everything is settled.
//! The chunks are the largest aligned ranges of slots with 1 to [`CHUNK_ROWS`] entities.

use std::ops::Range;

use laige::Entity;
use laige::limits::CHUNK_ROWS;

use super::{Kind, Model};

/// A chunk: its range of slots, and who lives there.
pub(crate) struct ChunkOf {
    pub(crate) range: Range<u32>,
    pub(crate) entities: Vec<Entity>,
}

impl Model {
    /// The chunks of an archetype, ascending.
    pub(crate) fn chunks(&self, kind: &Kind) -> Vec<ChunkOf> {
        let entities: Vec<Entity> = kind.entities.iter().copied().collect();
        let mut chunks = Vec::new();
        self.divide(&entities, 0..1 << 24, &mut chunks);
        chunks
    }

    /// Adds the chunks of these entities, who live in that range.
    fn divide(&self, entities: &[Entity], range: Range<u32>, chunks: &mut Vec<ChunkOf>) {
        if entities.len() > CHUNK_ROWS {
            let middle = range.start + (range.end - range.start) / 2;
            let lower = entities.partition_point(|&entity| self.slot_of(entity) < middle);
            self.divide(&entities[..lower], range.start..middle, chunks);
            self.divide(&entities[lower..], middle..range.end, chunks);
        } else if !entities.is_empty() {
            chunks.push(ChunkOf { range, entities: entities.to_vec() });
        }
    }
}
