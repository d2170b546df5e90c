//! A slot table as plain numbers, and one in the making from such numbers, as a save has them. Every step is checked, so that what comes
//! out is a sound table; it may be for a world with another capacity, slot order or layout of handles than the numbers come from.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::copy::Counts;
use super::{HINT_BITS, Location, Record, SlotsCopy, State};
use crate::options::{OnGenerationWrap, SlotOrder};
use crate::{Entity, HandleLayout, Options};

/// The slots of a world: how many, in which order they are taken, and what their handles look like.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct SlotSpace {
    pub(crate) capacity: u32,
    pub(crate) order: SlotOrder,
    pub(crate) wrap: OnGenerationWrap,
    pub(crate) layout: HandleLayout,
}

impl SlotSpace {
    /// The slots of a world with these options and that layout of handles.
    pub(crate) fn of(options: &Options, layout: HandleLayout) -> Self {
        let Options { capacity, slot_order: order, on_generation_wrap: wrap, .. } = *options;
        Self { capacity, order, wrap, layout }
    }

    /// The slot at that place of the order, or the place of that slot.
    pub(crate) fn at_place(self, place: u32) -> u32 {
        self.order.at_place(place, self.capacity)
    }

    /// The slot of lowest number among those at the first `places` places.
    fn first(self, places: u32) -> u32 {
        match self.order {
            SlotOrder::Ascending => 0,
            SlotOrder::Descending => self.capacity - places,
        }
    }

    /// Whether a slot has the same place in both orders.
    fn has_places_of(self, other: Self) -> bool {
        self.order == other.order
            && (self.order == SlotOrder::Ascending || self.capacity == other.capacity)
    }
}

/// Why a slot cannot be what it is said to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Misfit {
    /// No entity can be in it: it was never taken.
    Untaken,
    /// It has an entity, or waits in the list of released ones, already.
    Repeated,
    Retired,
    /// It has no entity, and is neither released nor retired.
    Stray,
    /// The world has fewer slots.
    Beyond,
    /// Its entity's generation does not fit the handles of the world.
    Generation(u32),
}

/// What is known of a slot so far.
#[derive(Clone, Copy)]
struct Entry {
    /// That of the entity, or of the next one; 0 if the slot is retired.
    generation: u32,
    part: Part,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Idle,
    Live(Location),
    /// Released; the slot that comes after it.
    Released(Option<u32>),
}

/// A slot table in the making.
pub(crate) struct SlotsDraft {
    from: SlotSpace,
    to: SlotSpace,
    /// By place in the order of `from`.
    entries: Vec<Entry>,
    fresh: u32,
    live: u32,
    /// The slots that are released: the first, and the last so far.
    released: Option<(u32, u32)>,
}

impl SlotsDraft {
    /// A table of no entities. The generations are those of the first slots in the order of `from`, of which the first `fresh` were taken.
    pub(crate) fn new(
        (from, to): (SlotSpace, SlotSpace),
        generations: impl Iterator<Item = u32>,
        fresh: u32,
    ) -> Self {
        let entry = |generation| Entry { generation, part: Part::Idle };
        let entries = generations.map(entry).collect();
        Self { from, to, entries, fresh, live: 0, released: None }
    }

    /// How many entities are alive.
    pub(crate) fn live(&self) -> u32 {
        self.live
    }

    /// What is known of a slot that was taken and is free.
    fn idle(&mut self, slot: u32) -> Result<&mut Entry, Misfit> {
        let known = slot < self.from.capacity;
        let place = if known { self.from.at_place(slot) } else { u32::MAX };
        if place >= self.fresh {
            return Err(Misfit::Untaken);
        }
        let entry = self.entries.get_mut(place as usize).ok_or(Misfit::Untaken)?;
        match entry {
            Entry { generation: 0, .. } => Err(Misfit::Retired),
            Entry { part: Part::Idle, .. } => Ok(entry),
            _ => Err(Misfit::Repeated),
        }
    }

    /// Puts an entity into a slot, whose row is at `location`, and gives its handle in the world that the table is for.
    pub(crate) fn occupy(&mut self, slot: u32, location: Location) -> Result<Entity, Misfit> {
        let to = self.to;
        let entry = self.idle(slot)?;
        if slot >= to.capacity {
            return Err(Misfit::Beyond);
        }
        let generation = entry.generation;
        let entity = to.layout.entity(slot, generation).ok_or(Misfit::Generation(generation))?;
        entry.part = Part::Live(location);
        self.live += 1;
        Ok(entity)
    }

    /// Puts a slot at the end of the list of released ones, whose first is used next.
    pub(crate) fn release(&mut self, slot: u32) -> Result<(), Misfit> {
        self.idle(slot)?.part = Part::Released(None);
        let first = match self.released {
            None => slot,
            Some((first, last)) => {
                let place = self.from.at_place(last) as usize;
                self.entries[place].part = Part::Released(Some(slot));
                first
            }
        };
        self.released = Some((first, slot));
        Ok(())
    }

    /// The table. Fails with a slot of which it was not said what it is.
    ///
    /// Where slots have other places than they had, those that come before the ones in use count as released, behind the others. Slots
    /// beyond the capacity are left out, and a generation that does not fit is one that wraps.
    pub(crate) fn finish(mut self, peak: u32, spawned: u64) -> Result<SlotsCopy, (u32, Misfit)> {
        let stray = |entry: &Entry| entry.part == Part::Idle && entry.generation != 0;
        if let Some(place) = self.entries.iter().take(self.fresh as usize).position(stray) {
            return Err((self.from.at_place(place as u32), Misfit::Stray));
        }
        self.fit();
        let (fresh, used) = self.taken();
        let first = self.to.first(used);
        let layout = self.to.layout;
        let unused = |slot| Record::unused(slot, layout);
        let mut records: Vec<Record> = (first..first + used).map(unused).collect();
        let mut retired = 0;
        for (place, entry) in (0..).zip(&self.entries) {
            let slot = self.from.at_place(place);
            let Some(record) = records.get_mut(slot.wrapping_sub(first) as usize) else { continue };
            retired += u32::from(entry.generation == 0);
            *record = entry.record(slot, layout);
        }
        let released = self.link(fresh, first, &mut records);
        let live = self.live;
        let peak = peak.min(self.to.capacity);
        let counts = Counts { released, fresh, live, peak, retired, spawned };
        Ok(SlotsCopy {
            version: crate::unique::draw(),
            dead_version: crate::unique::draw(),
            records: Arc::new(records),
            first,
            counts,
        })
    }

    /// Lets the generations of dead slots fit the handles.
    fn fit(&mut self) {
        let most = self.to.layout.max_generation();
        for entry in self.entries.iter_mut().filter(|entry| entry.generation > most) {
            entry.generation = match self.to.wrap {
                OnGenerationWrap::Retire => 0,
                OnGenerationWrap::Wrap => 1,
            };
        }
    }

    /// How many slots were taken, in the order of the world that the table is for, and of how many something is known.
    fn taken(&self) -> (u32, u32) {
        let (mut taken, mut known) = (0, 0);
        for (place, entry) in (0..).zip(&self.entries) {
            let slot = self.from.at_place(place);
            if slot < self.to.capacity {
                let places = self.to.at_place(slot) + 1;
                if entry.part != Part::Idle {
                    taken = places.max(taken);
                }
                if entry.part != Part::Idle || entry.generation != 1 {
                    known = places.max(known);
                }
            }
        }
        if self.to.has_places_of(self.from) {
            taken = self.fresh.min(self.to.capacity);
        }
        (taken, known.max(taken))
    }

    /// Links the released slots, the first of which is given, and behind them those that were passed over.
    fn link(&self, fresh: u32, first: u32, records: &mut [Record]) -> Option<u32> {
        let (mut head, mut last) = (None, None);
        let mut next = self.released.map(|(first, _)| first);
        let listed = core::iter::from_fn(|| {
            let slot = next?;
            let place = self.from.at_place(slot) as usize;
            next = match self.entries[place].part {
                Part::Released(next) => next,
                Part::Idle | Part::Live(_) => None,
            };
            Some(slot)
        });
        let moved = !self.to.has_places_of(self.from);
        let places = if moved { 0..fresh } else { 0..0 };
        let passed = places.map(|place| self.to.at_place(place)).filter(|&slot| {
            let known = slot < self.from.capacity;
            let place = if known { self.from.at_place(slot) } else { u32::MAX };
            self.entries.get(place as usize).is_none_or(|entry| entry.part == Part::Idle)
        });
        let at = |slot: u32| slot.wrapping_sub(first) as usize;
        for slot in listed.chain(passed) {
            let free = records.get(at(slot)).map(|record| record.state(slot, self.to.layout));
            if matches!(free, Some(State::Dead(_))) {
                if let Some(last) = last {
                    records[at(last)].set_link(slot << HINT_BITS);
                }
                records[at(slot)].set_link(slot << HINT_BITS);
                (head, last) = (head.or(Some(slot)), Some(slot));
            }
        }
        head
    }
}

impl Entry {
    fn record(self, slot: u32, layout: HandleLayout) -> Record {
        match (self.part, self.generation) {
            (Part::Live(Location { archetype, row }), generation) => {
                Record { state: layout.join(slot, generation).to_bits(), archetype, row }
            }
            (_, 1) => Record::unused(slot, layout),
            (_, next) => Record { state: !layout.join(slot, next).to_bits(), archetype: 0, row: 0 },
        }
    }
}

impl SlotsCopy {
    /// Of how many slots something is known, in slot order.
    pub(crate) fn known(&self, space: SlotSpace) -> u32 {
        let fresh = self.counts.fresh;
        let unknown = |place: u32| {
            let slot = space.at_place(place);
            self.record(slot, space.layout).state(slot, space.layout) == State::Dead(1)
        };
        let mut known = fresh.max(self.records.len() as u32);
        while known > fresh && unknown(known - 1) {
            known -= 1;
        }
        known
    }

    /// The generation of a slot: its entity's, or that of the next one; 0 if it is retired.
    pub(crate) fn generation(&self, slot: u32, layout: HandleLayout) -> u32 {
        match self.record(slot, layout).state(slot, layout) {
            State::Alive(entity) => layout.generation_of(entity),
            State::Dead(generation) => generation,
            State::Retired => 0,
        }
    }

    /// How many slots were taken, how many were in use at most, and how many entities were spawned.
    pub(crate) fn numbers(&self) -> (u32, u32, u64) {
        (self.counts.fresh, self.counts.peak, self.counts.spawned)
    }
}
