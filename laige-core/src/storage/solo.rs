//! Solos: what a visit needs to know of each archetype that has one chunk of one run, as most have, close together in one list.
//! They say nothing that the archetypes do not say; but a visit of many archetypes then touches two cache lines of each in place of six.

use super::Ground;
use super::archetype::Archetype;
use super::chunk::BlockRef;

/// The only chunk of an archetype.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Solo {
    pub(crate) block: BlockRef,
    /// Its rows, which are one run; 0 where the archetype must be asked itself.
    pub(crate) rows: u32,
}

impl Solo {
    /// Says nothing.
    pub(crate) const NONE: Self = Self { block: BlockRef::NONE, rows: 0 };
}

#[cfg(test)]
impl Ground {
    /// Breaks S14, for the audit's tests.
    pub(crate) fn harm_solo(&mut self, archetype: u16) {
        self.solos[archetype as usize].rows -= 1;
    }
}

impl Archetype {
    /// Lets the solo say nothing, before chunks or rows change.
    #[inline]
    pub(super) fn forget_solo(&self, ground: &mut Ground) {
        ground.solos[self.id as usize] = Solo::NONE;
    }

    /// Lets the solo say what it can, after settling.
    pub(super) fn note_solo(&self, ground: &mut Ground) {
        ground.solos[self.id as usize] = if self.is_loose() { Solo::NONE } else { self.solo() };
    }

    /// What the solo may say.
    pub(crate) fn solo(&self) -> Solo {
        match self.order[..] {
            [only] => {
                let chunk = self.chunk(only);
                let rows = if chunk.is_one_run() { chunk.len() as u32 } else { 0 };
                Solo { block: chunk.block_ref(), rows }
            }
            _ => Solo::NONE,
        }
    }
}
