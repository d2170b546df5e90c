//! The section of options: what the world that was saved was made with. Of these, only what says what its slots and handles mean is used; the
//! rest is for whoever looks at a save.

use super::SavePart;
use super::reader::{Loaded, Reader};
use super::writer::Out;
use super::{LoadError, LoadFault};
use crate::HandleLayout;
use crate::limits::{MAX_CAPACITY, MAX_SLOT_BITS, MIN_SLOT_BITS};
use crate::options::{OnGenerationWrap, Options, SlotOrder};
use crate::slots::SlotSpace;
use crate::state::digest::control::decisive;

/// Each option: what it is called, and the most it can be.
const OPTIONS: [(&str, u64); 14] = [
    ("capacity", MAX_CAPACITY as u64),
    ("seed", u64::MAX),
    ("churn budget", u32::MAX as u64),
    ("deterministic", 1),
    ("most archetypes", u32::MAX as u64),
    ("most components of an entity", u32::MAX as u64),
    ("most component types", u32::MAX as u64),
    ("descending slots", 1),
    ("wrapping generations", 1),
    ("panic on stale despawn", 1),
    ("generation bits", (u32::BITS - MIN_SLOT_BITS) as u64),
    ("clear order", 1),
    ("most commands", u32::MAX as u64),
    ("most bytes of commands", u32::MAX as u64),
];

pub(super) fn write(options: &Options, space: SlotSpace, out: &mut Out) {
    out.words(decisive(options, space.layout));
}

/// The slots of the world that was saved.
pub(super) fn read(mut reader: Reader<'_>) -> Loaded<SlotSpace> {
    let mut numbers = [0; OPTIONS.len()];
    for (number, (what, most)) in numbers.iter_mut().zip(OPTIONS) {
        *number = reader.word()?;
        if *number > most {
            let (found, least) = (*number, 0);
            return reader.fail(LoadFault::Number { what, found, least, most });
        }
    }
    let [capacity, .., descending, wraps, _, bits, _, _, _] = numbers;
    let layout = HandleLayout::of_generation_bits(bits as u32);
    let fits = |layout: &HandleLayout| capacity <= 1 << layout.slot_bits();
    let Some(layout) = layout.filter(fits) else {
        let (found, least) = (bits, u64::from(u32::BITS - MAX_SLOT_BITS));
        let least_slots = (capacity as u32).saturating_sub(1).leading_zeros();
        let most = OPTIONS[10].1.min(least_slots.into());
        let fault = LoadFault::Number { what: "generation bits", found, least, most };
        return Err(LoadError { offset: reader.offset() - 4 * 8, part: SavePart::Options, fault });
    };
    reader.finish()?;
    Ok(SlotSpace {
        capacity: capacity as u32,
        order: if descending == 1 { SlotOrder::Descending } else { SlotOrder::Ascending },
        wrap: if wraps == 1 { OnGenerationWrap::Wrap } else { OnGenerationWrap::Retire },
        layout,
    })
}
