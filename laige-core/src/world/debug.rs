//! `Debug` for a world: a summary, for logs and failed assertions.

use core::fmt;

use super::World;

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World")
            .field("entities", &self.entity_count())
            .field("capacity", &self.capacity())
            .field("components", &self.component_count())
            .field("archetypes", &self.archetype_count())
            .field("chunks", &self.archetype_stats().chunks)
            .field("layout", &self.layout())
            .field("seed", &self.seed())
            .finish_non_exhaustive()
    }
}
