//! The section of archetypes: each by birth, with the slots of its rows, the images of its columns, and the bits of toggles. How rows are
//! divided into chunks is not told: it follows from the slots.

use alloc::vec::Vec;
use core::ops::Range;

use super::components::{Dictionary, Entry};
use super::reader::{Loaded, Reader};
use super::slots::fault;
use super::writer::Out;
use super::{LoadError, LoadFault, Loading};
use crate::slots::SlotsDraft;
use crate::sorting;
use crate::storage::assembly::{Assembly, Rows, Unfit};
use crate::storage::copy::{ArchetypeCopy, ChunkCopy, StorageCopy};
use crate::storage::toggles::ToggleIndex;
use crate::{ComponentInfo, Entity, HandleLayout};

pub(super) fn write(
    storage: &StorageCopy,
    dictionary: &Dictionary,
    layout: HandleLayout,
    out: &mut Out,
) {
    out.half(storage.archetypes.len() as u32);
    for archetype in &storage.archetypes {
        let places = dictionary.places(&archetype.signature);
        out.half(places.len() as u32);
        for &place in &places {
            out.half(place);
        }
        out.half(archetype.chunks().map(ChunkCopy::rows).sum::<usize>() as u32);
        let id = |place: u32| dictionary.entries[place as usize].info.stable_id();
        let whole = places.iter().fold(Out::PART, |part, &place| part.with_type(id(place)));
        out.mark(whole);
        for chunk in archetype.chunks() {
            chunk.handles().iter().for_each(|&entity| out.half(layout.slot_of(entity)));
        }
        for &place in &places {
            let Entry { info, saved, .. } = &dictionary.entries[place as usize];
            let Some(column) = column_of(archetype, dictionary, info) else { continue };
            out.mark(whole.with_value(0).with_type(id(place)));
            for chunk in archetype.chunks() {
                saved.image.append(archetype.column(chunk, column), layout, &mut out.0);
            }
        }
        out.mark(whole.with_value(1));
        write_toggles(archetype, dictionary, out);
    }
}

/// The column of a component; a tag has none.
fn column_of(
    archetype: &ArchetypeCopy,
    dictionary: &Dictionary,
    info: &ComponentInfo,
) -> Option<usize> {
    let has_column = |entry: &&Entry| {
        let id = entry.info.id();
        entry.info.size() > 0 && id < info.id() && archetype.signature.contains(&id)
    };
    (info.size() > 0).then(|| dictionary.entries.iter().filter(has_column).count())
}

fn write_toggles(archetype: &ArchetypeCopy, dictionary: &Dictionary, out: &mut Out) {
    let mut set = Vec::new();
    for (place, entry) in (0..).zip(&dictionary.entries) {
        let Some(toggle) = entry.toggle.map(|toggle| usize::from(toggle.get())) else { continue };
        let (mut words, mut row) = (Vec::new(), 0);
        for chunk in archetype.chunks() {
            let bitmap = chunk.bitmap(toggle);
            words.resize((row + chunk.rows()).div_ceil(64), 0_u64);
            for at in 0..if bitmap.is_empty() { 0 } else { chunk.rows() } {
                words[(row + at) / 64] |= (bitmap[at / 64] >> (at % 64) & 1) << ((row + at) % 64);
            }
            row += chunk.rows();
        }
        if words.iter().any(|&word| word != 0) {
            set.push((place, words));
        }
    }
    out.half(set.len() as u32);
    for (place, words) in set {
        out.half(place);
        out.words(words);
    }
}

pub(super) fn read(
    mut reader: Reader<'_>,
    slots: SlotsDraft,
    dictionary: &Dictionary,
    loading: &Loading<'_>,
) -> Loaded<Assembly> {
    let count = reader.half_in("number of archetypes", 1..=u32::MAX)?;
    let most = loading.world.options().max_archetypes;
    if count - 1 > most {
        return reader.fail(LoadFault::TooMany {
            option: "max_archetypes",
            needed: count - 1,
            most,
        });
    }
    let mut assembly = Assembly::new(slots);
    let mut used = alloc::vec![false; dictionary.entries.len()];
    for _ in 0..count {
        let section = Section { dictionary, loading, start: reader.offset() };
        assembly = section.read(&mut reader, assembly, &mut used)?;
    }
    if let Some(place) = used.iter().position(|used| !used) {
        let name = dictionary.entries[place].info.name();
        return Err(reader.error(reader.offset(), LoadFault::Unused(name)));
    }
    reader.finish()?;
    Ok(assembly)
}

/// One archetype of the section.
struct Section<'a> {
    dictionary: &'a Dictionary,
    loading: &'a Loading<'a>,
    /// Where it begins.
    start: u64,
}

/// The images of a column.
struct Column<'a> {
    entry: &'a Entry,
    images: &'a [u8],
    /// Bytes of one.
    bytes: usize,
    /// Where they begin.
    offset: u64,
}

impl Section<'_> {
    fn read(
        &self,
        reader: &mut Reader<'_>,
        assembly: Assembly,
        used: &mut [bool],
    ) -> Loaded<Assembly> {
        let places = self.signature(reader, assembly.len() == 0)?;
        let rows = reader.half()?;
        let at_slots = reader.offset();
        let slots: Vec<u32> = reader.halves(rows)?.collect();
        let mut columns = Vec::new();
        for &place in &places {
            let entry = &self.dictionary.entries[place as usize];
            let bytes = entry.saved.bytes();
            let offset = reader.offset();
            let images = reader.take(u64::from(rows) * bytes as u64)?;
            if entry.info.size() > 0 {
                columns.push(Column { entry, images, bytes, offset });
            }
        }
        // In memory columns lie by component id.
        sorting::sort_by_key(&mut columns, |column| column.entry.info.id());
        let toggles = self.toggles(reader, rows, used)?;
        for &place in &places {
            used[place as usize] = true;
        }
        let mut components: Vec<ComponentInfo> =
            places.iter().map(|&place| self.dictionary.entries[place as usize].info).collect();
        sorting::sort_by_key(&mut components, ComponentInfo::id);
        let rows = Rows { components: &components, slots: &slots, toggles: &toggles };
        let mut fill = |column: usize, span: Range<usize>, values: &mut [u8]| {
            self.fill(reader, &columns[column], span, values).map_err(Refused::Load)
        };
        assembly.with(&rows, &mut fill).map_err(|refused| match refused {
            Refused::Load(error) => error,
            Refused::Unfit(unfit) => self.unfit(reader, &unfit, (&slots, at_slots), &columns),
        })
    }

    /// The places of its components, which ascend. The first archetype has none.
    fn signature(&self, reader: &mut Reader<'_>, first: bool) -> Loaded<Vec<u32>> {
        let known = self.dictionary.entries.len() as u32;
        let most = if first { 0 } else { known };
        let needed = reader.half_in("number of components", 0..=most)?;
        let most = self.loading.world.options().max_components_per_entity;
        if needed > most {
            let option = "max_components_per_entity";
            return reader.fail(LoadFault::TooMany { option, needed, most });
        }
        let mut places: Vec<u32> = Vec::with_capacity(needed as usize);
        for _ in 0..needed {
            let place = reader.half_in("number of a component", 0..=known - 1)?;
            if places.last().is_some_and(|&last| last >= place) {
                return reader.fail(LoadFault::Order("components of an archetype"));
            }
            let entry = &self.dictionary.entries[place as usize];
            if entry.toggle.is_some() {
                return reader.fail(LoadFault::ToggleMisplaced(entry.info.name()));
            }
            places.push(place);
        }
        Ok(places)
    }

    /// The toggles that any of the rows has.
    fn toggles(
        &self,
        reader: &mut Reader<'_>,
        rows: u32,
        used: &mut [bool],
    ) -> Loaded<Vec<(ToggleIndex, Vec<u64>)>> {
        let known = self.dictionary.entries.len() as u32;
        let count = reader.half_in("number of toggles", 0..=known)?;
        let (mut toggles, mut last) = (Vec::new(), None);
        for _ in 0..count {
            let place = reader.half_in("number of a component", 0..=known - 1)?;
            if last.is_some_and(|last| last >= place) {
                return reader.fail(LoadFault::Order("toggles of an archetype"));
            }
            last = Some(place);
            let entry = &self.dictionary.entries[place as usize];
            let name = entry.info.name();
            let Some(toggle) = entry.toggle else {
                return reader.fail(LoadFault::ToggleMisplaced(name));
            };
            let bytes = reader.take(u64::from(rows.div_ceil(64)) * size_of::<u64>() as u64)?;
            let word = |bytes: &[u8]| bytes.first_chunk().copied().map_or(0, u64::from_le_bytes);
            let words: Vec<u64> = bytes.chunks_exact(size_of::<u64>()).map(word).collect();
            let beyond =
                rows % 64 != 0 && words.last().is_some_and(|last| last >> (rows % 64) != 0);
            if beyond || words.iter().all(|&word| word == 0) {
                return reader.fail(LoadFault::Bits(name));
            }
            used[place as usize] = true;
            toggles.push((toggle, words));
        }
        Ok(toggles)
    }

    /// Writes the values of neighbouring rows.
    fn fill(
        &self,
        reader: &Reader<'_>,
        column: &Column<'_>,
        span: Range<usize>,
        values: &mut [u8],
    ) -> Loaded<()> {
        let Column { entry, images, bytes, offset } = column;
        let read = |rows: Range<usize>, values: &mut [u8]| {
            let first = rows.start * bytes;
            let images = &images[first..rows.end * bytes];
            let handle = |slot, generation| self.loading.handle(slot, generation);
            entry.saved.image.read(images, values, &handle).map_err(|at| {
                let fault = no_handle(&images[at..]);
                reader.error(offset + (first + at) as u64, fault)
            })
        };
        if entry.saved.steps.is_empty() {
            return read(span, values);
        }
        let mut old = alloc::vec![0; entry.saved.shape.size];
        for (row, value) in span.zip(values.chunks_exact_mut(entry.info.size())) {
            read(row..row + 1, &mut old)?;
            let Some(new) = entry.saved.migrated(&old).filter(|new| new.len() == value.len())
            else {
                let fault = LoadFault::Value(entry.info.name());
                return Err(reader.error(offset + (row * bytes) as u64, fault));
            };
            value.copy_from_slice(&new);
        }
        Ok(())
    }

    /// What could not be put together, and where that stands.
    fn unfit(
        &self,
        reader: &Reader<'_>,
        unfit: &Unfit,
        (slots, at_slots): (&[u32], u64),
        columns: &[Column<'_>],
    ) -> LoadError {
        let at_row = |row: usize| at_slots + (row * size_of::<u32>()) as u64;
        match *unfit {
            Unfit::Archetype => reader.error(self.start, LoadFault::Repeated("the archetype")),
            Unfit::Order(row) => reader.error(at_row(row), LoadFault::Order("slots of rows")),
            Unfit::Slot(row, why) => {
                reader.error(at_row(row), fault(slots[row], why, self.loading.to))
            }
            Unfit::Value(column, row) => {
                let Column { entry, bytes, offset, .. } = &columns[column];
                let fault = LoadFault::Value(entry.info.name());
                reader.error(offset + (row * bytes) as u64, fault)
            }
        }
    }
}

/// Why the rows of an archetype were not taken.
enum Refused {
    Load(LoadError),
    Unfit(Unfit),
}

impl From<Unfit> for Refused {
    fn from(unfit: Unfit) -> Self {
        Self::Unfit(unfit)
    }
}

impl Loading<'_> {
    /// The handle of a slot and a generation in the world that it is for; `None` if it was no handle where it comes from.
    pub(super) fn handle(&self, slot: u32, generation: u32) -> Option<Entity> {
        self.from.layout.entity(slot, generation)?;
        Some(self.to.layout.entity(slot, generation).unwrap_or(Entity::NONE))
    }
}

/// What is wrong with the image of a handle.
pub(super) fn no_handle(image: &[u8]) -> LoadFault {
    let half = |start: usize| {
        let half = image.get(start..).and_then(<[u8]>::first_chunk).copied();
        half.map_or(0, u32::from_le_bytes)
    };
    LoadFault::Handle { slot: half(0), generation: half(size_of::<u32>()) }
}
