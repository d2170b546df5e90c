//! The toggles of a chunk: a bitmap for each, with a bit for every row. It knows rows and bits, and neither entities nor types.
//!
//! A chunk has no bitmaps until a toggle of one of its rows is first set; until then what moves rows pays one look at that. Bits go
//! where rows go, so that a query can ask for 64 rows at a time.
//!
//! ```text
//! block    | bitmap of toggle 0 | bitmap of toggle 1 | ..      each has a word for every 64 rows of the chunk's capacity
//! ```
//!
#![expect(unsafe_code, reason = "the words lie in a block of the pool; argued by S12 of `storage`")]

use core::ops::Range;
use core::ptr::NonNull;

use super::columns::Capacity;
use super::pool::{BlockClass, Pool};
use super::toggles::ToggleIndex;
use crate::Result;
use crate::faults::{Fault, planted};
use crate::limits::{MAX_CHUNK_CAPACITY, MAX_COMPONENT_ALIGN};

/// Words of the longest bitmap.
pub(crate) const WORDS: usize = MAX_CHUNK_CAPACITY.div_ceil(64);
/// The bitmap of every toggle in a chunk that has none.
static UNSET: [u64; WORDS] = [0; WORDS];

/// The bitmaps of one chunk, or none.
#[derive(Debug)]
pub(crate) struct Bitmaps {
    /// The words, one bitmap behind the other, in a block of the pool.
    block: Option<NonNull<u64>>,
    /// How many bitmaps there are: of those toggles that were registered when the block was taken.
    toggles: u16,
    /// Words of each.
    stride: u16,
    /// The version of the bits; 0 if they were written since they were last numbered (V2).
    pub(super) version: u64,
}

impl Bitmaps {
    /// No bitmaps: no toggle is set.
    pub(crate) const NONE: Self = Self { block: None, toggles: 0, stride: 0, version: 0 };

    /// Bitmaps for so many toggles and that capacity, nothing set.
    pub(super) fn take(pool: &mut Pool, toggles: usize, capacity: Capacity) -> Result<Self> {
        if toggles == 0 {
            return Ok(Self::NONE);
        }
        let stride = capacity.rows().div_ceil(64);
        let class = pool.class(bytes(toggles, stride));
        let block = pool.take(class)?.cast::<u64>();
        // SAFETY: the block has room for as many words, is aligned to 64 bytes (P2) and held by nobody else (P3).
        unsafe { block.write_bytes(0, toggles * stride) };
        let (toggles, stride) = (toggles as u16, stride as u16);
        Ok(Self { block: Some(block), toggles, stride, version: 0 })
    }

    /// Gives the memory back; afterwards there are none.
    pub(super) fn give(&mut self, pool: &mut Pool) {
        let old = core::mem::replace(self, Self::NONE);
        if let Some(block) = old.block {
            let class = pool.class(bytes(old.toggles as usize, old.stride as usize));
            // SAFETY: taken for this class (S12), and no chunk has it any more.
            unsafe { pool.give(block.cast(), class) };
        }
    }

    /// Whether there are none.
    #[inline]
    pub(crate) fn is_none(&self) -> bool {
        self.block.is_none()
    }

    /// How many bitmaps there are.
    pub(crate) fn len(&self) -> usize {
        self.toggles as usize
    }

    /// All words, one bitmap behind the other.
    #[inline]
    pub(crate) fn words(&self) -> &[u64] {
        let len = self.toggles as usize * self.stride as usize;
        let start = self.block.unwrap_or(NonNull::dangling());
        // SAFETY: the block has as many words, initialised, and nobody writes them while the chunk is borrowed (S12); or there are
        // none.
        unsafe { NonNull::slice_from_raw_parts(start, len).as_ref() }
    }

    /// All words, to be written.
    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        self.version = 0;
        let len = self.toggles as usize * self.stride as usize;
        let start = self.block.unwrap_or(NonNull::dangling());
        // SAFETY: as in `words`; `&mut self` is exclusive (P3).
        unsafe { NonNull::slice_from_raw_parts(start, len).as_mut() }
    }

    /// The bitmaps by toggle.
    fn each(&self) -> core::slice::ChunksExact<'_, u64> {
        self.words().chunks_exact((self.stride as usize).max(1))
    }

    /// The bitmaps, to be written.
    fn each_mut(&mut self) -> core::slice::ChunksExactMut<'_, u64> {
        let stride = (self.stride as usize).max(1);
        self.words_mut().chunks_exact_mut(stride)
    }

    /// The bitmap of a toggle: bit r of it, in word r / 64, is of row r. It has a word for each row that the chunk has room for.
    #[inline]
    pub(crate) fn of(&self, toggle: ToggleIndex) -> &[u64] {
        let stride = self.stride as usize;
        let first = toggle.get() as usize * stride;
        if toggle.get() < self.toggles { &self.words()[first..first + stride] } else { &UNSET }
    }

    /// Whether there is a bitmap of the toggle.
    #[inline]
    pub(super) fn has(&self, toggle: ToggleIndex) -> bool {
        toggle.get() < self.toggles
    }

    /// The bitmap of a toggle that has one, to be written.
    #[inline]
    fn of_mut(&mut self, toggle: ToggleIndex) -> &mut [u64] {
        debug_assert!(self.has(toggle));
        self.version = 0;
        let stride = self.stride as usize;
        let start = self.block.unwrap_or(NonNull::dangling());
        // SAFETY: there is a bitmap of the toggle, and each has as many words (S12).
        let start = unsafe { start.add(toggle.get() as usize * stride) };
        // SAFETY: as many words are there and initialised (S12); `&mut self` is exclusive (P3).
        unsafe { NonNull::slice_from_raw_parts(start, stride).as_mut() }
    }

    /// Whether the toggle of a row is set.
    #[inline]
    pub(crate) fn get(&self, toggle: ToggleIndex, row: usize) -> bool {
        toggle.get() < self.toggles && self.of(toggle)[row / 64] >> (row % 64) & 1 != 0
    }

    /// Sets the toggle of a row, or takes it back; gives whether it was set. There is room for it where it is set.
    #[inline]
    pub(crate) fn set(&mut self, toggle: ToggleIndex, row: usize, on: bool) -> bool {
        if !self.has(toggle) {
            debug_assert!(!on, "there is room for a toggle that is set");
            return false;
        }
        let word = &mut self.of_mut(toggle)[row / 64];
        let was = *word >> (row % 64) & 1 != 0;
        *word = *word & !(1 << (row % 64)) | u64::from(on) << (row % 64);
        was
    }

    /// Whether any toggle of a row is set.
    pub(super) fn has_any(&self, row: usize) -> bool {
        self.each().any(|bitmap| bitmap[row / 64] >> (row % 64) & 1 != 0)
    }

    /// How many bits are set.
    pub(crate) fn count(&self) -> u64 {
        self.words().iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The rows of which any toggle is set, in one word for 64 rows.
    pub(crate) fn union(&self) -> [u64; WORDS] {
        let mut all = [0; WORDS];
        for bitmap in self.each() {
            for (one, word) in all.iter_mut().zip(bitmap) {
                *one |= word;
            }
        }
        all
    }

    /// The pool's block that holds them, and its class.
    pub(crate) fn memory(&self, pool: &Pool) -> Option<(NonNull<u8>, BlockClass)> {
        let class = pool.class_of(self.bytes())?;
        self.block.map(|block| (block.cast(), class))
    }

    /// Bytes of the block.
    pub(crate) fn bytes(&self) -> usize {
        bytes(self.toggles as usize, self.stride as usize)
    }

    /// Takes back every toggle of a row that goes.
    #[cold]
    pub(super) fn forget(&mut self, row: usize) {
        if planted(Fault::ToggleOutlivesRow) {
            return;
        }
        for bitmap in self.each_mut() {
            bitmap[row / 64] &= !(1 << (row % 64));
        }
    }

    /// The same of neighbouring rows.
    #[cold]
    pub(super) fn forget_all(&mut self, rows: Range<usize>) {
        if planted(Fault::ToggleOutlivesRow) {
            return;
        }
        for bitmap in self.each_mut() {
            for (place, word) in bitmap.iter_mut().enumerate().take(rows.end.div_ceil(64)) {
                *word &= below(rows.start, place) | !below(rows.end, place);
            }
        }
    }

    /// Gives the toggles of one row to another one, which has none set.
    #[cold]
    pub(super) fn shift(&mut self, from: usize, to: usize) {
        for bitmap in self.each_mut() {
            let bit = bitmap[from / 64] >> (from % 64) & 1;
            bitmap[from / 64] &= !(1 << (from % 64));
            bitmap[to / 64] |= bit << (to % 64);
        }
    }

    /// Sets for one row what is set for a row of another chunk. There is room for it.
    pub(super) fn copy_row(&mut self, to: usize, other: &Self, from: usize) {
        for place in 0..other.toggles {
            if other.get(ToggleIndex::new(place), from) {
                self.set(ToggleIndex::new(place), to, true);
            }
        }
    }

    /// Moves bits as settling moves rows: each piece is where rows are, where they go, and how many. Rows that no piece names are gone.
    pub(super) fn settle(&mut self, pieces: &(impl Iterator<Item = Piece> + Clone)) {
        if planted(Fault::TogglesNotSettled) {
            return;
        }
        for bitmap in self.each_mut().filter(|bitmap| bitmap.iter().any(|&word| word != 0)) {
            let mut old = [0; WORDS];
            old[..bitmap.len()].copy_from_slice(bitmap);
            bitmap.fill(0);
            for piece in pieces.clone() {
                add(&old, bitmap, piece);
            }
        }
    }

    /// Copies the bits of rows to rows of other bitmaps, which have room for them and nothing set there.
    pub(super) fn copy_rows(&self, to: &mut Self, piece: Piece) {
        debug_assert!(to.toggles >= self.toggles, "there is room for the toggles that are set");
        for (from, to) in self.each().zip(to.each_mut()) {
            add(from, to, piece);
        }
    }

    /// Copies all bits to other bitmaps of the same capacity.
    pub(super) fn copy_all(&self, to: &mut Self) {
        debug_assert!(to.toggles >= self.toggles && (to.stride == self.stride || self.is_none()));
        let words = self.words();
        to.words_mut()[..words.len()].copy_from_slice(words);
    }

    /// Sets what a copy says: for each toggle the first words of its bitmap, of which nothing behind is set.
    pub(super) fn restore<'a>(&mut self, copy: impl Fn(usize) -> &'a [u64], version: u64) {
        for (toggle, bitmap) in self.each_mut().enumerate() {
            let words = copy(toggle);
            bitmap.fill(0);
            bitmap[..words.len()].copy_from_slice(words);
        }
        self.version = version;
    }

    /// Takes back every toggle of the rows from `rows` on.
    pub(super) fn truncate(&mut self, rows: usize) {
        for bitmap in self.each_mut() {
            for (place, word) in bitmap.iter_mut().enumerate().skip(rows / 64) {
                *word &= below(rows, place);
            }
        }
    }
}

impl Pool {
    /// Notes that a block for so many bitmaps of that capacity will be taken.
    pub(super) fn want_bitmaps(&mut self, toggles: usize, capacity: Capacity) {
        if toggles > 0 {
            let class = self.class(bytes(toggles, capacity.rows().div_ceil(64)));
            self.want(class);
        }
    }
}

/// Rows that lie one behind the other, and where they go.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    pub(super) from: u16,
    pub(super) to: u16,
    pub(super) rows: u16,
}

/// Sets in one bitmap what is set in a piece of another one.
fn add(from: &[u64], to: &mut [u64], piece: Piece) {
    let (mut first, mut base) = (piece.from as usize, piece.to as usize);
    let end = base + piece.rows as usize;
    while base < end {
        let count = (64 - base % 64).min(end - base);
        to[base / 64] |= (window(from, first) & !0 >> (64 - count)) << (base % 64);
        (first, base) = (first + count, base + count);
    }
}

/// Of the word at that place the bits of the rows below `row`.
fn below(row: usize, place: usize) -> u64 {
    let count = row.saturating_sub(place * 64);
    if count < 64 { (1 << count) - 1 } else { !0 }
}

/// The bits of 64 rows from one on.
fn window(bitmap: &[u64], first: usize) -> u64 {
    let word = |place: usize| bitmap.get(place).copied().unwrap_or(0);
    match first % 64 {
        0 => word(first / 64),
        shift => word(first / 64) >> shift | word(first / 64 + 1) << (64 - shift),
    }
}

/// Bytes of a block for so many bitmaps.
fn bytes(toggles: usize, stride: usize) -> usize {
    (toggles * stride * size_of::<u64>()).next_multiple_of(MAX_COMPONENT_ALIGN)
}

/// Doors for the audit's tests, which break invariants through them.
#[cfg(test)]
impl Bitmaps {
    /// Breaks S12: says that there is room for a toggle more.
    pub(crate) fn harm_len(&mut self) {
        self.toggles += 1;
    }

    /// Breaks S13: sets the first toggle of a row without asking.
    pub(crate) fn harm_bit(&mut self, row: usize) {
        self.set(ToggleIndex::new(0), row, true);
    }
}

#[cfg(test)]
mod tests;
