//! The section of slots: how many were taken, the generation of each of which something is known, and the released ones in the order in which
//! they come again. Which have entities is told by the rows.

use super::reader::{Loaded, Reader};
use super::writer::Out;
use super::{LoadFault, Loading, SavePart};
use crate::slots::{Misfit, SlotSpace, SlotsCopy, SlotsDraft};
use crate::storage::assembly::Assembly;
use crate::storage::copy::StorageCopy;

/// Where the most entities at a time stand in the section, in bytes from its start.
const PEAK: u64 = 8;

pub(super) fn write(slots: &SlotsCopy, space: SlotSpace, out: &mut Out) {
    let (known, (fresh, peak, spawned)) = (slots.known(space), slots.numbers());
    out.half(known);
    out.half(fresh);
    out.half(peak);
    out.word(spawned);
    for place in 0..known {
        out.half(slots.generation(space.at_place(place), space.layout));
    }
    out.mark(Out::PART.with_value(SavePart::Slots as i128).with_value(1));
    out.half(slots.released(space.layout).count() as u32);
    slots.released(space.layout).for_each(|slot| out.half(slot));
}

/// The slots of a save, in which the entities are to be put.
pub(super) struct Slots<'a> {
    pub(super) draft: SlotsDraft,
    pub(super) numbers: Numbers<'a>,
}

/// What is checked when all entities are in their slots.
pub(super) struct Numbers<'a> {
    reader: Reader<'a>,
    /// Where the section begins, and where its generations do.
    start: u64,
    generations: u64,
    from: SlotSpace,
    peak: u32,
    spawned: u64,
}

pub(super) fn read<'a>(mut reader: Reader<'a>, loading: &Loading<'_>) -> Loaded<Slots<'a>> {
    let Loading { from, to, .. } = *loading;
    let start = reader.offset();
    let known = reader.half_in("slots known", 0..=from.capacity)?;
    let fresh = reader.half_in("slots taken", 0..=known)?;
    let peak = reader.half_in("most entities at a time", 0..=from.capacity)?;
    let spawned = reader.counted("entities spawned", 0)?;
    let generations = reader.offset();
    let all = reader.halves(known)?;
    let most = from.layout.max_generation();
    for (place, found) in all.clone().enumerate() {
        let ends = place + 1 == known as usize && known > fresh && found == 1;
        if found > most || ends {
            let (found, most, least) = (found.into(), most.into(), if ends { 2 } else { 0 });
            let fault = LoadFault::Number { what: "the generation", found, least, most };
            return reader.fail_behind(place * size_of::<u32>(), fault);
        }
    }
    let mut draft = SlotsDraft::new((from, to), all, fresh);
    let released = reader.half()?;
    for (place, slot) in reader.halves(released)?.enumerate() {
        if let Err(why) = draft.release(slot) {
            return reader.fail_behind(place * size_of::<u32>(), fault(slot, why, loading.to));
        }
    }
    reader.finish()?;
    let numbers = Numbers { reader, start, generations, from, peak, spawned };
    Ok(Slots { draft, numbers })
}

impl Numbers<'_> {
    /// The storage of which all rows were read.
    pub(super) fn finish(self, assembly: Assembly, totals: [u64; 3]) -> Loaded<StorageCopy> {
        let Self { reader, start, generations, from, peak, spawned } = self;
        let live = assembly.slots.live();
        if peak < live {
            let (found, least, most) = (peak.into(), live.into(), from.capacity.into());
            let what = "most entities at a time";
            let fault = LoadFault::Number { what, found, least, most };
            return Err(reader.error(start + PEAK, fault));
        }
        assembly.finish(totals, (peak, spawned)).map_err(|(slot, why)| {
            let place = u64::from(from.at_place(slot)) * size_of::<u32>() as u64;
            reader.error(generations + place, fault(slot, why, from))
        })
    }
}

/// What is wrong with a slot, in words.
pub(super) fn fault(slot: u32, why: Misfit, to: SlotSpace) -> LoadFault {
    match why {
        Misfit::Untaken => LoadFault::SlotUntaken(slot),
        Misfit::Repeated => LoadFault::SlotRepeated(slot),
        Misfit::Retired => LoadFault::SlotRetired(slot),
        Misfit::Stray => LoadFault::SlotStray(slot),
        Misfit::Beyond => LoadFault::NoSuchSlot { slot, capacity: to.capacity },
        Misfit::Generation(generation) => LoadFault::GenerationTooLarge { slot, generation },
    }
}
