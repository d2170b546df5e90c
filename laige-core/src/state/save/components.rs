//! The section of components: those that entities have, as lines of a schema, and the version of each. Everything behind it names a component by
//! its place here. Places follow from stable ids, so that it does not matter in which order components were registered.

use alloc::string::String;
use alloc::vec::Vec;

use super::reader::{Loaded, Reader};
use super::writer::{Out, Writer};
use super::{LoadFault, Loading, SavePart};
use crate::state::Snapshot;
use crate::state::image::Image;
use crate::state::schema;
use crate::storage::toggles::ToggleIndex;
use crate::{ComponentId, ComponentInfo, Error, Result, Shape, StableId};

/// The first version of every component.
const FIRST_VERSION: u32 = 1;
/// The first line of the text.
const HEAD: &str = "laige schema 1\n";

/// A component of a save.
pub(super) struct Entry {
    pub(super) info: ComponentInfo,
    /// Its place among the toggles, if it is one.
    pub(super) toggle: Option<ToggleIndex>,
    pub(super) image: Image,
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
        entries.sort_unstable_by_key(|entry| entry.info.stable_id());
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
            self.entries.iter().for_each(|_| out.half(FIRST_VERSION));
        });
        Ok(())
    }

    /// The components of the section, which the world knows in the same layouts.
    pub(super) fn read(reader: Option<Reader<'_>>, loading: &Loading<'_>) -> Loaded<Self> {
        let mut entries: Vec<Entry> = Vec::new();
        let Some(mut reader) = reader else { return Ok(Self { entries }) };
        let infos = loading.world.registry.infos();
        for (at, line) in lines(&mut reader)? {
            let (id, name) = key_of(&reader, at, line)?;
            if entries.last().is_some_and(|last| last.info.stable_id() >= id) {
                return reader.fail_behind(at, LoadFault::Order("components"));
            }
            let Some(info) = loading.world.registry.by_stable_id(id) else {
                return reader.fail_behind(at, LoadFault::UnknownComponent(name.into()));
            };
            same_layout(&reader, (at, line), info.shape(), info.is_toggle())?;
            entries.push(Entry::of(*info, infos));
        }
        for entry in &entries {
            let (found, known) = (reader.half()?, FIRST_VERSION);
            if found != known {
                let name = entry.info.name();
                return reader.fail(LoadFault::Newer { name, found, known });
            }
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
        Self { info, toggle, image: Image::of(info.shape()) }
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
        text.push_str(&schema::line_of(shape, toggle));
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

/// Fails if a line is not that of a type, which has its stable id.
pub(super) fn same_layout(
    reader: &Reader<'_>,
    (at, line): (usize, &str),
    shape: &'static Shape,
    toggle: bool,
) -> Loaded<()> {
    if line == schema::line_of(shape, toggle) {
        return Ok(());
    }
    let name = shape.name;
    let difference = schema::difference(line, shape, toggle).unwrap_or_default();
    reader.fail_behind(at, LoadFault::Layout { name, difference })
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
