//! Parallel visits: units on all threads of rayon, with results that no thread count changes. What is joined is joined in the order of the
//! visit, in a tree whose form follows from the number of units alone.
//!
//! ```text
//! units    0   1   2   3   4
//!          \___/   |   \___/      halves, the left one the larger by one if they are not equal
//!            \_____/     |
//!               \________/
//! ```
#![expect(unsafe_code, reason = "hands out items; argued by Q1 to Q3 of `term.rs`")]

use core::marker::PhantomData;
use core::ops::Range;

use super::matches::Matches;
use super::outcome::Outcome;
use super::per_chunk::PerChunk;
use super::term::RowTerm;
use super::tuple::SharedRowFn;
use super::units::{Cursor, Unit};
use super::visit::Scope;
use crate::storage::Storage;

/// A result of each unit, joined; `None` if there is no unit. `unit` is given the unit's number, too.
pub(super) fn joined<'w, Q: RowTerm, T: Send>(
    scope: Scope<'w>,
    unit: &(impl Fn(usize, Unit<'w>) -> T + Sync),
    join: &(impl Fn(T, T) -> T + Sync),
) -> Option<T> {
    let units = Cursor::count::<Q>(scope);
    let work = Work { unit, join, query: PhantomData::<fn() -> Q> };
    work.in_parallel(Cursor::new(scope), 0..units, Appetite::new())
}

/// What is done with each unit, and with two results.
struct Work<'a, U, J, Q> {
    unit: &'a U,
    join: &'a J,
    query: PhantomData<fn() -> Q>,
}

impl<U, J, Q: RowTerm> Work<'_, U, J, Q> {
    /// The joined results of the units of these numbers, of which the cursor is at the first. They may be divided among threads.
    fn in_parallel<'w, T: Send>(
        &self,
        mut at: Cursor<'w>,
        units: Range<usize>,
        mut appetite: Appetite,
    ) -> Option<T>
    where
        U: Fn(usize, Unit<'w>) -> T + Sync,
        J: Fn(T, T) -> T + Sync,
    {
        if units.len() < 2 || !appetite.divides() {
            return self.in_turn(&mut at, units);
        }
        let (left, right) = halves(units);
        let mut middle = at;
        middle.skip::<Q>(left.len());
        let (one, other) = rayon_core::join_context(
            |context| self.in_parallel(at, left, appetite.taken(context.migrated())),
            |context| self.in_parallel(middle, right, appetite.taken(context.migrated())),
        );
        self.both(one, other)
    }

    /// The same on this thread. What is joined with what is the same, too.
    fn in_turn<'w, T: Send>(&self, at: &mut Cursor<'w>, units: Range<usize>) -> Option<T>
    where
        U: Fn(usize, Unit<'w>) -> T + Sync,
        J: Fn(T, T) -> T + Sync,
    {
        if units.len() < 2 {
            let number = units.start;
            let unit = (units.len() == 1).then(|| at.next::<Q>()).flatten();
            return unit.map(|unit| (self.unit)(number, unit));
        }
        let (left, right) = halves(units);
        let one = self.in_turn(at, left);
        let other = self.in_turn(at, right);
        self.both(one, other)
    }

    fn both<T>(&self, one: Option<T>, other: Option<T>) -> Option<T>
    where
        J: Fn(T, T) -> T,
    {
        match (one, other) {
            (Some(one), Some(other)) => Some((self.join)(one, other)),
            (one, other) => one.or(other),
        }
    }
}

/// Both halves, the left one the larger by one if they are not equal.
fn halves(units: Range<usize>) -> (Range<usize>, Range<usize>) {
    let middle = units.start + units.len().div_ceil(2);
    (units.start..middle, middle..units.end)
}

/// Into how many pieces work is divided for each thread, so that a thread which wakes late finds something left. Of 4, 8 and 16, the last did best.
const PIECES: usize = 16;

/// How often work is still to be divided: enough for all threads at first, and anew for a thread that took some from another.
#[derive(Clone, Copy)]
struct Appetite(usize);

impl Appetite {
    fn new() -> Self {
        Self(PIECES * rayon_core::current_num_threads())
    }

    /// Whether to divide, which is noted.
    fn divides(&mut self) -> bool {
        let divides = self.0 > 0;
        self.0 /= 2;
        divides
    }

    /// That of the part that a thread does, which may have taken it from another one.
    fn taken(self, from_another: bool) -> Self {
        if from_another { Self(self.0.max(rayon_core::current_num_threads())) } else { self }
    }
}

/// Calls `body` for each row, units in parallel. Every unit is visited up to its own first stop, so that what was written does not depend on
/// threads; the result is that of the first unit that stopped.
///
/// # Safety
///
/// As for `Scope::visit`.
pub(super) unsafe fn visit<'w, Q: RowTerm, R: Outcome<Visit: Send>>(
    scope: Scope<'w>,
    body: &(impl Fn(Q::Item<'w>) -> R + Sync),
) -> R::Visit {
    let visit = |_, unit: Unit<'w>| {
        // SAFETY: the caller's duty; each unit is given out once.
        unsafe { unit.visit::<Q, R>(body) }
    };
    joined::<Q, _>(scope, &visit, &Option::or).flatten().unwrap_or_else(R::end)
}

/// The same where each unit has a part of its own of something.
///
/// # Safety
///
/// As for `Scope::visit`.
pub(super) unsafe fn visit_with<'w, Q: RowTerm, P: PerChunk, R: Outcome<Visit: Send>>(
    scope: Scope<'w>,
    mut whole: P,
    body: &(impl Fn(P::Part<'_>, Q::Item<'w>) -> R + Sync),
) -> R::Visit {
    let units = Cursor::count::<Q>(scope);
    let parts = whole.divide(units);
    let visit = |number, unit: Unit<'w>| {
        let mut held = P::hold(&parts, number);
        // SAFETY: the caller's duty; each unit is given out once.
        unsafe { unit.visit::<Q, R>(|item| body(P::lend(&mut held), item)) }
    };
    let visited = joined::<Q, _>(scope, &visit, &Option::or).flatten().unwrap_or_else(R::end);
    whole.join(parts, units);
    visited
}

/// Folds the rows of each unit, and joins what the units come to.
///
/// # Safety
///
/// As for `Scope::visit`.
pub(super) unsafe fn fold<'w, Q: RowTerm, T: Send>(
    scope: Scope<'w>,
    new: &(impl Fn() -> T + Sync),
    fold: &(impl Fn(T, Q::Item<'w>) -> T + Sync),
    join: &(impl Fn(T, T) -> T + Sync),
) -> T {
    let fold_unit = |_, unit: Unit<'w>| {
        let mut folded = Some(new());
        let add = |item| folded = folded.take().map(|before| fold(before, item));
        // SAFETY: the caller's duty; each unit is given out once.
        unsafe { unit.visit::<Q, ()>(add) };
        folded.unwrap_or_else(new)
    };
    joined::<Q, _>(scope, &fold_unit, join).unwrap_or_else(new)
}

/// The rows that `query!(par(..), ..)` visits, as row terms.
///
/// # Safety
///
/// As for [`Query::new`](super::Query::new).
pub(crate) unsafe fn run_parallel<Q: RowTerm, R: Outcome<Visit: Send>>(
    storage: &Storage,
    matches: &Matches,
    body: &impl SharedRowFn<Q, R>,
) -> R::Visit {
    // SAFETY: the caller's duty.
    unsafe { visit::<Q, R>(Scope::new::<Q>(storage, matches), &|item| body.call(item)) }
}
