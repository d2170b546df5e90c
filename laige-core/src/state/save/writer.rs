//! Writing a save: header, sections with their lengths, checksum. What a section says is its own file's.

use alloc::vec::Vec;

use super::frame::{HEADER, Kind, MAGIC};
use super::{SavePart, VERSION};
use crate::StableId;
use crate::state::digest::hash;

/// The bytes of a save so far.
pub(super) struct Writer(Out);

/// The bytes so far, and where parts of them begin.
#[derive(Default)]
pub(super) struct Out(pub(super) Vec<u8>, Vec<Mark>);

/// Where a part begins: an id of its own, the same in every save, and the byte.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    pub(super) part: StableId,
    pub(super) byte: usize,
}

impl Out {
    /// What the ids of parts are made of.
    pub(super) const PART: StableId = StableId::of_name("");

    pub(super) fn half(&mut self, half: u32) {
        self.0.extend_from_slice(&half.to_le_bytes());
    }

    pub(super) fn word(&mut self, word: u64) {
        self.0.extend_from_slice(&word.to_le_bytes());
    }

    pub(super) fn words(&mut self, words: impl IntoIterator<Item = u64>) {
        for word in words {
            self.word(word);
        }
    }

    /// A number in as many bytes as it needs, 7 bits in each, the lowest first.
    pub(super) fn varied(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    /// Notes that a part begins here.
    pub(super) fn mark(&mut self, part: StableId) {
        self.1.push(Mark { part, byte: self.0.len() });
    }

    /// A text behind its length.
    pub(super) fn text(&mut self, text: &str) {
        self.half(text.len() as u32);
        self.0.extend_from_slice(text.as_bytes());
    }
}

impl Writer {
    /// A save of nothing.
    pub(super) fn new(kind: Kind) -> Self {
        let mut out = Out::default();
        out.0.extend_from_slice(MAGIC);
        out.half(VERSION);
        out.half(kind as u32);
        out.word(0);
        debug_assert_eq!(out.0.len() as u64, HEADER);
        Self(out)
    }

    /// Adds a section.
    pub(super) fn section(&mut self, part: SavePart, write: impl FnOnce(&mut Out)) {
        let Self(out) = self;
        out.half(part as u32);
        out.word(0);
        let start = out.0.len();
        out.mark(Out::PART.with_value(part as i128));
        write(out);
        let length = (out.0.len() - start) as u64;
        out.0[start - size_of::<u64>()..start].copy_from_slice(&length.to_le_bytes());
    }

    /// The save.
    pub(super) fn finish(self) -> Vec<u8> {
        self.finish_marked().0
    }

    /// The save, and where its parts begin.
    pub(super) fn finish_marked(self) -> (Vec<u8>, Vec<Mark>) {
        let Self(Out(mut bytes, marks)) = self;
        let length = (bytes.len() + size_of::<u128>()) as u64;
        let end = HEADER as usize;
        bytes[end - size_of::<u64>()..end].copy_from_slice(&length.to_le_bytes());
        let checksum = hash(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        (bytes, marks)
    }
}
