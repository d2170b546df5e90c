//! The slot table: which slots are alive, in which generation, and where the row of each entity is.
//! It hands out slots and takes them back; it does not know what a row holds.
#![expect(unsafe_code, reason = "zeroed records are made without touching their memory")]

use alloc::boxed::Box;
use bytemuck::Zeroable;

use crate::options::{OnGenerationWrap, SlotOrder};
use crate::{Entity, EntityStats, Error, HandleLayout, Result};

/// Set in [`Record::state`] while the slot is alive.
const ALIVE: u32 = 1 << 31;
/// Set in [`Record::state`] when the slot has used up its generations.
const RETIRED: u32 = 1 << 30;
/// The row part of a dead record's link; the rest is the next free slot.
const HINT_BITS: u32 = 8;

/// What is known of one slot, in 8 bytes.
///
/// * Alive: `state` is `ALIVE | generation`, `link` is archetype (high 16 bits) and row (low 16 bits).
/// * Dead: `state` is the generation that the next entity gets (0, of a slot never used, counts as 1), `link` is the next
///   free slot (high 24 bits; the slot itself ends the list) and the row of the last entity (low 8 bits), by which a slot that comes
///   back finds its hole.
/// * Retired: `state` is `RETIRED`.
#[derive(Clone, Copy)]
#[repr(C)]
struct Record {
    state: u32,
    link: u32,
}

// SAFETY: two numbers; all zeros is a slot never used.
unsafe impl Zeroable for Record {}

/// Where the row of an entity is; the chunk follows from archetype and slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Location {
    /// The archetype's index.
    pub(crate) archetype: u16,
    /// The row in the chunk.
    pub(crate) row: u16,
}

impl Location {
    const fn link(self) -> u32 {
        ((self.archetype as u32) << 16) | self.row as u32
    }

    const fn of_link(link: u32) -> Self {
        Self { archetype: (link >> 16) as u16, row: link as u16 }
    }
}

/// A slot that was just brought to life.
#[derive(Clone, Copy)]
pub(crate) struct Born {
    /// The handle.
    pub(crate) entity: Entity,
    /// Its slot.
    pub(crate) slot: u32,
    /// The row its last entity had, in whatever archetype that was.
    pub(crate) hint: u16,
}

/// The slot table of a world.
pub(crate) struct Slots {
    records: Box<[Record]>,
    layout: HandleLayout,
    order: SlotOrder,
    wrap: OnGenerationWrap,
    /// The slot released last, the head of the list of released ones.
    released: Option<u32>,
    /// How many slots were taken, in slot order, from those never released.
    fresh: u32,
    live: u32,
    peak: u32,
    retired: u32,
    spawned: u64,
}

impl Slots {
    /// The table for `capacity` slots. Memory is taken at once and never again.
    pub(crate) fn new(
        capacity: u32,
        layout: HandleLayout,
        order: SlotOrder,
        wrap: OnGenerationWrap,
    ) -> Result<Self> {
        let records =
            bytemuck::allocation::try_zeroed_slice_box(capacity as usize).map_err(|()| {
                Error::OutOfMemory { bytes: u64::from(capacity) * size_of::<Record>() as u64 }
            })?;
        Ok(Self {
            records,
            layout,
            order,
            wrap,
            released: None,
            fresh: 0,
            live: 0,
            peak: 0,
            retired: 0,
            spawned: 0,
        })
    }

    /// How many slots there are.
    pub(crate) fn capacity(&self) -> u32 {
        self.records.len() as u32
    }

    /// How many entities are alive.
    pub(crate) fn live(&self) -> u32 {
        self.live
    }

    /// How many slots can still be brought to life.
    pub(crate) fn available(&self) -> u32 {
        self.capacity() - self.live - self.retired
    }

    /// The layout of the handles.
    #[inline]
    pub(crate) fn layout(&self) -> HandleLayout {
        self.layout
    }

    /// The numbers for `World::stats`.
    pub(crate) fn stats(&self) -> EntityStats {
        EntityStats {
            capacity: self.capacity(),
            in_use: self.live,
            peak_in_use: self.peak,
            total_spawned: self.spawned,
            retired: self.retired,
            bytes: size_of_val(&*self.records),
        }
    }

    /// Where the row of `entity` is, or `None` if the handle is not valid.
    #[inline]
    pub(crate) fn locate(&self, entity: Entity) -> Option<Location> {
        let record = self.records.get(self.layout.slot_of(entity) as usize)?;
        // Generation 0 never matches: no slot is alive in it.
        if record.state != ALIVE | self.layout.generation_of(entity) {
            return None;
        }
        Some(Location::of_link(record.link))
    }

    /// The handle of the entity alive in `slot`.
    pub(crate) fn occupant(&self, slot: u32) -> Option<(Entity, Location)> {
        let record = self.records.get(slot as usize)?;
        if record.state & ALIVE == 0 {
            return None;
        }
        Some((self.layout.join(slot, record.state & !ALIVE), Location::of_link(record.link)))
    }

    /// Notes that the row of the entity alive in `slot` is at `location`.
    #[inline]
    pub(crate) fn place(&mut self, slot: u32, location: Location) {
        self.records[slot as usize].link = location.link();
    }

    /// Notes that the row of the entity alive in `slot` is now `row` of the chunk.
    #[inline]
    pub(crate) fn set_row(&mut self, slot: u32, row: u16) {
        let link = &mut self.records[slot as usize].link;
        *link = (*link & !0xFFFF) | u32::from(row);
    }

    /// Brings a slot to life: the one released last, or else the next one never used.
    #[inline]
    pub(crate) fn allocate(&mut self) -> Option<Born> {
        let slot = match self.released {
            Some(slot) => {
                let next = self.records[slot as usize].link >> HINT_BITS;
                self.released = (next != slot).then_some(next);
                slot
            }
            None => self.take_fresh()?,
        };
        let record = &mut self.records[slot as usize];
        let generation = record.state.max(1);
        record.state = ALIVE | generation;
        let hint = (record.link & ((1 << HINT_BITS) - 1)) as u16;
        self.live += 1;
        self.peak = self.peak.max(self.live);
        self.spawned += 1;
        Some(Born { entity: self.layout.join(slot, generation), slot, hint })
    }

    /// The next slot that was never released, passing over retired ones.
    fn take_fresh(&mut self) -> Option<u32> {
        while self.fresh < self.capacity() {
            let slot = match self.order {
                SlotOrder::Ascending => self.fresh,
                SlotOrder::Descending => self.capacity() - 1 - self.fresh,
            };
            self.fresh += 1;
            if self.records[slot as usize].state & RETIRED == 0 {
                return Some(slot);
            }
        }
        None
    }

    /// Ends the life of the entity in `slot`; the slot is the next one to be handed out, unless it is retired.
    #[inline]
    pub(crate) fn release(&mut self, slot: u32) {
        let row = Location::of_link(self.records[slot as usize].link).row;
        if self.end(slot) {
            self.push(slot, row);
        }
    }

    /// Takes back what [`allocate`](Self::allocate) gave last, as if it had never been: the handle was shown to nobody.
    pub(crate) fn take_back(&mut self, slot: u32) {
        let record = &mut self.records[slot as usize];
        let row = Location::of_link(record.link).row;
        record.state &= !ALIVE;
        self.live -= 1;
        self.spawned -= 1;
        self.push(slot, row);
    }

    /// Marks `slot` dead in its next generation. `false`: it has none left and is retired.
    #[inline]
    fn end(&mut self, slot: u32) -> bool {
        let max = self.layout.max_generation();
        let record = &mut self.records[slot as usize];
        let generation = record.state & !ALIVE;
        self.live -= 1;
        record.state = if generation < max {
            generation + 1
        } else {
            match self.wrap {
                OnGenerationWrap::Wrap => 1,
                OnGenerationWrap::Retire => RETIRED,
            }
        };
        self.retired += u32::from(record.state == RETIRED);
        record.state != RETIRED
    }

    /// Puts a dead slot on top of the list of released ones.
    #[inline]
    fn push(&mut self, slot: u32, row: u16) {
        let next = self.released.unwrap_or(slot);
        self.records[slot as usize].link = (next << HINT_BITS) | u32::from(row as u8);
        self.released = Some(slot);
    }

    /// Ends every life. The list of free slots is as in a fresh world, or, `stacked`, the formerly live slots
    /// lie on it in ascending order as in the reference.
    pub(crate) fn clear(&mut self, stacked: bool) {
        if !stacked {
            self.released = None;
            self.fresh = 0;
        }
        for slot in 0..self.capacity() {
            if self.records[slot as usize].state & ALIVE == 0 {
                continue;
            }
            if stacked {
                self.release(slot);
            } else {
                self.end(slot);
            }
        }
    }

    /// The live handles, by ascending slot.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Entity, Location)> + '_ {
        (0..self.capacity()).filter_map(|slot| self.occupant(slot))
    }

    /// Checks the table against itself: the counts, and that the list of released slots is sound. Gives the name of the rule broken.
    pub(crate) fn audit(&self) -> core::result::Result<(), &'static str> {
        let count = |flag: u32| self.records.iter().filter(|r| r.state & flag != 0).count() as u32;
        if count(ALIVE) != self.live {
            return Err("the number of live slots is the count kept");
        }
        if count(RETIRED) != self.retired {
            return Err("the number of retired slots is the count kept");
        }
        let mut free = 0;
        let mut at = self.released;
        while let Some(slot) = at {
            let Some(record) = self.records.get(slot as usize) else {
                return Err("a released slot exists");
            };
            if record.state & (ALIVE | RETIRED) != 0 {
                return Err("a released slot is dead and not retired");
            }
            free += 1;
            if free > self.capacity() {
                return Err("the list of released slots ends");
            }
            let next = record.link >> HINT_BITS;
            at = (next != slot).then_some(next);
        }
        let mut fresh = 0;
        for taken in self.fresh..self.capacity() {
            let slot = match self.order {
                SlotOrder::Ascending => taken,
                SlotOrder::Descending => self.capacity() - 1 - taken,
            };
            fresh += u32::from(self.records[slot as usize].state & (ALIVE | RETIRED) == 0);
        }
        if free + fresh != self.available() {
            return Err("every slot is live, retired, released or fresh");
        }
        Ok(())
    }
}
