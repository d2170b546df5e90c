//! The profiler's feed: when each system ran in the last 512 ticks. How it is shown is next door; a system's budget is a matter of
//! [`Timing`](super::Timing).

mod json;
mod text;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use super::timing::nanos;
use crate::limits::PROFILE_TICKS;

/// When each system ran, in the last 512 ticks. Its memory is taken when it is made, and no more.
///
/// ```
/// use std::time::Duration;
///
/// use laige_core::time::{Profile, SystemRun};
///
/// let micros = Duration::from_micros;
/// let mut profile = Profile::new(["movement", "collide"]);
/// profile.begin_tick(1, micros(0));
/// profile.record(SystemRun { system: 0, thread: 0, begin: micros(5), end: micros(25) });
/// profile.end_tick(micros(30));
/// assert_eq!(profile.ticks().len(), 1);
/// assert!(profile.text().to_string().contains("movement"));
/// // For chrome://tracing and Perfetto.
/// assert!(profile.chrome_trace().to_string().contains(r#""name":"movement","ph":"X","ts":5.000,"dur":20.000"#));
/// ```
#[derive(Debug, Clone)]
pub struct Profile {
    names: Vec<String>,
    /// The last ticks; tick number `n` (from 0) is at `n % 512`.
    ticks: Vec<TickTimes>,
    /// For each of them a run of each system, in the same places.
    runs: Vec<Times>,
    begun: u64,
}

/// When a system ran in a tick, for [`Profile::record`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SystemRun {
    /// Which system, as the names were given to [`Profile::new`], from 0.
    pub system: usize,
    /// The number of the thread it ran on.
    pub thread: u32,
    /// When it began.
    pub begin: Duration,
    /// When it ended.
    pub end: Duration,
}

/// One tick of a [`Profile`].
#[derive(Debug, Clone, Copy)]
pub struct TickProfile<'a> {
    profile: &'a Profile,
    place: usize,
}

#[derive(Debug, Clone, Copy, Default)]
struct TickTimes {
    tick: u64,
    begin: u64,
    end: u64,
}

/// A run of a system, in nanoseconds.
#[derive(Debug, Clone, Copy)]
struct Times {
    begin: u64,
    end: u64,
    thread: u32,
}

/// Of a system that did not run.
const NEVER: Times = Times { begin: u64::MAX, end: 0, thread: 0 };

impl Profile {
    /// A feed for systems of these names.
    #[must_use]
    pub fn new<S: Into<String>>(systems: impl IntoIterator<Item = S>) -> Self {
        let names: Vec<String> = systems.into_iter().map(Into::into).collect();
        let runs = alloc::vec![NEVER; PROFILE_TICKS * names.len()];
        Self { runs, ticks: alloc::vec![TickTimes::default(); PROFILE_TICKS], names, begun: 0 }
    }

    /// Begins a tick; the oldest of 512 is forgotten.
    pub fn begin_tick(&mut self, tick: u64, now: Duration) {
        self.begun += 1;
        let (place, now) = (self.last(), nanos(now));
        self.ticks[place] = TickTimes { tick, begin: now, end: now };
        self.runs_at_mut(place).fill(NEVER);
    }

    /// Records when a system ran in the tick that has begun. A second run of it replaces the first; before any tick, and for
    /// a number that no system has, nothing is recorded.
    pub fn record(&mut self, run: SystemRun) {
        let SystemRun { system, thread, begin, end } = run;
        if self.begun == 0 {
            return;
        }
        let place = self.last();
        if let Some(times) = self.runs_at_mut(place).get_mut(system) {
            let begin = nanos(begin).min(u64::MAX - 1);
            *times = Times { begin, end: nanos(end).max(begin), thread };
        }
    }

    /// Ends the tick that has begun.
    pub fn end_tick(&mut self, now: Duration) {
        if self.begun > 0 {
            let place = self.last();
            let tick = &mut self.ticks[place];
            tick.end = nanos(now).max(tick.begin);
        }
    }

    /// The names of the systems.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The last ticks, 512 at most.
    ///
    /// # Order
    ///
    /// The oldest first.
    #[must_use]
    pub fn ticks(&self) -> impl ExactSizeIterator<Item = TickProfile<'_>> {
        let most = PROFILE_TICKS as u64;
        let count = self.begun.min(most) as usize;
        let first = self.begun - count as u64;
        (0..count).map(move |i| {
            let place = ((first + i as u64) % most) as usize;
            TickProfile { profile: self, place }
        })
    }

    /// A table for people: per system how often it ran in these ticks and how long it took.
    #[must_use]
    pub fn text(&self) -> impl fmt::Display + '_ {
        text::Table(self)
    }

    /// JSON for tools: `{"ticks":[{"tick":..,"begin_ns":..,"took_ns":..,"systems":[{"name":..,"begin_ns":..,"took_ns":..,"thread":..}]}]}`.
    #[must_use]
    pub fn json(&self) -> impl fmt::Display + '_ {
        json::Ticks(self)
    }

    /// JSON in the trace event format, which `chrome://tracing` and Perfetto show.
    #[must_use]
    pub fn chrome_trace(&self) -> impl fmt::Display + '_ {
        json::Trace(self)
    }

    /// The place of the tick that has begun last.
    fn last(&self) -> usize {
        ((self.begun - 1) % PROFILE_TICKS as u64) as usize
    }

    fn runs_at(&self, place: usize) -> &[Times] {
        let systems = self.names.len();
        &self.runs[place * systems..][..systems]
    }

    fn runs_at_mut(&mut self, place: usize) -> &mut [Times] {
        let systems = self.names.len();
        &mut self.runs[place * systems..][..systems]
    }
}

impl SystemRun {
    /// How long it ran.
    #[must_use]
    pub const fn took(&self) -> Duration {
        self.end.saturating_sub(self.begin)
    }
}

impl<'a> TickProfile<'a> {
    /// Which tick.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.times().tick
    }

    /// When it began.
    #[must_use]
    pub fn begin(&self) -> Duration {
        Duration::from_nanos(self.times().begin)
    }

    /// How long it took.
    #[must_use]
    pub fn took(&self) -> Duration {
        Duration::from_nanos(self.times().end - self.times().begin)
    }

    /// When each system ran that did.
    ///
    /// # Order
    ///
    /// By number of the system.
    pub fn runs(&self) -> impl Iterator<Item = SystemRun> + use<'a> {
        let runs = self.profile.runs_at(self.place).iter().enumerate();
        runs.filter(|(_, times)| times.begin != NEVER.begin).map(|(system, times)| SystemRun {
            system,
            thread: times.thread,
            begin: Duration::from_nanos(times.begin),
            end: Duration::from_nanos(times.end),
        })
    }

    fn times(&self) -> &'a TickTimes {
        &self.profile.ticks[self.place]
    }
}
