//! The section of counters: what the world counted, in this frame and in all. Names of events stand for the warnings of each kind.

use alloc::vec::Vec;

use super::LoadFault;
use super::reader::{Loaded, Reader};
use super::writer::Out;
use crate::World;
use crate::events::WarningCounts;
use crate::guardrails::Guardrails;
use crate::sorting;
use crate::state::Snapshot;

pub(super) fn write(snapshot: &Snapshot, out: &mut Out) {
    let storage = &snapshot.storage;
    out.words([storage.inserts, storage.removes, storage.toggled]);
    out.words(snapshot.guardrails.counted());
    let mut warnings: Vec<(&str, u64)> =
        snapshot.warnings.named().filter(|&(_, count)| count > 0).collect();
    sorting::sort(&mut warnings);
    out.half(warnings.len() as u32);
    for (name, count) in warnings {
        out.text(name);
        out.word(count);
    }
}

/// What a world counted.
pub(super) struct Counted {
    /// Components inserted and removed, toggles set and taken back.
    pub(super) totals: [u64; 3],
    pub(super) guardrails: Guardrails,
    pub(super) warnings: WarningCounts,
}

pub(super) fn read(mut reader: Reader<'_>, world: &World) -> Loaded<Counted> {
    let totals = [
        reader.counted("components inserted", 0)?,
        reader.counted("components removed", 0)?,
        reader.counted("toggles set and taken back", 0)?,
    ];
    let mut counted = [0; Guardrails::COUNTED];
    for (place, number) in counted.iter_mut().enumerate() {
        *number = reader.counted("what was counted in this frame", 0)?;
        if Guardrails::FLAGS.contains(&place) && *number > 1 {
            let (what, found) = ("whether a level has warned", *number);
            return reader.fail(LoadFault::Number { what, found, least: 0, most: 1 });
        }
    }
    let options = world.options();
    let guardrails = Guardrails::new(options.capacity, options.churn_per_frame_budget).at(counted);
    let mut warnings = WarningCounts::default();
    let mut last = "";
    for _ in 0..reader.half()? {
        let bytes = reader.half()?;
        let name = reader.text(bytes.into(), "the name of an event")?;
        if last >= name {
            return reader.fail(LoadFault::Order("names of events"));
        }
        last = name;
        let Some(place) = warnings.of(name) else {
            return reader.fail(LoadFault::Text("the name of an event"));
        };
        *place = reader.counted("number of warnings", 1)?;
    }
    reader.finish()?;
    Ok(Counted { totals, guardrails, warnings })
}
