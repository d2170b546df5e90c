//! Slots that come back: lives end, and the slots wait in a list from which the one released last is handed out next. What a record says is
//! told in `slots.rs`.

use super::{HINT_BITS, HINT_ROWS, Record, Slots};
use crate::faults::{Fault, planted};
use crate::options::OnGenerationWrap;
use crate::{Entity, HandleLayout};

impl Record {
    /// Marks it dead; its slot's next entity will be `next`. Without one the slot is retired.
    #[inline]
    fn die(&mut self, slot: u32, next: Option<Entity>, layout: HandleLayout) {
        self.state = !next.unwrap_or(layout.join(slot, 0)).to_bits();
    }
}

impl Slots {
    /// Ends the life of the entity in `slot`; the slot is the next one to be handed out, unless it is retired.
    #[inline]
    pub(crate) fn release(&mut self, slot: u32) {
        let record = self.records[slot as usize];
        self.release_all(record.row, &[Entity::from_bits(record.state)]);
    }

    /// [`release`](Self::release) for each of these live entities, one after the other. Their rows are `first` and those behind it in their chunk.
    #[inline]
    pub(crate) fn release_all(&mut self, first: u16, entities: &[Entity]) {
        let Self { layout, wrap, mut released, mut retired, .. } = *self;
        let records = self.records.write();
        for (row, &entity) in (first..).zip(entities) {
            let slot = layout.slot_of(entity);
            let next = next_life(entity, layout, wrap);
            let record = &mut records[slot as usize];
            record.die(slot, next, layout);
            if next.is_some() {
                record.set_link(link(released.unwrap_or(slot), row));
                released = Some(slot);
            } else {
                retired += 1;
            }
        }
        (self.released, self.retired) = (released, retired);
        self.live -= entities.len() as u32;
        self.dead_version = 0;
    }

    /// Takes back what [`allocate`](Self::allocate) gave last, as if it had never been: the handle was shown to nobody.
    pub(crate) fn take_back(&mut self, slot: u32) {
        let record = &mut self.records.write()[slot as usize];
        let row = record.row;
        record.state = !record.state;
        self.live -= 1;
        self.spawned -= u64::from(!planted(Fault::BatchNotUncounted));
        self.dead_version = 0;
        // With none released the slot was fresh, or comes before the fresh ones just as well.
        if self.released.is_none() && self.at_place(self.fresh - 1) == slot {
            self.used = self.used.max(self.fresh);
            self.fresh -= 1;
        } else {
            self.push(slot, row);
        }
    }

    /// Marks `slot` dead in its next generation; without one it is retired.
    fn end(&mut self, slot: u32) {
        let Self { layout, wrap, .. } = *self;
        let record = &mut self.records.write()[slot as usize];
        let next = next_life(Entity::from_bits(record.state), layout, wrap);
        record.die(slot, next, layout);
        self.dead_version = 0;
        self.live -= 1;
        self.retired += u32::from(next.is_none());
    }

    /// Puts a dead slot on top of the list of released ones.
    #[inline]
    fn push(&mut self, slot: u32, row: u16) {
        let next = self.released.unwrap_or(slot);
        self.records.write()[slot as usize].set_link(link(next, row));
        self.released = Some(slot);
    }

    /// Ends every life. The list of free slots is as in a fresh world, or, `stacked`, the formerly live slots
    /// lie on it in ascending order as in the reference.
    pub(crate) fn clear(&mut self, stacked: bool) {
        let taken = self.first(self.fresh);
        if !stacked {
            self.released = None;
            self.used = self.used.max(self.fresh);
            self.fresh = 0;
            self.dead_version = 0;
        }
        for slot in taken {
            if self.occupant(slot).is_none() {
                continue;
            }
            if stacked {
                self.release(slot);
            } else {
                self.end(slot);
            }
        }
    }
}

/// The handle that comes after an entity's in its slot; `None` if none does and the slot is retired.
#[inline]
fn next_life(entity: Entity, layout: HandleLayout, wrap: OnGenerationWrap) -> Option<Entity> {
    if planted(Fault::GenerationNotBumped) {
        return Some(entity);
    }
    let first = || (wrap == OnGenerationWrap::Wrap).then(|| layout.join(layout.slot_of(entity), 1));
    layout.successor(entity).or_else(first)
}

/// The link of a dead record: the next free slot, and about where the row was.
#[inline]
fn link(next: u32, row: u16) -> u32 {
    (next << HINT_BITS) | u32::from((row / HINT_ROWS as u16) as u8)
}
