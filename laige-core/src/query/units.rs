//! The units of a visit, one after the other: what is done in parallel goes by them. Which units there are, and so their numbers, follows from the
//! state of the world alone, so that what is kept per unit (a random stream, a buffer) can go by these numbers.
#![expect(unsafe_code, reason = "fetches items row by row; argued by Q1 to Q3 of `term.rs`")]

use core::ops::Range;

use super::outcome::Outcome;
use super::term::RowTerm;
use super::visit::{Scope, visit_all};
use crate::storage::archetype::Archetype;

/// Where a pass through the units of a visit stands.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'w> {
    scope: Scope<'w>,
    /// The number of the match at hand, and the place of the next chunk in it.
    number: usize,
    place: usize,
}

/// A unit: neighbouring chunks of one match, mostly one.
pub(super) struct Unit<'w> {
    scope: Scope<'w>,
    number: usize,
    chunks: Range<usize>,
}

impl<'w> Cursor<'w> {
    /// Before the first unit.
    pub(super) fn new(scope: Scope<'w>) -> Self {
        Self { scope, number: 0, place: 0 }
    }

    /// How many units there are in all.
    pub(super) fn count<Q: RowTerm>(scope: Scope<'w>) -> usize {
        scope.archetypes_from::<Q>(0).map(Archetype::unit_count).sum()
    }

    /// The next unit.
    pub(super) fn next<Q: RowTerm>(&mut self) -> Option<Unit<'w>> {
        let Self { scope, number, .. } = *self;
        for (archetype, number) in scope.archetypes_from::<Q>(number).zip(number..) {
            if let Some(chunks) = archetype.unit_from(self.place) {
                *self = Self { scope, number, place: chunks.end };
                return Some(Unit { scope, number, chunks });
            }
            self.place = 0;
        }
        None
    }

    /// Passes over so many units, of which there are as many.
    pub(super) fn skip<Q: RowTerm>(&mut self, mut units: usize) {
        for archetype in self.scope.archetypes_from::<Q>(self.number) {
            units -= pass(archetype, &mut self.place, units);
            if units == 0 {
                return;
            }
            (self.number, self.place) = (self.number + 1, 0);
        }
    }
}

/// Passes over at most so many units of an archetype, and gives how many.
fn pass(archetype: &Archetype, place: &mut usize, units: usize) -> usize {
    if !archetype.is_loose() {
        let passed = units.min(archetype.chunk_count() - *place);
        *place += passed;
        return passed;
    }
    let mut passed = 0;
    while passed < units {
        let Some(chunks) = archetype.unit_from(*place) else { break };
        *place = chunks.end;
        passed += 1;
    }
    passed
}

impl<'w> Unit<'w> {
    /// Calls `body` with the items of each row of the unit until it stops; gives the result if it did.
    ///
    /// # Safety
    ///
    /// As for `Scope::visit`; each unit is visited once at a time.
    #[inline]
    pub(super) unsafe fn visit<Q: RowTerm, R: Outcome>(
        self,
        mut body: impl FnMut(Q::Item<'w>) -> R,
    ) -> Option<R::Visit> {
        // SAFETY: a cursor's numbers are those of matches.
        let (archetype, codes) = unsafe { self.scope.at::<Q>(self.number) };
        let chunks = self.chunks.map(|at| archetype.chunk_at(at));
        // SAFETY: the codes are those of the archetype of the chunks; the rest is the caller's duty.
        unsafe { visit_all::<Q, R>(codes, chunks, &mut body) }
    }
}
