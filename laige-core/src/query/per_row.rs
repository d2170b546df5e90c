//! Terms about toggles: rows of one archetype may differ in whether they satisfy them, so they are asked row by row, 64 at a time.
//! Whether a query has such a term is known when it is compiled; all others pay nothing.
#![expect(unsafe_code, reason = "reads bitmaps of a chunk; argued by Q4 of `term.rs`")]

use core::ptr::NonNull;

use super::place::Memory;
use super::term::RowTerm;
use crate::storage::bitmaps::WORDS;
use crate::storage::chunk::Chunk;
use crate::storage::columns::Code;
use crate::storage::runs::Runs;

/// A bitmap of a chunk, with a bit for each row; or of a toggle that none of its rows has.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Bits(NonNull<u64>);

impl Bits {
    /// The bitmap that starts there.
    pub(super) fn of(words: &[u64]) -> Self {
        Self(NonNull::from(words).cast())
    }

    /// The bitmap of a toggle, of which that is the column: its rows have no data.
    pub(super) fn of_column<T>(column: NonNull<T>) -> Self {
        Self(column.cast())
    }

    /// The bitmap as the column of a toggle.
    pub(super) fn as_column<T>(self) -> NonNull<T> {
        self.0.cast()
    }

    /// The bits of 64 rows from `64 * word` on.
    ///
    /// # Safety
    ///
    /// Q4, and the chunk has room for the first of the rows.
    #[inline]
    pub(super) unsafe fn word(self, word: usize) -> u64 {
        debug_assert!(word < WORDS);
        // SAFETY: a bitmap has a word for each row that the chunk has room for (S12).
        let word = unsafe { self.0.add(word) };
        // SAFETY: initialised (S12), and written only through `&mut World` (Q4).
        unsafe { word.read() }
    }
}

/// Which rows of one chunk satisfy a query's terms, 64 in a word.
pub(super) struct Words<'w, Q: RowTerm> {
    chunk: &'w Chunk,
    mask: Q::Mask,
}

impl<'w, Q: RowTerm> Words<'w, Q> {
    /// The words of a chunk.
    ///
    /// # Safety
    ///
    /// `codes` are those of the chunk's archetype (Q1), and the chunk's toggles do not change meanwhile (Q4).
    #[inline]
    pub(super) unsafe fn of(chunk: &'w Chunk, codes: &[Code]) -> Self {
        // SAFETY: the caller's duty.
        Self { chunk, mask: unsafe { Q::mask(codes, Memory::of(chunk)) } }
    }

    /// How many there are.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.chunk.len().div_ceil(64)
    }

    /// That of the rows from `64 * word` on, of which there is one.
    #[inline]
    pub(super) fn get(&self, word: usize) -> u64 {
        // SAFETY: the duty of `of`; the rows are in use.
        let passing = unsafe { Q::pass(self.mask, word) };
        passing & self.chunk.live_rows(word)
    }

    /// The first one that has a bit.
    #[inline]
    pub(super) fn first(&self) -> Option<usize> {
        (0..self.len()).find(|&word| self.get(word) != 0)
    }

    /// How many bits they have.
    fn count(&self) -> usize {
        (0..self.len()).map(|word| self.get(word).count_ones() as usize).sum()
    }
}

/// The rows of one chunk that satisfy a query's terms, as the longest runs of neighbours, in visit order.
pub(super) struct Passing<'w, Q: RowTerm> {
    /// What tells which rows do; nothing where all do.
    mask: Option<Q::Mask>,
    /// The runs of rows in use; what is left of the present one.
    runs: Runs<'w>,
    at: usize,
    end: usize,
}

impl<Q: RowTerm> Clone for Passing<'_, Q> {
    fn clone(&self) -> Self {
        Self { mask: self.mask, runs: self.runs.clone(), at: self.at, end: self.end }
    }
}

impl<'w, Q: RowTerm> Passing<'w, Q> {
    /// The rows of a chunk.
    ///
    /// # Safety
    ///
    /// `codes` are those of the chunk's archetype (Q1), and the chunk's toggles do not change meanwhile (Q4).
    #[inline]
    pub(super) unsafe fn of(chunk: &'w Chunk, codes: &[Code]) -> Self {
        // SAFETY: the caller's duty.
        let mask = Q::PER_ROW.then(|| unsafe { Q::mask(codes, Memory::of(chunk)) });
        Self { mask, runs: Runs::of(chunk), at: 0, end: 0 }
    }

    /// How many rows of a chunk satisfy the terms.
    ///
    /// # Safety
    ///
    /// As for [`of`](Self::of).
    pub(super) unsafe fn count(chunk: &Chunk, codes: &[Code]) -> usize {
        if !Q::PER_ROW {
            return chunk.live();
        }
        // SAFETY: the caller's duty.
        unsafe { Words::<Q>::of(chunk, codes) }.count()
    }

    /// Whether a row of a chunk satisfies the terms.
    ///
    /// # Safety
    ///
    /// As for [`of`](Self::of), and the row is in use.
    #[inline]
    pub(super) unsafe fn has(chunk: &Chunk, codes: &[Code], row: usize) -> bool {
        // SAFETY: the caller's duty.
        let mask = unsafe { Q::mask(codes, Memory::of(chunk)) };
        // SAFETY: the caller's duty.
        let pass = unsafe { Q::pass(mask, row / 64) };
        pass >> (row % 64) & 1 != 0
    }

    /// The rows from `at` to the end of the present run that satisfy the terms and come next, if there are some.
    #[inline]
    fn next_of_run(&mut self) -> Option<(usize, usize)> {
        while self.at < self.end {
            let bits = self.word(self.at);
            if bits != 0 {
                let first = self.at + bits.trailing_zeros() as usize;
                if first >= self.end {
                    break;
                }
                self.at = self.end_of_ones(first);
                return Some((first, self.at - first));
            }
            self.at = (self.at / 64 + 1) * 64;
        }
        None
    }

    /// Which of the rows from `at` to the end of its word satisfy the terms, that of `at` in the lowest bit.
    #[inline]
    fn word(&self, at: usize) -> u64 {
        // SAFETY: the duty of `of`; the row is in use.
        let pass = self.mask.map_or(!0, |mask| unsafe { Q::pass(mask, at / 64) });
        pass >> (at % 64)
    }

    /// The first row behind `first`, which satisfies the terms, that does not, or the end of the run.
    #[inline]
    fn end_of_ones(&self, first: usize) -> usize {
        let mut at = first;
        loop {
            let ones = (!self.word(at)).trailing_zeros() as usize;
            let next = at + ones.min(64 - at % 64);
            if next >= self.end {
                return self.end;
            }
            if next % 64 != 0 || next == at {
                return next;
            }
            at = next;
        }
    }

    /// Gives back the end of the run that came last, from that row on.
    #[inline]
    pub(super) fn give_back(&mut self, from: usize) {
        self.at = from;
    }

    /// How many rows are to come.
    pub(super) fn remaining(&self) -> usize {
        if Q::PER_ROW { self.clone().map(|(_, rows)| rows).sum() } else { self.runs.remaining() }
    }
}

impl<Q: RowTerm> Iterator for Passing<'_, Q> {
    type Item = (usize, usize);

    #[inline]
    fn next(&mut self) -> Option<(usize, usize)> {
        if !Q::PER_ROW {
            return self.runs.next();
        }
        loop {
            if let Some(run) = self.next_of_run() {
                return Some(run);
            }
            let (first, rows) = self.runs.next()?;
            (self.at, self.end) = (first, first + rows);
        }
    }
}

/// How many of `rows` rows from `first` on have the bit that the first one has.
pub(super) fn alike(bits: impl Fn(usize) -> u64, first: usize, rows: usize) -> usize {
    let flip = if bits(first / 64) >> (first % 64) & 1 != 0 { 0 } else { !0 };
    let (mut at, end) = (first, first + rows);
    while at < end {
        let ones = (!((bits(at / 64) ^ flip) >> (at % 64))).trailing_zeros() as usize;
        let next = at + ones.min(64 - at % 64);
        if next == at || next % 64 != 0 {
            return next.min(end) - first;
        }
        at = next;
    }
    rows
}
