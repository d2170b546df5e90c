//! Two logs side by side: both are played in step until what they hold differs, and what differs is listed. Two states alone are
//! compared by `World::state_diff`.

use alloc::vec::Vec;
use core::fmt;

use super::check::{check_determinism, check_identity};
use super::{RunError, Simulation, Source, Which};
use crate::limits::MAX_REPLAY_DIFF_ITEMS;
use crate::{Config, Error};

/// A simulation of which two can be compared.
pub trait Comparable: Simulation {
    /// One difference.
    type Item;

    /// The hash of entities and components alone: `World::component_state_hash`.
    fn component_state_hash(&self, tick: u64) -> u64;

    /// Calls `each` with the first `max_items` differences, in a fixed order; gives how many there are in all.
    fn differences(&self, other: &Self, max_items: u32, each: &mut dyn FnMut(Self::Item)) -> u32;
}

/// One of the two sides: a log, its configuration, and a simulation to play it on.
#[derive(Debug)]
pub struct Side<'a, R, S> {
    /// The frames.
    pub source: R,
    /// The configuration of the run.
    pub config: &'a Config,
    /// The simulation, before its first tick.
    pub simulation: &'a mut S,
}

/// What two logs came to.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DiffReport<I> {
    /// The first tick after which entities or components differ, or that only one log has; `None` if there is none.
    pub first_divergent_tick: Option<u64>,
    /// Whether the full state, random streams included, differed at any tick that was compared.
    pub full_state_divergent: bool,
    /// Whether one log ended before the other, with nothing different until then.
    pub length_divergence: bool,
    /// The first differences at that tick.
    pub items: Vec<I>,
    /// How many differences there are at that tick.
    pub total_items: u32,
}

impl<I> DiffReport<I> {
    /// Whether the two runs differ.
    #[must_use]
    pub const fn divergent(&self) -> bool {
        self.first_divergent_tick.is_some()
    }
}

/// A comparison could not be run to its end, because of one of the logs.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DiffError<E> {
    /// Whose.
    pub log: Which,
    /// What happened.
    pub error: RunError<E>,
}

impl<E: fmt::Display> fmt::Display for DiffError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "log {}: {}", self.log, self.error)
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for DiffError<E> {}

impl<E: Into<Error>> From<DiffError<E>> for Error {
    fn from(error: DiffError<E>) -> Self {
        error.error.into()
    }
}

/// Plays two logs in step and stops at the first tick after which entities or components differ.
///
/// At most `max_items` differences are listed, never more than 64; 0 only counts them. 16 is a good number. The two may have
/// different seeds: random streams are compared as well, but do not stop the comparison.
///
/// # Errors
///
/// [`DiffError`] says which log is at fault. Checked first, in this order: the identity of A, of B (event
/// `replay/diff_identity_mismatch`), whether A and B are deterministic (`replay/diff_determinism_disabled`).
///
/// # Order
///
/// Items come as [`Comparable::differences`] gives them.
pub fn diff<S: Comparable>(
    a: Side<'_, impl Source, S>,
    b: Side<'_, impl Source, S>,
    max_items: u32,
) -> Result<DiffReport<S::Item>, DiffError<S::Error>> {
    let of = |log| move |error| DiffError { log, error };
    let (mut a, mut b) = (a, b);
    a.check_identity(Which::A).map_err(of(Which::A))?;
    b.check_identity(Which::B).map_err(of(Which::B))?;
    check_determinism(a.config, Some(Which::A)).map_err(of(Which::A))?;
    check_determinism(b.config, Some(Which::B)).map_err(of(Which::B))?;

    let mut report = DiffReport::new();
    let mut tick = 0;
    while !report.differ(tick, a.simulation, b.simulation, max_items) {
        tick += 1;
        match (a.step().map_err(of(Which::A))?, b.step().map_err(of(Which::B))?) {
            (true, true) => {}
            (false, false) => return Ok(report),
            _ => {
                report.first_divergent_tick = Some(tick);
                report.length_divergence = true;
                return Ok(report);
            }
        }
    }
    Ok(report)
}

impl<R: Source, S: Comparable> Side<'_, R, S> {
    fn check_identity(&self, which: Which) -> Result<(), RunError<S::Error>> {
        check_identity(self.source.header(), self.config, &*self.simulation, Some(which))
    }

    /// Runs the next tick; false if there is none.
    fn step(&mut self) -> Result<bool, RunError<S::Error>> {
        let Some(frame) = self.source.next_frame()? else {
            return Ok(false);
        };
        let tick = frame.tick;
        self.simulation.tick(tick, frame.input).map_err(|error| RunError::Tick { tick, error })?;
        Ok(true)
    }
}

impl<I> DiffReport<I> {
    const fn new() -> Self {
        Self {
            first_divergent_tick: None,
            full_state_divergent: false,
            length_divergence: false,
            items: Vec::new(),
            total_items: 0,
        }
    }

    /// Compares the states after a tick; true if entities or components differ, which are then listed.
    fn differ<S: Comparable<Item = I>>(&mut self, tick: u64, a: &S, b: &S, max_items: u32) -> bool {
        self.full_state_divergent |= a.state_hash(tick) != b.state_hash(tick);
        if a.component_state_hash(tick) == b.component_state_hash(tick) {
            return false;
        }
        let most = max_items.min(MAX_REPLAY_DIFF_ITEMS);
        self.first_divergent_tick = Some(tick);
        self.total_items = a.differences(b, most, &mut |item| self.items.push(item));
        true
    }
}
