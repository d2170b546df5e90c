//! Timing of one system: its last durations, their percentiles, and whether it keeps its budget. It reads no clock and
//! reports nothing; the caller does both, and no result of a simulation depends on it.

use core::time::Duration;

use crate::limits::{CRITICAL_BUDGET_FACTOR, TIMING_WINDOW};

/// How long a system took: its last 64 runs, and counts of all.
///
/// ```
/// use std::time::Duration;
///
/// use laige_core::time::{Timing, Verdict};
///
/// let mut timing = Timing::new(Some(Duration::from_millis(2)));
/// assert_eq!(timing.record(Duration::from_millis(1)), Verdict::Within);
/// assert_eq!(timing.record(Duration::from_millis(3)), Verdict::Overrun);
/// assert_eq!(timing.record(Duration::from_millis(6)), Verdict::Critical);
/// assert_eq!((timing.runs(), timing.overruns(), timing.criticals()), (3, 2, 1));
/// assert_eq!(timing.p50(), Some(Duration::from_millis(3)));
/// ```
#[derive(Debug, Clone)]
pub struct Timing {
    /// The last durations in nanoseconds; run number `n` (from 0) is at `n % 64`.
    window: [u64; TIMING_WINDOW],
    runs: u64,
    overruns: u64,
    criticals: u64,
    /// In nanoseconds; at its most when there is none.
    budget: u64,
}

/// Whether a run kept its system's budget. It is never stopped for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[must_use = "the caller reports it"]
pub enum Verdict {
    /// It took no longer than its budget, or has none.
    Within,
    /// It took longer: the event is `system/budget_overrun`.
    Overrun,
    /// It took three times as long or longer: `system/budget_critical` comes after `system/budget_overrun`.
    Critical,
}

impl Timing {
    /// The timing of a system that has not run yet.
    #[must_use]
    pub fn new(budget: Option<Duration>) -> Self {
        Self {
            window: [0; TIMING_WINDOW],
            runs: 0,
            overruns: 0,
            criticals: 0,
            budget: budget.map_or(u64::MAX, nanos),
        }
    }

    /// Records a run.
    pub fn record(&mut self, took: Duration) -> Verdict {
        let took = nanos(took);
        self.window[(self.runs % TIMING_WINDOW as u64) as usize] = took;
        self.runs += 1;
        if took <= self.budget {
            return Verdict::Within;
        }
        self.overruns += 1;
        if took < self.budget.saturating_mul(CRITICAL_BUDGET_FACTOR) {
            return Verdict::Overrun;
        }
        self.criticals += 1;
        Verdict::Critical
    }

    /// The budget, if there is one.
    #[must_use]
    pub fn budget(&self) -> Option<Duration> {
        (self.budget != u64::MAX).then(|| Duration::from_nanos(self.budget))
    }

    /// How many runs were recorded.
    #[must_use]
    pub const fn runs(&self) -> u64 {
        self.runs
    }

    /// How many of them took longer than the budget.
    #[must_use]
    pub const fn overruns(&self) -> u64 {
        self.overruns
    }

    /// How many of them took three times the budget or longer.
    #[must_use]
    pub const fn criticals(&self) -> u64 {
        self.criticals
    }

    /// How long the last run took.
    #[must_use]
    pub fn last(&self) -> Option<Duration> {
        let last = self.runs.checked_sub(1)?;
        Some(Duration::from_nanos(self.window[(last % TIMING_WINDOW as u64) as usize]))
    }

    /// How many runs the percentiles are of: 64, or all if there were fewer.
    #[must_use]
    pub const fn window_samples(&self) -> usize {
        if self.runs < TIMING_WINDOW as u64 { self.runs as usize } else { TIMING_WINDOW }
    }

    /// The duration that `percent` of the last runs did not exceed, by nearest rank: of `n` runs that of rank
    /// `ceil(percent * n / 100)`, at least 1. `None` before the first run. Above 100 counts as 100.
    #[must_use]
    pub fn percentile(&self, percent: u32) -> Option<Duration> {
        let mut window = self.window;
        let sorted = &mut window[..self.window_samples()];
        sorted.sort_unstable();
        nearest_rank(sorted, percent).map(Duration::from_nanos)
    }

    /// The median of the last runs, by nearest rank.
    #[must_use]
    pub fn p50(&self) -> Option<Duration> {
        self.percentile(50)
    }

    /// The 99th percentile of the last runs, by nearest rank.
    #[must_use]
    pub fn p99(&self) -> Option<Duration> {
        self.percentile(99)
    }
}

/// The value of a percentile in ascending ones.
pub(super) fn nearest_rank(sorted: &[u64], percent: u32) -> Option<u64> {
    let rank = (percent.min(100) as usize * sorted.len()).div_ceil(100).max(1);
    sorted.get(rank - 1).copied()
}

/// Nanoseconds, for five hundred years.
pub(super) fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}
