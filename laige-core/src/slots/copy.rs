//! The slot table in a snapshot: a copy of every record that was ever used, and of the counts. Where the rows are that the records lead to
//! is the storage's.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{HINT_BITS, Record, Slots};
#[cfg(feature = "std")]
use crate::Entity;
use crate::{HandleLayout, SlotOrder};

/// A slot table as it was.
#[derive(Clone)]
pub(crate) struct SlotsCopy {
    /// The version of the records.
    pub(super) version: u64,
    /// The version of what is known of the dead.
    pub(super) dead_version: u64,
    /// The records that were ever used, by slot.
    pub(super) records: Arc<Vec<Record>>,
    /// The slot of the first of them.
    pub(super) first: u32,
    pub(super) counts: Counts,
}

/// The part of a slot table that is no record.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Counts {
    pub(super) released: Option<u32>,
    pub(super) fresh: u32,
    pub(super) live: u32,
    pub(super) peak: u32,
    pub(super) retired: u32,
    pub(super) spawned: u64,
}

/// Records that nobody has any more, kept for their memory.
#[derive(Default)]
pub(crate) struct SpareRecords(Vec<Arc<Vec<Record>>>);

impl SpareRecords {
    /// Puts others, or spare ones, in the place of these, which are spare if nobody else has them.
    fn exchange(&mut self, records: &mut Arc<Vec<Record>>, others: Option<Arc<Vec<Record>>>) {
        let others = others.or_else(|| self.0.pop()).unwrap_or_default();
        let mut gone = core::mem::replace(records, others);
        if Arc::get_mut(&mut gone).is_some() {
            self.0.push(gone);
        }
    }

    /// Bytes of them.
    pub(crate) fn bytes(&self) -> usize {
        self.0.iter().map(|records| records.capacity() * size_of::<Record>()).sum()
    }
}

impl SlotsCopy {
    /// A copy of nothing.
    pub(crate) fn new() -> Self {
        Self {
            version: 0,
            dead_version: 0,
            records: Arc::default(),
            first: 0,
            counts: Counts::default(),
        }
    }

    /// How many entities are alive.
    pub(crate) fn live(&self) -> u32 {
        self.counts.live
    }

    /// The address of the records, which tells them from others, and their bytes.
    pub(crate) fn memory(&self) -> (usize, usize) {
        let records = &*self.records;
        (core::ptr::from_ref(records).addr(), records.capacity() * size_of::<Record>())
    }

    /// Copies a numbered table, unless this or `previous` has its records.
    pub(crate) fn take(
        &mut self,
        slots: &Slots,
        previous: Option<&Self>,
        spare: &mut SpareRecords,
    ) {
        // All of the state but the records is in `counts`; layout, order and policy are set up with the world.
        let &Slots {
            ref records,
            layout: _,
            order: _,
            wrap: _,
            used: _,
            dead_version,
            released,
            fresh,
            live,
            peak,
            retired,
            spawned,
        } = slots;
        let version = records.version();
        let used = slots.ever_used();
        self.counts = Counts { released, fresh, live, peak, retired, spawned };
        self.first = used.start;
        self.dead_version = dead_version;
        if let Some(previous) = previous.filter(|other| other.version == version) {
            spare.exchange(&mut self.records, Some(Arc::clone(&previous.records)));
        } else if self.version != version {
            if Arc::get_mut(&mut self.records).is_none() {
                spare.exchange(&mut self.records, None);
            }
            if let Some(own) = Arc::get_mut(&mut self.records) {
                own.clear();
                own.extend_from_slice(&records[used.start as usize..used.end as usize]);
            }
        }
        self.version = version;
    }

    /// Whether both tables, of worlds with the same options, hand out the same handles from now on and find the same ones alive. Where
    /// rows lie is left out.
    pub(crate) fn agrees(&self, other: &Self, layout: HandleLayout) -> bool {
        let end = |copy: &Self| copy.first + copy.records.len() as u32;
        let states = |copy: &Self, slot: u32| copy.record(slot, layout).state(slot, layout);
        let mut slots = self.first.min(other.first)..end(self).max(end(other));
        self.counts == other.counts
            && (self.version == other.version
                || slots.all(|slot| states(self, slot) == states(other, slot))
                    && self.released(layout).eq(other.released(layout)))
    }

    /// Says of these entities, which are alive, that their rows are in those archetypes.
    #[cfg(feature = "std")]
    pub(crate) fn set_archetypes(
        &mut self,
        layout: HandleLayout,
        archetypes: impl Iterator<Item = (Entity, u16)>,
    ) {
        // These are the records of no table.
        self.version = crate::unique::draw();
        let records = Arc::make_mut(&mut self.records);
        for (entity, archetype) in archetypes {
            let place = layout.slot_of(entity).wrapping_sub(self.first) as usize;
            if let Some(record) = records.get_mut(place) {
                record.archetype = archetype;
            }
        }
    }

    /// The released slots, that which is handed out next first.
    pub(crate) fn released(&self, layout: HandleLayout) -> impl Iterator<Item = u32> + '_ {
        core::iter::successors(self.counts.released, move |&slot| {
            let next = self.record(slot, layout).link() >> HINT_BITS;
            (next != slot).then_some(next)
        })
    }

    pub(super) fn record(&self, slot: u32, layout: HandleLayout) -> Record {
        let place = slot.wrapping_sub(self.first) as usize;
        self.records.get(place).copied().unwrap_or(Record::unused(slot, layout))
    }
}

impl Slots {
    /// The slots whose records were ever used.
    fn ever_used(&self) -> core::ops::Range<u32> {
        let used = self.used.max(self.fresh);
        match self.order {
            SlotOrder::Ascending => 0..used,
            SlotOrder::Descending => self.capacity() - used..self.capacity(),
        }
    }

    /// Makes this table, of a world with the same options, what it was.
    pub(crate) fn restore(&mut self, copy: &SlotsCopy) {
        let SlotsCopy { version, dead_version, ref records, first, counts } = *copy;
        if self.records.version() != version {
            let (before, layout) = (self.ever_used(), self.layout);
            let copied = first as usize..first as usize + records.len();
            let own = self.records.write();
            for slot in before {
                if !copied.contains(&(slot as usize)) {
                    own[slot as usize] = Record::unused(slot, layout);
                }
            }
            own[copied].copy_from_slice(records);
        }
        let Counts { released, fresh, live, peak, retired, spawned } = counts;
        (self.released, self.fresh, self.live) = (released, fresh, live);
        (self.peak, self.retired, self.spawned) = (peak, retired, spawned);
        self.used = records.len() as u32;
        self.records.restored(version);
        self.dead_version = dead_version;
    }
}
