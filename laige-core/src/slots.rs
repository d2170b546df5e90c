//! The slot table: which slots are alive, in which generation, and where the row of each entity is.
//! Here slots are handed out; how they come back is `release.rs`. It does not know what a row holds.
#![expect(unsafe_code, reason = "zeroed records are made without touching their memory")]

mod copy;
mod draft;
mod records;
mod release;

use alloc::boxed::Box;
use bytemuck::Zeroable;
use records::Records;

pub(crate) use copy::{SlotsCopy, SpareRecords};
pub(crate) use draft::{Misfit, SlotSpace, SlotsDraft};

use crate::faults::{Fault, planted};
use crate::options::{OnGenerationWrap, SlotOrder};
use crate::{Entity, EntityStats, Error, HandleLayout, Result};

/// The row part of a dead record's link; the rest is the next free slot.
const HINT_BITS: u32 = 8;
/// How many rows one hint stands for.
pub(crate) const HINT_ROWS: usize = 4;

/// What is known of one slot, in 8 bytes.
///
/// * Alive: `state` is the entity's handle, `archetype` and `row` are where its row is.
/// * Dead: `state` is the complement of the handle that the next entity gets, so that no handle of this slot equals it; `archetype`
///   and `row` are the halves of a link: the next free slot (high 24 bits; the slot itself ends the list) and about where the row of the last entity was (low
///   8 bits, in steps of 4 rows), by which a slot that comes back finds its hole.
/// * Retired: as dead, with generation 0.
/// * Never used: all zeros, which counts as dead with generation 1. (Slot 0 is written at once: its zeros would be a handle. So is the last slot that
///   handles have bits for: zeros are the complement of its last handle.)
#[derive(Clone, Copy)]
#[repr(C)]
struct Record {
    state: u32,
    archetype: u16,
    row: u16,
}

/// What a record says of its slot.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Alive(Entity),
    /// Free, to be used with that generation next.
    Dead(u32),
    Retired,
}

impl Record {
    /// The record of a slot that was never used.
    const fn unused(slot: u32, layout: HandleLayout) -> Self {
        let state = if is_written(slot, layout) { !layout.join(slot, 1).to_bits() } else { 0 };
        Self { state, archetype: 0, row: 0 }
    }

    const fn link(self) -> u32 {
        ((self.row as u32) << 16) | self.archetype as u32
    }

    /// Low half first, as they lie in memory: that is one write.
    #[inline]
    fn set_link(&mut self, link: u32) {
        (self.archetype, self.row) = (link as u16, (link >> 16) as u16);
    }

    const fn location(self) -> Location {
        Location { archetype: self.archetype, row: self.row }
    }

    fn state(self, slot: u32, layout: HandleLayout) -> State {
        let (here, next) = (Entity::from_bits(self.state), Entity::from_bits(!self.state));
        if self.state == 0 && !is_written(slot, layout) {
            State::Dead(1)
        } else if layout.slot_of(here) == slot {
            State::Alive(here)
        } else {
            match layout.generation_of(next) {
                0 => State::Retired,
                generation => State::Dead(generation),
            }
        }
    }
}

/// Whether the record of the slot is written at once, for zeros would mean something else: that of the first slot, and of the last that handles have bits
/// for. Counted on from the last, these are 0 and 1.
const fn is_written(slot: u32, layout: HandleLayout) -> bool {
    let last = u32::MAX >> layout.generation_bits();
    slot.wrapping_add(1) & last <= 1
}

// SAFETY: three numbers; all zeros is a slot never used.
unsafe impl Zeroable for Record {}

/// Where the row of an entity is; the chunk follows from archetype and slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Location {
    /// The archetype's index.
    pub(crate) archetype: u16,
    /// The row in the chunk.
    pub(crate) row: u16,
}

/// A slot that was just brought to life.
#[derive(Clone, Copy)]
pub(crate) struct Born {
    /// The handle.
    pub(crate) entity: Entity,
    /// Its slot.
    pub(crate) slot: u32,
    /// About the row its last entity had, in whatever archetype that was: that one or one of the next three.
    pub(crate) hint: u16,
}

/// The slot table as far as it finds rows: what a query keeps of it.
#[derive(Clone, Copy)]
pub(crate) struct Locator<'w> {
    records: &'w [Record],
    layout: HandleLayout,
}

impl Locator<'_> {
    /// Where the row of `entity` is, or `None` if the handle is not valid.
    #[inline]
    pub(crate) fn locate(self, entity: Entity) -> Option<Location> {
        let record = self.records.get(self.layout.slot_of(entity) as usize)?;
        // A dead record's state is no handle of this slot, and no entity has generation 0.
        (record.state == entity.to_bits()).then_some(record.location())
    }

    /// The layout of the handles.
    #[inline]
    pub(crate) fn layout(self) -> HandleLayout {
        self.layout
    }
}

/// A dead slot that has lived.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DeadSlot {
    pub(crate) slot: u32,
    /// The generation that its next entity gets; 0 if it is retired.
    pub(crate) generation: u32,
    /// The slot that comes after it in the list of released ones.
    pub(crate) next: Option<u32>,
}

/// The slot table of a world.
pub(crate) struct Slots {
    /// State.
    records: Records,
    /// Set up with the world.
    layout: HandleLayout,
    /// Set up with the world.
    order: SlotOrder,
    /// Set up with the world.
    wrap: OnGenerationWrap,
    /// The slot released last, the head of the list of released ones. State.
    released: Option<u32>,
    /// How many slots were taken, in slot order, from those never released. State.
    fresh: u32,
    /// How many slots, in slot order, were ever taken before `fresh` was last lowered: no other has lived. State as far as it is above `fresh`.
    used: u32,
    /// The version of what is known of the dead: which slots, their generations, and the order in which they come back. 0: it
    /// changed since it was last numbered. Of no consequence.
    dead_version: u64,
    /// State, as the next three.
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
        let mut records: Box<[Record]> =
            bytemuck::allocation::try_zeroed_slice_box(capacity as usize).map_err(|()| {
                Error::OutOfMemory { bytes: u64::from(capacity) * size_of::<Record>() as u64 }
            })?;
        for slot in [0, (1 << layout.slot_bits()) - 1] {
            if let Some(record) = records.get_mut(slot) {
                *record = Record::unused(slot as u32, layout);
            }
        }
        Ok(Self {
            records: Records::new(records),
            layout,
            order,
            wrap,
            released: None,
            fresh: 0,
            used: 0,
            dead_version: 0,
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

    /// Counts the living towards the peak, and gives how many they are. What is taken back is not counted.
    #[inline]
    pub(crate) fn note_peak(&mut self) -> u32 {
        self.peak = self.peak.max(self.live);
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
        self.locator().locate(entity)
    }

    /// What finds rows.
    #[inline]
    pub(crate) fn locator(&self) -> Locator<'_> {
        Locator { records: &self.records, layout: self.layout }
    }

    /// The handle of the entity alive in `slot`, and where its row is.
    pub(crate) fn occupant(&self, slot: u32) -> Option<(Entity, Location)> {
        let record = self.records.get(slot as usize)?;
        match record.state(slot, self.layout) {
            State::Alive(entity) => Some((entity, record.location())),
            State::Dead(_) | State::Retired => None,
        }
    }

    /// Notes that the row of the entity alive in `slot` is at `location`.
    #[inline]
    pub(crate) fn place(&mut self, slot: u32, location: Location) {
        let record = &mut self.records.write()[slot as usize];
        (record.archetype, record.row) = (location.archetype, location.row);
    }

    /// Notes that the rows of these live entities are at `first` and those behind it in its chunk.
    pub(crate) fn place_all(&mut self, first: Location, entities: &[Entity]) {
        for (row, &entity) in (first.row..).zip(entities) {
            let record = &mut self.records.write()[self.layout.slot_of(entity) as usize];
            (record.archetype, record.row) = (first.archetype, row);
        }
    }

    /// Notes that the row of the entity alive in `slot` is now `row` of the chunk.
    #[inline]
    pub(crate) fn set_row(&mut self, slot: u32, row: u16) {
        self.records.write()[slot as usize].row = row;
    }

    /// Notes that the rows of these live entities are `first` and those behind it in their chunk.
    #[inline]
    pub(crate) fn set_rows(&mut self, first: u16, entities: &[Entity]) {
        for (row, &entity) in (first..).zip(entities) {
            self.records.write()[self.layout.slot_of(entity) as usize].row = row;
        }
    }

    /// Brings a slot to life: the one released last, or else the next one never used.
    #[inline]
    pub(crate) fn allocate(&mut self) -> Option<Born> {
        self.dead_version = 0;
        let waiting = planted(Fault::FreshBeforeReleased) && self.fresh < self.capacity();
        let slot = match self.released.filter(|_| !waiting) {
            Some(slot) => {
                let next = self.records[slot as usize].link() >> HINT_BITS;
                self.released = (next != slot).then_some(next);
                slot
            }
            None => self.take_fresh()?,
        };
        let record = &mut self.records.write()[slot as usize];
        let entity = match record.state(slot, self.layout) {
            State::Dead(generation) => self.layout.join(slot, generation),
            State::Alive(_) | State::Retired => {
                debug_assert!(false, "a free slot is dead");
                return None;
            }
        };
        record.state = entity.to_bits();
        let hint = (record.link() & ((1 << HINT_BITS) - 1)) as u16 * HINT_ROWS as u16;
        self.live += 1;
        self.spawned += 1;
        Some(Born { entity, slot, hint })
    }

    /// The slot that comes next, if no released one comes before it and the ones behind it come after it.
    pub(crate) fn next_fresh(&mut self) -> Option<u32> {
        if self.released.is_some() || self.order != SlotOrder::Ascending {
            return None;
        }
        let slot = self.take_fresh()?;
        self.fresh = slot;
        Some(slot)
    }

    /// Brings neighbouring slots to life, from [`next_fresh`](Self::next_fresh) on, at most so many, and gives each handle to `each`. Their rows are
    /// `first` and those behind it. Gives how many they are.
    pub(crate) fn allocate_run(
        &mut self,
        most: usize,
        first: Location,
        mut each: impl FnMut(Entity),
    ) -> usize {
        self.dead_version = 0;
        let start = self.fresh as usize;
        let end = (start + most).min(self.records.len());
        let mut count = 0;
        for (slot, record) in (self.fresh..).zip(&mut self.records.write()[start..end]) {
            let State::Dead(generation) = record.state(slot, self.layout) else { break };
            let entity = self.layout.join(slot, generation);
            let row = first.row + count as u16;
            *record = Record { state: entity.to_bits(), archetype: first.archetype, row };
            count += 1;
            each(entity);
        }
        self.fresh += count;
        self.live += count;
        self.spawned += u64::from(count);
        count as usize
    }

    /// The next slot that was never released, passing over retired ones.
    #[inline]
    fn take_fresh(&mut self) -> Option<u32> {
        let slot = self.take_place()?;
        // Zeros never say that a slot is retired.
        let is_zero = self.records[slot as usize].state == 0;
        if is_zero { Some(slot) } else { self.pass_retired(slot) }
    }

    /// That slot, or the first one behind it that is not retired.
    fn pass_retired(&mut self, mut slot: u32) -> Option<u32> {
        while self.records[slot as usize].state(slot, self.layout) == State::Retired {
            slot = self.take_place()?;
        }
        Some(slot)
    }

    /// The slot at the next place of the slot order.
    #[inline]
    fn take_place(&mut self) -> Option<u32> {
        if self.fresh == self.capacity() {
            return None;
        }
        let slot = self.at_place(self.fresh);
        self.fresh += 1;
        Some(slot)
    }

    /// The slot at that place of the slot order, or the place of that slot.
    #[inline]
    fn at_place(&self, place: u32) -> u32 {
        self.order.at_place(place, self.capacity())
    }

    /// The slots at the first `places` places of the slot order.
    fn first(&self, places: u32) -> core::ops::Range<u32> {
        match self.order {
            SlotOrder::Ascending => 0..places,
            SlotOrder::Descending => self.capacity() - places..self.capacity(),
        }
    }

    #[inline]
    fn is_alive(&self, slot: u32) -> bool {
        matches!(self.records[slot as usize].state(slot, self.layout), State::Alive(_))
    }

    /// The slot released last, which comes next.
    pub(crate) fn released(&self) -> Option<u32> {
        self.released
    }

    /// The place, in slot order, of the slot that comes next if none is released; the capacity if there is none.
    pub(crate) fn next_fresh_place(&self) -> u32 {
        let retired = |&place: &u32| {
            let slot = self.at_place(place);
            self.records[slot as usize].state(slot, self.layout) == State::Retired
        };
        (self.fresh..self.capacity()).find(|place| !retired(place)).unwrap_or(self.capacity())
    }

    /// The dead slots that are released, or whose next generation is not the first, by ascending slot.
    pub(crate) fn dead(&self) -> impl Iterator<Item = DeadSlot> + '_ {
        let used = self.used.max(self.fresh);
        // Behind the last dead slot there is nothing to look for.
        let mut left = used - self.live;
        let mut slots = self.first(used);
        let next = move || {
            let slot = (left > 0).then(|| slots.find(|&slot| !self.is_alive(slot))).flatten()?;
            left -= 1;
            Some(slot)
        };
        core::iter::from_fn(next).filter_map(|slot| {
            let record = self.records[slot as usize];
            match record.state(slot, self.layout) {
                State::Retired => Some(DeadSlot { slot, generation: 0, next: None }),
                State::Dead(generation) if self.at_place(slot) < self.fresh => {
                    let next = record.link() >> HINT_BITS;
                    Some(DeadSlot { slot, generation, next: (next != slot).then_some(next) })
                }
                State::Alive(_) | State::Dead(1) => None,
                State::Dead(generation) => Some(DeadSlot { slot, generation, next: None }),
            }
        })
    }

    /// The version of what [`dead`](Self::dead) gives and of what comes next; 0 if it changed since it was last numbered.
    pub(crate) fn dead_version(&self) -> u64 {
        self.dead_version
    }

    /// Gives what changed a new version.
    pub(crate) fn number(&mut self) {
        self.records.number();
        if self.dead_version == 0 {
            self.dead_version = crate::unique::draw();
        }
    }

    /// The live handles, by ascending slot. It costs what the slots ever taken are, not what the capacity is.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Entity, Location)> + '_ {
        self.first(self.fresh).filter_map(|slot| self.occupant(slot))
    }

    /// Checks the table against itself: the counts, and that the list of released slots is sound. Gives the name of the rule broken.
    pub(crate) fn audit(&self) -> core::result::Result<(), &'static str> {
        let state = |slot: u32| self.records[slot as usize].state(slot, self.layout);
        let count = |wanted: fn(State) -> bool| {
            (0..self.capacity()).filter(|&slot| wanted(state(slot))).count() as u32
        };
        if count(|state| matches!(state, State::Alive(_))) != self.live {
            return Err("the number of live slots is the count kept");
        }
        if count(|state| state == State::Retired) != self.retired {
            return Err("the number of retired slots is the count kept");
        }
        let mut free = 0;
        let mut at = self.released;
        while let Some(slot) = at {
            if slot >= self.capacity() {
                return Err("a released slot exists");
            }
            if !matches!(state(slot), State::Dead(_)) {
                return Err("a released slot is dead and not retired");
            }
            free += 1;
            if free > self.capacity() {
                return Err("the list of released slots ends");
            }
            let next = self.records[slot as usize].link() >> HINT_BITS;
            at = (next != slot).then_some(next);
        }
        let mut fresh = 0;
        for taken in self.fresh..self.capacity() {
            let slot = self.at_place(taken);
            fresh += u32::from(matches!(state(slot), State::Dead(_)));
        }
        if free + fresh != self.available() {
            return Err("every slot is live, retired, released or fresh");
        }
        Ok(())
    }
}

#[cfg(test)]
impl Slots {
    /// For each field that is state a way to change it alone. Slot 2 is released, and slot 1 after it.
    pub(crate) const CHANGES: [crate::state::Change<Self>; 8] = [
        ("the generation of a dead slot", |slots| {
            let next = slots.layout.join(2, 9);
            slots.records.write()[2].state = !next.to_bits();
        }),
        ("the order of released slots", |slots| {
            slots.records.write()[2].set_link(1 << HINT_BITS);
            slots.records.write()[1].set_link(1 << HINT_BITS);
            slots.released = Some(2);
        }),
        ("the released slot that is next", |slots| slots.released = Some(2)),
        ("how many slots were taken", |slots| slots.fresh += 1),
        ("how many are alive", |slots| slots.live += 1),
        ("how many were alive at most", |slots| slots.peak += 1),
        ("how many are retired", |slots| slots.retired += 1),
        ("how many were spawned", |slots| slots.spawned += 1),
    ];

    /// Breaks the count of live slots, for the audit's tests.
    pub(crate) fn harm_live(&mut self, by: i32) {
        self.live = self.live.wrapping_add_signed(by);
    }
}
