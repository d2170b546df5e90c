//! The frame of a save: header, checksum, and where the sections are. None of them is looked into.

use alloc::vec::Vec;

use super::reader::{Loaded, Reader};
use super::{LoadError, LoadFault, SavePart, VERSION};
use crate::state::digest::hash;

/// What a save begins with.
pub(super) const MAGIC: &[u8; 8] = b"LAIGESAV";
/// Magic, version, kind, length.
pub(super) const HEADER: u64 = 24;
/// The hash at the end.
const CHECKSUM: u64 = 16;
/// The sections of a snapshot.
const PARTS: [SavePart; 8] = [
    SavePart::Options,
    SavePart::Components,
    SavePart::Slots,
    SavePart::Archetypes,
    SavePart::Counters,
    SavePart::Resources,
    SavePart::Systems,
    SavePart::Delta,
];

/// What is saved.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum Kind {
    /// The whole state.
    Snapshot = 1,
    /// What makes one state of another.
    Delta = 2,
}

/// The sections of a save.
pub(super) struct Sections<'a> {
    /// By ascending number.
    found: Vec<(SavePart, Reader<'a>)>,
    /// Where the sections end.
    end: u64,
}

impl<'a> Sections<'a> {
    /// The sections of these bytes, which are the whole save.
    pub(super) fn of(bytes: &'a [u8], kind: Kind) -> Loaded<Self> {
        let mut reader = Reader::new(SavePart::Header, bytes, 0);
        let at_start = |fault| LoadError { offset: 0, part: SavePart::Header, fault };
        match reader.take(MAGIC.len() as u64) {
            Ok(magic) if magic == MAGIC => {}
            Err(cut) if MAGIC.starts_with(bytes) => return Err(cut),
            Ok(_) | Err(_) => return Err(at_start(LoadFault::Magic)),
        }
        let version = reader.half()?;
        if version != VERSION {
            return reader.fail(LoadFault::Version(version));
        }
        let found = reader.half()?;
        if found != kind as u32 {
            return reader.fail(LoadFault::Kind(found));
        }
        let (expected, found) = (reader.word()?, bytes.len() as u64);
        if expected != found {
            return reader.fail(LoadFault::Length { expected, found });
        }
        let end = found.checked_sub(CHECKSUM).filter(|&end| end >= HEADER);
        let Some(end) = end else {
            let left = found - HEADER;
            return Err(reader.error(HEADER, LoadFault::Cut { wanted: CHECKSUM, left }));
        };
        let (body, checksum) = bytes.split_at(end as usize);
        if checksum != hash(body).to_le_bytes() {
            let fault = LoadFault::Checksum;
            return Err(LoadError { offset: end, part: SavePart::Checksum, fault });
        }
        let body = &body[HEADER as usize..];
        let found = list(Reader::new(SavePart::Header, body, HEADER), kind)?;
        Ok(Self { found, end })
    }

    /// A section, if it is there.
    pub(super) fn find(&mut self, part: SavePart) -> Option<Reader<'a>> {
        let found = self.found.iter().find(|(other, _)| *other == part);
        found.map(|&(_, reader)| reader)
    }

    /// A section that every save has.
    pub(super) fn take(&mut self, part: SavePart) -> Loaded<Reader<'a>> {
        let missing = LoadError { offset: self.end, part, fault: LoadFault::Missing };
        self.find(part).ok_or(missing)
    }
}

/// The sections one behind the other.
fn list(mut reader: Reader<'_>, kind: Kind) -> Loaded<Vec<(SavePart, Reader<'_>)>> {
    let mut found: Vec<(SavePart, Reader<'_>)> = Vec::new();
    while !reader.is_empty() {
        let number = reader.half()?;
        let part = PARTS.into_iter().find(|&part| part as u32 == number);
        let part = part.filter(|part| found.last().is_none_or(|(last, _)| last < part));
        let part = part.filter(|&part| (part == SavePart::Delta) == (kind == Kind::Delta));
        let Some(part) = part else { return reader.fail(LoadFault::Section(number)) };
        let length = reader.word()?;
        let start = reader.offset();
        found.push((part, Reader::new(part, reader.take(length)?, start)));
    }
    Ok(found)
}
