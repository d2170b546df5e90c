//! Chunks in a snapshot: each a copy of rows and columns with their versions, shared between snapshots and copied only where a version
//! differs. How a world gets them back is `restore.rs`.
#![expect(unsafe_code, reason = "reads columns as bytes; argued by S1 and S2 of `storage`")]

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range as Span;
use core::ptr::NonNull;

use super::archetype::Archetype;
use super::bitmaps::Bitmaps;
use super::chunk::{Chunk, Range};
use super::spare::{Spare, SpareChunks, fits};
use super::toggles::ToggleIndex;
use super::{Counters, Ground, Storage, memory};
use crate::slots::SlotsCopy;
use crate::{ComponentId, Entity, HandleLayout};

/// A storage as it was: settled, and every chunk numbered.
#[derive(Clone)]
pub(crate) struct StorageCopy {
    /// By birth.
    pub(crate) archetypes: Vec<ArchetypeCopy>,
    pub(crate) slots: SlotsCopy,
    pub(crate) inserts: u64,
    pub(crate) removes: u64,
    pub(crate) toggled: u64,
}

/// An archetype as it was.
#[derive(Clone)]
pub(crate) struct ArchetypeCopy {
    pub(crate) signature: Box<[ComponentId]>,
    /// Bytes of one element, per column.
    pub(super) sizes: Box<[u16]>,
    /// By ascending range.
    pub(super) chunks: Vec<Placed>,
}

/// A chunk as it was, and where it was.
#[derive(Clone)]
pub(super) struct Placed {
    pub(super) range: Range,
    /// Whether the range was not exact: for lack of memory it could not be made so.
    pub(super) loose: bool,
    pub(super) copy: Arc<ChunkCopy>,
}

/// The rows of a chunk as they were: one sorted run.
pub(crate) struct ChunkCopy {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// The versions of rows, toggles and each column, then the bytes of handles and columns, each beginning a word.
    pub(super) words: Vec<u64>,
    /// How many toggles have a bitmap.
    pub(super) toggles: usize,
    /// The bitmaps one behind the other, each with a bit for every row.
    pub(super) bits: Vec<u64>,
}

/// The version of the rows, among the versions of a copy.
pub(super) const ROWS: usize = 0;
/// The version of the toggles.
pub(super) const TOGGLES: usize = 1;
/// The version of the first column.
pub(super) const COLUMNS: usize = 2;

/// Where handles and columns lie behind the versions: spans of bytes.
pub(super) fn pieces(sizes: &[u16], rows: usize) -> impl Iterator<Item = Span<usize>> + '_ {
    let mut at = (COLUMNS + sizes.len()) * size_of::<u64>();
    let handles = size_of::<Entity>();
    core::iter::once(handles).chain(sizes.iter().map(|&size| size.into())).map(move |size| {
        let start = at;
        let end = start + size * rows;
        at = end.next_multiple_of(size_of::<u64>());
        start..end
    })
}

/// Words for so many rows, versions included.
pub(super) fn words(sizes: &[u16], rows: usize) -> usize {
    pieces(sizes, rows).last().map_or(0, |piece| piece.end.div_ceil(size_of::<u64>()))
}

impl ChunkCopy {
    /// A copy of nothing, with memory for so many words.
    pub(super) fn with_room(words: usize) -> Self {
        Self { rows: 0, columns: 0, words: Vec::with_capacity(words), toggles: 0, bits: Vec::new() }
    }

    /// For how many words there is memory.
    pub(super) fn room(&self) -> usize {
        self.words.capacity()
    }

    /// Makes it a copy of nothing.
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.bits.clear();
        (self.rows, self.columns, self.toggles) = (0, 0, 0);
    }

    /// How many rows there are.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// The version at [`ROWS`], [`TOGGLES`], or so many behind [`COLUMNS`].
    pub(super) fn version(&self, place: usize) -> u64 {
        let there = place < COLUMNS + self.columns;
        if there { self.words.get(place).copied().unwrap_or(0) } else { 0 }
    }

    /// How many toggles have a bitmap.
    pub(crate) fn toggles(&self) -> usize {
        self.toggles
    }

    /// The bitmap of a toggle: a bit for every row, or nothing where none is set.
    pub(crate) fn bitmap(&self, toggle: usize) -> &[u64] {
        let stride = self.rows.div_ceil(64);
        self.bits.get(toggle * stride..(toggle + 1) * stride).unwrap_or_default()
    }

    /// Bytes of memory.
    pub(super) fn memory(&self) -> usize {
        (self.words.capacity() + self.bits.capacity()) * size_of::<u64>()
    }

    /// The versions, then handles and columns.
    pub(super) fn bytes(&self) -> &[u8] {
        bytemuck::cast_slice(&self.words)
    }

    /// The handles, ascending.
    pub(crate) fn handles(&self) -> &[Entity] {
        let start = (COLUMNS + self.columns) * size_of::<u64>();
        let bytes = self.bytes().get(start..start + self.rows * size_of::<Entity>());
        bytemuck::cast_slice(bytes.unwrap_or_default())
    }

    /// Whether it has the versions of a chunk: then it has its bytes.
    fn is_of(&self, archetype: &Archetype, chunk: &Chunk) -> bool {
        let column = |at: usize| self.version(COLUMNS + at) == archetype.column_version(chunk, at);
        self.version(ROWS) == chunk.rows_version()
            && self.version(TOGGLES) == chunk.toggles_version()
            && (0..archetype.columns.len()).all(column)
    }

    /// Copies what differs by version from a settled, numbered chunk, for which there is room.
    fn take(&mut self, archetype: &Archetype, place: usize) {
        let chunk = archetype.chunk_at(place);
        let sizes = archetype.columns.sizes();
        let anew = self.version(ROWS) != chunk.rows_version();
        if anew {
            (self.rows, self.columns) = (chunk.len(), sizes.len());
            self.words.resize(words(sizes, self.rows), 0);
        }
        for (index, piece) in pieces(sizes, self.rows).enumerate() {
            let (version, at) = match index.checked_sub(1) {
                None => (chunk.rows_version(), ROWS),
                Some(column) => (archetype.column_version(chunk, column), COLUMNS + column),
            };
            if anew || self.words[at] != version {
                let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut self.words);
                bytes[piece].copy_from_slice(archetype.piece(place, index));
                self.words[at] = version;
            }
        }
        if anew || self.words[TOGGLES] != chunk.toggles_version() {
            self.words[TOGGLES] = chunk.toggles_version();
            self.take_toggles(&chunk.bitmaps);
        }
    }

    fn take_toggles(&mut self, bitmaps: &Bitmaps) {
        let stride = self.rows.div_ceil(64);
        self.toggles = bitmaps.len();
        self.bits.clear();
        for toggle in 0..self.toggles {
            self.bits.extend_from_slice(&bitmaps.of(ToggleIndex::new(toggle as u16))[..stride]);
        }
    }

    /// Whether rows and values are the same.
    fn agrees(&self, other: &Self, sizes: &[u16]) -> bool {
        self.rows == other.rows
            && pieces(sizes, self.rows)
                .all(|piece| self.bytes()[piece.clone()] == other.bytes()[piece])
            && (0..self.toggles.max(other.toggles)).all(|toggle| {
                // A bitmap that is not there is one in which nothing is set.
                let (one, two) = (self.bitmap(toggle), other.bitmap(toggle));
                one == two
                    || (one.is_empty() || two.is_empty())
                        && one.iter().chain(two).all(|&word| word == 0)
            })
    }
}

impl ArchetypeCopy {
    fn new(archetype: &Archetype) -> Self {
        Self {
            signature: archetype.signature.clone(),
            sizes: archetype.columns.sizes().into(),
            chunks: Vec::new(),
        }
    }

    /// Copies what differs by version from a settled, numbered archetype.
    fn take(&mut self, archetype: &Archetype, previous: Option<&Self>, spare: &mut SpareChunks) {
        let count = archetype.chunk_count();
        while self.chunks.len() > count {
            spare.keep(self.chunks.pop().map(|placed| placed.copy));
        }
        self.chunks.reserve(count - self.chunks.len());
        for (place, chunk) in archetype.chunks().enumerate() {
            let (range, loose) = (chunk.range(), chunk.listed);
            let shared = previous.and_then(|previous| previous.at(range));
            let shared = shared.filter(|placed| placed.copy.is_of(archetype, chunk));
            let copy = match (shared, self.chunks.get_mut(place)) {
                (Some(placed), _) => Arc::clone(&placed.copy),
                (None, Some(own)) if own.copy.is_of(archetype, chunk) => {
                    (own.range, own.loose) = (range, loose);
                    continue;
                }
                (None, Some(own)) => match Arc::get_mut(&mut own.copy) {
                    Some(copy) if fits(copy, &self.sizes, chunk.len()) => {
                        copy.take(archetype, place);
                        (own.range, own.loose) = (range, loose);
                        continue;
                    }
                    _ => copied(archetype, place, spare),
                },
                (None, None) => copied(archetype, place, spare),
            };
            let placed = Placed { range, loose, copy };
            match self.chunks.get_mut(place) {
                Some(own) => spare.keep(Some(core::mem::replace(own, placed).copy)),
                None => self.chunks.push(placed),
            }
        }
    }

    /// The chunk of that range.
    pub(super) fn at(&self, range: Range) -> Option<&Placed> {
        let place = self.chunks.binary_search_by_key(&range.start, |placed| placed.range.start);
        place.ok().map(|place| &self.chunks[place]).filter(|placed| placed.range == range)
    }

    /// Whether rows and values are the same.
    fn agrees(&self, other: &Self) -> bool {
        let one = |(one, two): (&Placed, &Placed)| {
            Arc::ptr_eq(&one.copy, &two.copy) || one.copy.agrees(&two.copy, &self.sizes)
        };
        self.signature == other.signature
            && self.chunks.len() == other.chunks.len()
            && self.chunks.iter().zip(&other.chunks).all(one)
    }
}

/// A new copy of a chunk.
fn copied(archetype: &Archetype, place: usize, spare: &mut SpareChunks) -> Arc<ChunkCopy> {
    let rows = archetype.chunk_at(place).len();
    let mut copy = spare.take(archetype.columns.sizes(), rows);
    if let Some(copy) = Arc::get_mut(&mut copy) {
        copy.take(archetype, place);
    }
    copy
}

impl StorageCopy {
    /// A copy of nothing.
    pub(crate) fn new() -> Self {
        Self { archetypes: Vec::new(), slots: SlotsCopy::new(), inserts: 0, removes: 0, toggled: 0 }
    }

    /// Copies what differs by version from a settled, numbered storage. What `previous` has as it is now is shared with it.
    pub(crate) fn take(&mut self, storage: &Storage, previous: Option<&Self>, spare: &mut Spare) {
        // Every field is named, so that a new one is not forgotten.
        let Storage { archetypes, by_signature: _, max_archetypes: _, ground } = storage;
        let Ground {
            slots,
            counters,
            pool: _,
            events: _,
            toggles: _,
            loose: _,
            solos: _,
            plan: _,
            scratch: _,
        } = ground;
        let &Counters {
            inserts,
            removes,
            growths: _,
            splits: _,
            merges: _,
            settles: _,
            rows_moved: _,
            toggled,
        } = counters;
        (self.inserts, self.removes, self.toggled) = (inserts, removes, toggled);
        self.slots.take(slots, previous.map(|previous| &previous.slots), &mut spare.records);
        self.keep(archetypes, spare);
        for (index, archetype) in archetypes.iter().enumerate() {
            if index == self.archetypes.len() {
                self.archetypes.push(ArchetypeCopy::new(archetype));
            }
            let previous = previous.and_then(|previous| previous.archetypes.get(index));
            let previous = previous.filter(|other| other.signature == archetype.signature);
            self.archetypes[index].take(archetype, previous, &mut spare.chunks);
        }
    }

    /// Keeps the archetypes that are the world's first.
    fn keep(&mut self, archetypes: &[Archetype], spare: &mut Spare) {
        let same = |(copy, one): &(&ArchetypeCopy, &Archetype)| copy.signature == one.signature;
        let kept = self.archetypes.iter().zip(archetypes).take_while(same).count();
        for gone in self.archetypes.drain(kept..) {
            for placed in gone.chunks {
                spare.chunks.keep(Some(placed.copy));
            }
        }
    }

    /// The signatures of all archetypes, by birth.
    pub(crate) fn signatures(&self) -> impl ExactSizeIterator<Item = &[ComponentId]> + '_ {
        self.archetypes.iter().map(|archetype| &*archetype.signature)
    }

    /// Turns the order of births around, archetype 0 aside.
    #[cfg(feature = "std")]
    pub(crate) fn reverse_births(&mut self, layout: HandleLayout) {
        let Self { archetypes, slots, .. } = self;
        if let Some((_, born)) = archetypes.split_first_mut() {
            born.reverse();
        }
        let rows = archetypes.iter().zip(0_u16..).flat_map(|(archetype, number)| {
            let handles = archetype.chunks.iter().flat_map(|placed| placed.copy.handles());
            handles.map(move |&entity| (entity, number))
        });
        slots.set_archetypes(layout, rows);
    }

    /// Whether both, of worlds with the same options and components, are the same state.
    pub(crate) fn agrees(&self, other: &Self, layout: HandleLayout) -> bool {
        let Self { archetypes, slots, inserts, removes, toggled } = self;
        (*inserts, *removes, *toggled) == (other.inserts, other.removes, other.toggled)
            && slots.agrees(&other.slots, layout)
            && archetypes.len() == other.archetypes.len()
            && archetypes.iter().zip(&other.archetypes).all(|(one, two)| one.agrees(two))
    }

    /// Bytes of chunks and slots, shared ones included.
    pub(crate) fn bytes(&self) -> usize {
        let mut sum = 0;
        self.memory(&mut |_, bytes| sum += bytes);
        sum
    }

    /// Calls `each` with the address and the bytes of each piece of memory that may be shared with other copies.
    pub(crate) fn memory(&self, each: &mut dyn FnMut(usize, usize)) {
        for archetype in &self.archetypes {
            for copy in archetype.chunks() {
                each(core::ptr::from_ref(copy).addr(), copy.memory());
            }
        }
        let (address, bytes) = self.slots.memory();
        each(address, bytes);
    }
}

impl Archetype {
    /// The bytes of the rows in use of one chunk: the handles for 0, else a column, the first being 1.
    fn piece(&self, place: usize, piece: usize) -> &[u8] {
        let chunk = self.chunk_at(place);
        let Some(column) = piece.checked_sub(1) else {
            return bytemuck::cast_slice(chunk.handles());
        };
        let bytes = self.columns.size(column) * chunk.len();
        // SAFETY: the chunk is of this archetype, and `size` has shown that there is such a column.
        let start = unsafe { memory::column(chunk, &self.columns, column) };
        let slice = NonNull::slice_from_raw_parts(start, bytes);
        // SAFETY: rows below `len` are initialised (S2), components have no padding, and the archetype is borrowed.
        unsafe { slice.as_ref() }
    }
}
