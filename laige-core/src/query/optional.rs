//! `Option<&T>` and `Option<&mut T>`: the item of the plain term where the archetype has the component, `None` where it
//! does not. Which of the two is settled once per archetype; only of a toggle each row is asked.
#![expect(unsafe_code, reason = "passes on to the plain term; argued by Q1 to Q3 of `term.rs`")]

use core::marker::PhantomData;

use super::access::Access;
use super::per_row::alike;
use super::place::Memory;
use super::term::{Candidate, Plain, ReadRow, RowTerm};
use crate::storage::columns::Code;

/// The row term that `P` becomes where its component may be missing.
#[doc(hidden)]
#[derive(Debug)]
pub struct Maybe<P>(PhantomData<fn() -> P>);

// SAFETY: the one code is that of `P`'s component or `ABSENT`; items are those of `P`.
unsafe impl<P: Plain> RowTerm for Maybe<P> {
    type Item<'w> = Option<P::Item<'w>>;
    type Slice<'w> = Option<P::Slice<'w>>;
    type Place = P::Place;
    type Column = Option<P::Column>;
    type Mask = ();
    const PER_ROW: bool = P::PER_ROW;
    const ACCESS: Access = P::OPTIONAL;
    const WIDTH: usize = P::WIDTH;

    fn find(candidate: Candidate<'_>, codes: &mut alloc::vec::Vec<Code>) -> bool {
        let _ = P::find(candidate, codes);
        true
    }

    #[inline]
    unsafe fn place(codes: &[Code]) -> P::Place {
        // SAFETY: the caller's duty.
        unsafe { P::place(codes) }
    }

    #[inline]
    unsafe fn column(place: P::Place, memory: Memory) -> Self::Column {
        // SAFETY: the caller's duty.
        unsafe { P::find_column(place, memory) }
    }

    #[inline]
    unsafe fn mask(_: &[Code], _: Memory) {}

    #[inline]
    unsafe fn alike(column: Self::Column, first: usize, rows: usize) -> usize {
        match column.filter(|_| P::PER_ROW) {
            // SAFETY: the caller's duty.
            Some(column) => alike(|word| unsafe { P::there(column, word) }, first, rows),
            None => rows,
        }
    }

    #[inline]
    unsafe fn item<'w>(column: Self::Column, row: usize) -> Self::Item<'w> {
        // SAFETY: the caller's duty.
        let column = column.filter(|&column| unsafe { is_there::<P>(column, row) });
        // SAFETY: the caller's duty.
        column.map(|column| unsafe { P::item(column, row) })
    }

    #[inline]
    unsafe fn slice<'w>(column: Self::Column, first: usize, rows: usize) -> Self::Slice<'w> {
        // SAFETY: the caller's duty; the rows are alike.
        let column = column.filter(|&column| unsafe { is_there::<P>(column, first) });
        // SAFETY: the caller's duty.
        column.map(|column| unsafe { P::slice(column, first, rows) })
    }
}

/// Whether a row has the component of which that is the column.
///
/// # Safety
///
/// As for [`Plain::there`].
#[inline]
pub(super) unsafe fn is_there<P: Plain>(column: P::Column, row: usize) -> bool {
    if !P::PER_ROW {
        return true;
    }
    // SAFETY: the caller's duty.
    let there = unsafe { P::there(column, row / 64) };
    there >> (row % 64) & 1 != 0
}

// SAFETY: items are those of `P`, or nothing.
unsafe impl<P: Plain + ReadRow> ReadRow for Maybe<P> {}
