//! The section of components: those that entities have, as lines of a schema, and the version of each. Everything behind it names a component by
//! its place here. Places follow from stable ids, so that it does not matter in which order components were registered.

use alloc::string::String;
use alloc::vec::Vec;

use super::reader::{Loaded, Reader};
use super::versions::Saved;
use super::writer::{Out, Writer};
use super::{LoadFault, Loading, SavePart};
use crate::sorting;
use crate::state::{Snapshot, schema};
use crate::storage::toggles::ToggleIndex;
use crate::{ComponentId, ComponentInfo, Error, Result, Shape, StableId};

/// The first line of the text.
const HEAD: &str = "laige schema 1\n";

/// A component of a save.
pub(super) struct Entry {
    pub(super) info: ComponentInfo,
    /// Its place among the toggles, if it is one.
    pub(super) toggle: Option<ToggleIndex>,
    /// How its values are saved.
    pub(super) saved: Saved,
}

/// The components of a save, by ascending stable id.
pub(super) struct Dictionary {
    pub(super) entries: Vec<Entry>,
}

impl Dictionary {
    /// The components that anything in the snapshot has.
    pub(super) fn of(snapshot: &Snapshot) -> Self {
        let Snapshot { components, storage, .. } = snapshot;
        let mut used = alloc::vec![false; components.len()];
        let toggles: Vec<&ComponentInfo> =
            components.iter().filter(|info| info.is_toggle()).collect();
        for archetype in &storage.archetypes {
            for id in &archetype.signature {
                used[id.index()] = true;
            }
            for chunk in archetype.chunks() {
                for (place, info) in toggles.iter().enumerate().take(chunk.toggles()) {
                    used[info.id().index()] |= chunk.bitmap(place).iter().any(|&word| word != 0);
                }
            }
        }
        let used = components.iter().filter(|info| used[info.id().index()]).copied();
        let mut entries: Vec<Entry> = used.map(|info| Entry::of(info, components)).collect();
        sorting::sort_by_key(&mut entries, |entry| entry.info.stable_id());
        Self { entries }
    }

    /// The places of components.
    pub(super) fn places(&self, signature: &[ComponentId]) -> Vec<u32> {
        let has = |entry: &Entry| signature.binary_search(&entry.info.id()).is_ok();
        (0..).zip(&self.entries).filter(|(_, entry)| has(entry)).map(|(place, _)| place).collect()
    }

    pub(super) fn write(&self, implicit_ids: bool, writer: &mut Writer) -> Result<()> {
        let shapes = self.entries.iter().map(|entry| (entry.info.shape(), entry.info.is_toggle()));
        let Some(text) = text(shapes, implicit_ids)? else { return Ok(()) };
        writer.section(SavePart::Components, |out| {
            write_text(&text, out);
            self.entries.iter().for_each(|entry| out.half(entry.info.version()));
        });
        Ok(())
    }

    /// The components of the section, which the world knows in the same layouts.
    pub(super) fn read(reader: Option<Reader<'_>>, loading: &Loading<'_>) -> Loaded<Self> {
        let mut entries: Vec<Entry> = Vec::new();
        let Some(mut reader) = reader else { return Ok(Self { entries }) };
        let mut known = Vec::new();
        let infos = loading.world.registry.infos();
        for (at, line) in lines(&mut reader)? {
            let (id, name) = key_of(&reader, at, line)?;
            if entries.last().is_some_and(|last| last.info.stable_id() >= id) {
                return reader.fail_behind(at, LoadFault::Order("components"));
            }
            let Some(info) = loading.world.registry.by_stable_id(id) else {
                return reader.fail_behind(at, LoadFault::UnknownComponent(name.into()));
            };
            entries.push(Entry::of(*info, infos));
            known.push((at, line));
        }
        let text = reader;
        for (entry, (at, line)) in entries.iter_mut().zip(known) {
            let info = &entry.info;
            let kind = (info.shape(), info.version(), info.migrations());
            entry.saved = Saved::read(&mut reader, kind)?;
            let shapes = (entry.saved.shape, info.shape());
            same_layout(&text, (at, line), shapes, entry.info.is_toggle())?;
        }
        reader.finish()?;
        Ok(Self { entries })
    }
}

impl Entry {
    fn of(info: ComponentInfo, components: &[ComponentInfo]) -> Self {
        let before = components.iter().take(info.id().index());
        let place = before.filter(|other| other.is_toggle()).count() as u16;
        let toggle = info.is_toggle().then(|| ToggleIndex::new(place));
        Self { info, toggle, saved: Saved::as_it_is(info.shape()) }
    }
}

/// The lines of types with names that stay; `None` without any.
pub(super) fn text<'a>(
    shapes: impl Iterator<Item = (&'a Shape, bool)>,
    implicit_ids: bool,
) -> Result<Option<String>> {
    let mut text = String::from(HEAD);
    for (shape, toggle) in shapes {
        if !shape.named && !implicit_ids {
            return Err(Error::ImplicitId { name: shape.name });
        }
        text.push_str(&schema::line_of(shape, shape, toggle));
        text.push('\n');
    }
    Ok((text.len() > HEAD.len()).then_some(text))
}

/// The text behind its length.
pub(super) fn write_text(text: &str, out: &mut Out) {
    out.word(text.len() as u64);
    out.0.extend_from_slice(text.as_bytes());
}

/// The lines of types, each with its place in what was read last.
pub(super) fn lines<'a>(
    reader: &mut Reader<'a>,
) -> Loaded<impl Iterator<Item = (usize, &'a str)> + use<'a>> {
    let bytes = reader.word()?;
    let text = reader.text(bytes, "UTF-8")?;
    let Some(lines) = text.strip_prefix(HEAD).filter(|lines| lines.ends_with('\n')) else {
        return reader.fail(LoadFault::Text("a schema with a line for each type"));
    };
    let mut at = HEAD.len();
    Ok(lines.split_terminator('\n').map(move |line| {
        let place = at;
        at += line.len() + 1;
        (place, line)
    }))
}

/// Fails if a line is not that of the first type under the name and stable id of the second.
pub(super) fn same_layout(
    reader: &Reader<'_>,
    (at, line): (usize, &str),
    (shape, now): (&'static Shape, &'static Shape),
    toggle: bool,
) -> Loaded<()> {
    if line == schema::line_of(shape, now, toggle) {
        return Ok(());
    }
    let difference = schema::difference(line, shape, now, toggle).unwrap_or_default();
    reader.fail_behind(at, LoadFault::Layout { name: now.name, difference })
}

/// The stable id and the name in a line.
pub(super) fn key_of<'a>(
    reader: &Reader<'_>,
    at: usize,
    line: &'a str,
) -> Loaded<(StableId, &'a str)> {
    match schema::key_of(line) {
        Some(key) => Ok(key),
        None => reader.fail_behind(at, LoadFault::Text("a line of a schema")),
    }
}
