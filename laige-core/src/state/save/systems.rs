//! The section of systems: the tick, and what is state of each system, by number. A world that loads it has the same systems under the same
//! numbers; it may have more.

use alloc::vec::Vec;

use super::reader::{Loaded, Reader};
use super::writer::Writer;
use super::{LoadFault, SavePart};
use crate::system::{EntryCopy, SystemsCopy};
use crate::{Prng, World};

/// The bits of what is true of a system.
const ENABLED: u32 = 1;
const DONE: u32 = 2;
const STREAM: u32 = 4;

pub(super) fn write(systems: &SystemsCopy, writer: &mut Writer) {
    if systems.tick == 0 && systems.entries.is_empty() {
        return;
    }
    writer.section(SavePart::Systems, |out| {
        out.word(systems.tick);
        out.half(systems.entries.len() as u32);
        let mut locals = &systems.locals[..];
        for entry in &systems.entries {
            out.text(entry.name);
            let bit = |is_set: bool, bit: u32| if is_set { bit } else { 0 };
            let stream = bit(entry.stream.is_some(), STREAM);
            out.half(bit(entry.enabled, ENABLED) | bit(entry.is_done, DONE) | stream);
            if let Some(stream) = &entry.stream {
                out.word(stream.seed());
                out.words(stream.state());
            }
            let (own, rest) = locals.split_at(entry.locals.min(locals.len()));
            out.half(own.len() as u32);
            out.0.extend_from_slice(own);
            locals = rest;
        }
    });
}

pub(super) fn read(reader: Option<Reader<'_>>, world: &World) -> Loaded<SystemsCopy> {
    let mut systems = SystemsCopy::default();
    let Some(mut reader) = reader else { return Ok(systems) };
    systems.tick = reader.counted("completed ticks", 0)?;
    let count = reader.half()?;
    if count == 0 && systems.tick == 0 {
        let (what, most) = ("number of systems", u64::from(u32::MAX));
        return reader.fail(LoadFault::Number { what, found: 0, least: 1, most });
    }
    let mut known = world.systems.entries.iter();
    for number in 1..=u64::from(count) {
        let bytes = reader.half()?;
        let name = reader.text(bytes.into(), "the name of a system")?;
        let Some(entry) = known.next().filter(|entry| entry.name == name) else {
            return reader.fail(LoadFault::UnknownSystem(name.into()));
        };
        let flags = reader.half_in("what is true of a system", 0..=ENABLED | DONE | STREAM)?;
        let saved = if flags & STREAM == 0 { None } else { Some(stream(&mut reader)?) };
        let fresh = || Prng::substream(world.seed(), number);
        let stream = entry.stream.is_some().then(|| saved.unwrap_or_else(fresh));
        let mut own: Vec<u8> = Vec::new();
        entry.locals(&mut |local| own.extend_from_slice(local));
        let locals = own.len();
        let bytes = reader.half_in("bytes of local values", locals as u32..=locals as u32)?;
        systems.locals.extend_from_slice(reader.take(bytes.into())?);
        let (enabled, is_done) = (flags & ENABLED != 0, flags & DONE != 0);
        let (name, type_id) = (entry.name, entry.type_id);
        systems.entries.push(EntryCopy { name, type_id, stream, enabled, is_done, locals });
    }
    reader.finish()?;
    Ok(systems)
}

fn stream(reader: &mut Reader<'_>) -> Loaded<Prng> {
    let seed = reader.word()?;
    let state = [reader.word()?, reader.word()?];
    Prng::from_state(seed, state).map_or_else(|| reader.fail(LoadFault::Value("Prng")), Ok)
}
