//! Visits of rows that are asked, by the words of their bits: a loop over the bits that are set has one end per word that nobody can foresee, where
//! runs of such rows have two each. Which rows satisfy a query's terms is said by `per_row.rs`.
#![expect(unsafe_code, reason = "fetches items row by row; argued by Q1 to Q4 of `term.rs`")]

use super::outcome::Outcome;
use super::per_row::{Passing, Words};
use super::place::Memory;
use super::term::RowTerm;
use super::visit::visit_run;
use crate::storage::chunk::Chunk;
use crate::storage::columns::Code;

/// How many of 64 rows may be missing where they are visited run by run, by the loop that is vectorised.
const FEW: u32 = 4;

/// Visits those rows of a chunk that satisfy the terms.
///
/// # Safety
///
/// `codes` and `place` are those of the chunk's archetype (Q1); the rest as for `Scope::visit`.
#[inline]
pub(super) unsafe fn visit_passing<'w, Q: RowTerm, R: Outcome>(
    codes: &[Code],
    place: Q::Place,
    chunk: &'w Chunk,
    body: &mut impl FnMut(Q::Item<'w>) -> R,
) -> Option<R::Visit> {
    if chunk.tail() != 0 {
        // SAFETY: the caller's duty.
        return unsafe { visit_loose::<Q, R>(codes, place, chunk, body) };
    }
    // SAFETY: the caller's duty. The rows lie in the order of slots.
    let words = unsafe { Words::<Q>::of(chunk, codes) };
    let first = words.first()?;
    // SAFETY: the caller's duty. There is an item to give out.
    let column = unsafe { Q::column(place, Memory::of(chunk)) };
    for word in first..words.len() {
        let bits = words.get(word);
        let stopped = if has_few_zeros(bits) {
            // SAFETY: the caller's duty; the rows are in use, each in one word.
            unsafe { visit_runs::<Q, R>(column, word * 64, bits, body) }
        } else {
            // SAFETY: as above.
            unsafe { visit_bits::<Q, R>(column, word * 64, bits, body) }
        };
        if R::STOPS && stopped.is_some() {
            return stopped;
        }
    }
    None
}

/// Whether at most [`FEW`] bits are not set.
#[inline]
fn has_few_zeros(bits: u64) -> bool {
    (0..FEW).fold(!bits, |zeros, _| zeros & zeros.wrapping_sub(1)) == 0
}

/// Visits the rows from `first` on whose bits are set, one by one.
///
/// # Safety
///
/// `column` is of a chunk in which these rows are in use; the rest as for `Scope::visit`.
#[inline]
unsafe fn visit_bits<'w, Q: RowTerm, R: Outcome>(
    column: Q::Column,
    first: usize,
    mut bits: u64,
    body: &mut impl FnMut(Q::Item<'w>) -> R,
) -> Option<R::Visit> {
    while bits != 0 {
        let row = first + bits.trailing_zeros() as usize;
        bits &= bits - 1;
        // SAFETY: the caller's duty; each row has one bit.
        let stopped = body(unsafe { Q::item(column, row) }).stop();
        if R::STOPS && stopped.is_some() {
            return stopped;
        }
    }
    None
}

/// The same run by run.
///
/// # Safety
///
/// As for [`visit_bits`].
unsafe fn visit_runs<'w, Q: RowTerm, R: Outcome>(
    column: Q::Column,
    mut first: usize,
    mut bits: u64,
    body: &mut impl FnMut(Q::Item<'w>) -> R,
) -> Option<R::Visit> {
    while bits != 0 {
        let zeros = bits.trailing_zeros();
        let ones = (!(bits >> zeros)).trailing_zeros();
        first += zeros as usize;
        // SAFETY: the caller's duty; each row is in one run.
        let stopped = unsafe { visit_run::<Q, R>(column, first, ones as usize, body) };
        if R::STOPS && stopped.is_some() {
            return stopped;
        }
        first += ones as usize;
        bits = bits.checked_shr(zeros + ones).unwrap_or(0);
    }
    None
}

/// Visits a chunk some of whose rows do not lie in the order of slots.
///
/// # Safety
///
/// As for [`visit_passing`].
#[cold]
#[inline(never)]
unsafe fn visit_loose<'w, Q: RowTerm, R: Outcome>(
    codes: &[Code],
    place: Q::Place,
    chunk: &'w Chunk,
    body: &mut impl FnMut(Q::Item<'w>) -> R,
) -> Option<R::Visit> {
    // SAFETY: the caller's duty.
    let mut passing = unsafe { Passing::<Q>::of(chunk, codes) }.peekable();
    passing.peek()?;
    // SAFETY: the caller's duty. There is an item to give out.
    let column = unsafe { Q::column(place, Memory::of(chunk)) };
    for (first, rows) in passing {
        // SAFETY: the caller's duty; the rows are in use, each in one run.
        let stopped = unsafe { visit_run::<Q, R>(column, first, rows, body) };
        if R::STOPS && stopped.is_some() {
            return stopped;
        }
    }
    None
}
