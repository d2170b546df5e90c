//! Units: the chunks that an archetype has when it is settled, also where it is not. They are what parallel work is divided into, so they
//! must follow from what is alive alone, and not from which chunks have not been joined yet.
//!
//! A chunk's range has at most as many entities as a chunk takes, so the range of the settled partition that holds it is the same or larger:
//! a unit is one chunk or several neighbours.

use core::ops::Range as Places;

use super::archetype::Archetype;
use super::chunk::Range;
use crate::limits::CHUNK_ROWS;

impl Archetype {
    /// The unit that starts at that place of the order, or behind it, as places of chunks.
    #[inline]
    pub(crate) fn unit_from(&self, place: usize) -> Option<Places<usize>> {
        if self.is_loose() {
            return self.loose_unit_from(place);
        }
        (place < self.chunk_count()).then(|| place..place + 1)
    }

    /// How many units there are.
    pub(crate) fn unit_count(&self) -> usize {
        if !self.is_loose() {
            return self.chunk_count();
        }
        let next = |unit: &Places<usize>| self.loose_unit_from(unit.end);
        core::iter::successors(self.loose_unit_from(0), next).count()
    }

    /// As [`unit_from`](Self::unit_from), where chunks may be empty or wait to be joined.
    #[cold]
    fn loose_unit_from(&self, place: usize) -> Option<Places<usize>> {
        let first = (place..self.chunk_count()).find(|&at| self.chunk_at(at).live() > 0)?;
        let range = self.settled_range(first);
        let inside = |&at: &usize| self.chunk_at(at).range().start < range.end();
        Some(first..first + (first..self.chunk_count()).take_while(inside).count())
    }

    /// The range that the chunk at that place is in when all is settled: the largest one with as many entities as fit in a chunk.
    fn settled_range(&self, place: usize) -> Range {
        let mut range = self.chunk_at(place).range();
        while range != Range::ALL && self.live_in(range.parent(), place) <= CHUNK_ROWS {
            range = range.parent();
        }
        range
    }

    /// How many entities are in a range that has the chunk at that place.
    fn live_in(&self, range: Range, place: usize) -> usize {
        let inside = |&at: &usize| {
            let start = self.chunk_at(at).range().start;
            range.start <= start && start < range.end()
        };
        let live = |at: usize| self.chunk_at(at).live();
        let below = (0..place).rev().take_while(inside).map(live);
        below.chain((place..self.chunk_count()).take_while(inside).map(live)).sum()
    }
}
