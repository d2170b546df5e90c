//! Tuples of terms: a query of up to 16 terms and filters, as `query!` builds it and as the typed form names it.
#![expect(unsafe_code, reason = "passes on to the members; argued by Q1 to Q3 of `term.rs`")]

use super::access::Access;
use super::outcome::Outcome;
use super::place::Memory;
use super::sizes::sizes;
use super::term::{Candidate, ReadRow, RowTerm, Term};
use crate::storage::columns::Code;

/// The terms and filters of a query: one term, or a tuple of up to 16.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a query",
    label = "expected a term such as `&T`, or a tuple of up to 16 terms and filters",
    note = "the terms are `&T`, `&mut T`, `Option<&T>`, `Option<&mut T>`, `Entity`, `Has<T>`, `AnyOf<(&A, &B)>`, the filters `With<T>`, `Without<T>`, `Or<(..)>`"
)]
pub trait Terms {
    /// The same without lifetimes.
    #[doc(hidden)]
    type Rows: RowTerm;
}

/// Terms of which none writes, so that `&World` is enough.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a query",
    label = "expected a term such as `&T`, or a tuple of up to 16 terms and filters",
    note = "the terms are `&T`, `&mut T`, `Option<&T>`, `Option<&mut T>`, `Entity`, `Has<T>`, `AnyOf<(&A, &B)>`, the filters `With<T>`, `Without<T>`, `Or<(..)>`"
)]
pub trait ReadTerms: Terms<Rows: ReadRow> {}

/// What one row of the query `Q` yields: the items of its terms.
pub type ItemOf<'w, Q> = <<Q as Terms>::Rows as RowTerm>::Item<'w>;

/// What a run of rows of the query `Q` yields: the slices of its terms.
pub type SliceOf<'w, Q> = <<Q as Terms>::Rows as RowTerm>::Slice<'w>;

impl<Q: Terms<Rows: Reads<Q>>> ReadTerms for Q {}

/// Row terms that write nothing; `Q` is how they were written, for the message.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Q}` writes, and this query only reads",
    label = "this writes",
    note = "write `query_mut` in place of `query`: it borrows the world mutably"
)]
pub trait Reads<Q>: ReadRow {}

#[diagnostic::do_not_recommend]
impl<Q, R: ReadRow> Reads<Q> for R {}

/// A closure whose parameters are the items of the terms `Q`, as `query!` takes it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this closure does not take what the query yields",
    label = "the parameters of the closure are the terms of the query"
)]
pub trait RowFn<Q: RowTerm, R> {
    /// Calls it with the items of one row.
    fn call(&mut self, item: Q::Item<'_>) -> R;
}

/// The same for a closure that several threads call at once.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this closure does not take what the query yields, or cannot be called by several threads",
    label = "the parameters of the closure are the terms of the query"
)]
pub trait SharedRowFn<Q: RowTerm, R>: Sync {
    /// Calls it with the items of one row.
    fn call(&self, item: Q::Item<'_>) -> R;
}

/// Implements what a tuple of that many members needs.
macro_rules! tuple {
    ($($name:ident $index:tt),*) => {
        // SAFETY: each member is given its own codes, in order.
        unsafe impl<$($name: RowTerm),*> RowTerm for ($($name,)*) {
            type Item<'w> = ($($name::Item<'w>,)*);
            type Slice<'w> = ($($name::Slice<'w>,)*);
            type Place = ($($name::Place,)*);
            type Column = ($($name::Column,)*);
            type Mask = ($(Option<$name::Mask>,)*);
            const PER_ROW: bool = false $(|| $name::PER_ROW)*;
            const ACCESS: Access = Access::All(&[$($name::ACCESS),*]);
            const WIDTH: usize = 0 $(+ $name::WIDTH)*;

            fn find(candidate: Candidate<'_>, codes: &mut alloc::vec::Vec<Code>) -> bool {
                let _ = (candidate, &codes);
                true $(&& $name::find(candidate, codes))*
            }

            #[inline]
            #[allow(unused_mut, unused_variables, unused_assignments, clippy::unused_unit, reason = "the empty tuple, and the last member")]
            unsafe fn place(codes: &[Code]) -> Self::Place {
                assert!(codes.len() == Self::WIDTH);
                let mut at = 0;
                ($({
                    let own = &codes[at..at + $name::WIDTH];
                    at += $name::WIDTH;
                    // SAFETY: the caller's duty.
                    unsafe { $name::place(own) }
                },)*)
            }

            #[inline]
            #[allow(unused_variables, clippy::unused_unit, reason = "the empty tuple")]
            unsafe fn column(place: Self::Place, memory: Memory) -> Self::Column {
                // SAFETY: the caller's duty, for each member.
                ($(unsafe { $name::column(place.$index, memory) },)*)
            }

            #[inline]
            #[allow(unused_mut, unused_variables, unused_assignments, clippy::unused_unit, reason = "the empty tuple, and the last member")]
            unsafe fn mask(codes: &[Code], memory: Memory) -> Self::Mask {
                assert!(codes.len() == Self::WIDTH);
                let mut at = 0;
                ($({
                    let own = &codes[at..at + $name::WIDTH];
                    at += $name::WIDTH;
                    // SAFETY: the caller's duty.
                    $name::PER_ROW.then(|| unsafe { $name::mask(own, memory) })
                },)*)
            }

            #[inline]
            #[allow(unused_variables, reason = "the empty tuple")]
            unsafe fn pass(mask: Self::Mask, word: usize) -> u64 {
                // SAFETY: the caller's duty, for each member.
                !0 $(& mask.$index.map_or(!0, |mask| unsafe { $name::pass(mask, word) }))*
            }

            #[inline]
            #[allow(unused_variables, reason = "the empty tuple")]
            unsafe fn alike(column: Self::Column, first: usize, rows: usize) -> usize {
                // SAFETY: the caller's duty, for each member.
                rows $(.min(unsafe { $name::alike(column.$index, first, rows) }))*
            }

            #[inline]
            #[allow(unused_variables, clippy::unused_unit, reason = "the empty tuple")]
            unsafe fn item<'w>(column: Self::Column, row: usize) -> Self::Item<'w> {
                // SAFETY: the caller's duty, for each member.
                ($(unsafe { $name::item(column.$index, row) },)*)
            }

            #[inline]
            #[allow(unused_variables, clippy::unused_unit, reason = "the empty tuple")]
            unsafe fn slice<'w>(column: Self::Column, first: usize, rows: usize) -> Self::Slice<'w> {
                // SAFETY: the caller's duty, for each member.
                ($(unsafe { $name::slice(column.$index, first, rows) },)*)
            }
        }

        // SAFETY: no member writes.
        unsafe impl<$($name: ReadRow),*> ReadRow for ($($name,)*) {}

        impl<$($name: Term),*> Terms for ($($name,)*) {
            type Rows = ($($name::Me,)*);
        }
    };
}

/// Implements `RowFn` for a tuple of that many members.
macro_rules! closure {
    ($($name:ident $index:tt),*) => {
        impl<Body, R, $($name: RowTerm),*> RowFn<($($name,)*), R> for Body
        where
            R: Outcome,
            Body: for<'w> FnMut($($name::Item<'w>),*) -> R,
        {
            #[inline]
            fn call(&mut self, item: <($($name,)*) as RowTerm>::Item<'_>) -> R {
                self($(item.$index),*)
            }
        }

        impl<Body, R, $($name: RowTerm),*> SharedRowFn<($($name,)*), R> for Body
        where
            R: Outcome,
            Body: Sync + for<'w> Fn($($name::Item<'w>),*) -> R,
        {
            #[inline]
            fn call(&self, item: <($($name,)*) as RowTerm>::Item<'_>) -> R {
                self($(item.$index),*)
            }
        }
    };
}

tuple!();
sizes!(tuple);
sizes!(closure);
