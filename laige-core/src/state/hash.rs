//! The reference engine's hashes of a world, bit for bit: `state_hash`, `component_state_hash` and `schema_hash`. They are for
//! comparing with that engine and its recordings; a digest is faster and says more.
//!
//! ```text
//! component_state_hash(tick) = FNV-1a-64 of
//!     tick, number of entities                       every number is a word: 8 bytes, big-endian
//!     per entity, by slot:      slot, generation
//!     per signature with rows, in lexicographic order, that of no components aside:
//!         number of ids, each id, number of rows
//!         per row, by slot, and per component, by id: the bytes of the value, as in memory
//! state_hash(tick) = the same, followed by
//!     per system, by number:    number, 1, seed and both halves of the state of its random stream; or number, 0 if it has none
//! ```

use super::fnv::Fnv;
use crate::World;
use crate::storage::archetype::Archetype;
use crate::storage::bytes::ChunkBytes;

impl World {
    /// The reference engine's hash of the world's state after `tick` ticks: entities, components, and the random streams of systems.
    ///
    /// Equal states hash to equal numbers whatever their history: capacity, how rows lie in memory, the order in which archetypes were
    /// born and the number of threads do not enter; nor does what only the future shows, as the generations of dead slots. Values enter as the
    /// bytes they are in memory, so that -0.0 differs from 0.0; of an [`Entity`](crate::Entity) that is its bits. No memory is allocated.
    ///
    /// ```
    /// use laige_core::{Options, World};
    /// let world = World::new(Options::reference(4))?;
    /// assert_eq!(world.state_hash(0), 0x8820_1FB9_60FF_6465);
    /// # Ok::<(), laige_core::Error>(())
    /// ```
    #[must_use]
    pub fn state_hash(&self, tick: u64) -> u64 {
        let mut fnv = self.component_stream(tick);
        for (entry, id) in self.systems.entries.iter().zip(1..) {
            fnv.word(id);
            fnv.word(entry.stream.is_some().into());
            if let Some(stream) = &entry.stream {
                fnv.word(stream.seed());
                let [s0, s1] = stream.state();
                fnv.word(s0);
                fnv.word(s1);
            }
        }
        fnv.finish()
    }

    /// The reference engine's hash of entities and components alone: [`state_hash`](Self::state_hash) without random streams.
    ///
    /// ```
    /// use laige_core::{Options, World};
    /// let mut world = World::new(Options::reference(4))?;
    /// let before = world.component_state_hash(7);
    /// let entity = world.spawn_empty()?;
    /// assert_ne!(world.component_state_hash(7), before);
    /// world.despawn(entity)?;
    /// assert_eq!(world.component_state_hash(7), before);
    /// # Ok::<(), laige_core::Error>(())
    /// ```
    #[must_use]
    pub fn component_state_hash(&self, tick: u64) -> u64 {
        self.component_stream(tick).finish()
    }

    /// The reference engine's hash of the registered components: how many, and id, size and alignment of each. Names and
    /// fields do not enter. The alignment is the natural one, equal on all targets.
    ///
    /// ```
    /// use laige_core::{Options, World};
    /// let world = World::new(Options::with_capacity(4))?;
    /// assert_eq!(world.schema_hash(), 0xA8C7_F832_281A_39C5);
    /// # Ok::<(), laige_core::Error>(())
    /// ```
    #[must_use]
    pub fn schema_hash(&self) -> u64 {
        let mut fnv = Fnv::new();
        fnv.word(self.registry.len().into());
        for info in self.registry.infos() {
            fnv.word(info.id().get().into());
            fnv.word(info.size() as u64);
            fnv.word(info.shape().natural_align as u64);
        }
        fnv.finish()
    }

    fn component_stream(&self, tick: u64) -> Fnv {
        let mut fnv = Fnv::new();
        fnv.word(tick);
        fnv.word(self.entity_count().into());
        let layout = self.layout();
        for entity in self.entities() {
            fnv.word(layout.slot_of(entity).into());
            fnv.word(layout.generation_of(entity).into());
        }
        for archetype in self.storage.by_signature() {
            if archetype.live() > 0 && !archetype.signature.is_empty() {
                feed(&mut fnv, archetype);
            }
        }
        fnv
    }
}

/// Feeds an archetype: signature, number of rows, rows.
fn feed(fnv: &mut Fnv, archetype: &Archetype) {
    fnv.word(archetype.signature.len() as u64);
    for id in &archetype.signature {
        fnv.word(id.get().into());
    }
    fnv.word(archetype.live().into());
    for chunk in archetype.chunk_bytes() {
        feed_rows(fnv, chunk);
    }
}

/// Feeds the rows of a chunk, each with its components by ascending id.
fn feed_rows(fnv: &mut Fnv, chunk: ChunkBytes<'_>) {
    for (first, rows) in chunk.runs() {
        if chunk.columns() == 1 {
            fnv.bytes(chunk.rows(0, first, rows));
            continue;
        }
        for row in first..first + rows {
            for column in 0..chunk.columns() {
                fnv.bytes(chunk.rows(column, row, 1));
            }
        }
    }
}
