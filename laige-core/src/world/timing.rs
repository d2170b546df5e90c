//! How long systems take: a clock that the caller gives, the timing of each system, and the profile of the last ticks. Without a clock nothing
//! is timed; with one, no result is another.

use alloc::boxed::Box;
use core::time::Duration;

use super::World;
use crate::System;
use crate::events::Event;
use crate::schedule::Segment;
use crate::system::{Span, Watch};
use crate::time::{Clock, Profile, SystemRun, Timing, Verdict};

impl World {
    /// Gives the world a clock, by which every run of a system is timed from now on. Whoever takes longer than its budget is told of.
    ///
    /// ```
    /// use laige_core::{Options, World};
    /// use laige_core::time::SystemClock;
    ///
    /// let mut world = World::new(Options::with_capacity(100))?;
    /// world.set_clock(SystemClock::start());
    /// # Ok::<(), laige_core::Error>(())
    /// ```
    pub fn set_clock(&mut self, clock: impl Clock + Send + Sync + 'static) {
        let profile = self.watch.take().and_then(|watch| watch.profile);
        self.watch = Some(Box::new(Watch { clock: Box::new(clock), profile }));
    }

    /// Takes the clock away. What was timed stays.
    pub fn remove_clock(&mut self) {
        self.watch = None;
    }

    /// How long the system `S` took; `None` if it was never timed or is not there.
    #[must_use]
    pub fn system_timing<S: System>(&self) -> Option<&Timing> {
        let at = self.systems.position(S::NAME)?;
        self.systems.entries[at].timing.as_deref()
    }

    /// Begins a profile of the systems that there are, of the last 512 ticks. It needs a clock; without one nothing begins, which is `false`.
    pub fn start_profile(&mut self) -> bool {
        let names = self.systems.entries.iter().map(|entry| entry.name);
        match &mut self.watch {
            Some(watch) => {
                watch.profile = Some(Profile::new(names));
                true
            }
            None => false,
        }
    }

    /// The profile, if one was begun.
    #[must_use]
    pub fn profile(&self) -> Option<&Profile> {
        self.watch.as_ref()?.profile.as_ref()
    }

    /// What the clock says, if there is one.
    #[inline]
    pub(super) fn now(&self) -> Option<Duration> {
        self.watch.as_ref().map(|watch| watch.clock.now())
    }

    /// From then to now, on this thread.
    #[inline]
    pub(super) fn span_since(&self, begin: Option<Duration>) -> Option<Span> {
        let (begin, end) = (begin?, self.now()?);
        Some(Span { begin, end, thread: thread() })
    }

    /// Notes how long the systems of a segment took, and tells of those that took too long.
    pub(super) fn note_times(&mut self, segment: &Segment) {
        if self.watch.is_none() {
            return;
        }
        for &at in &segment.systems {
            let entry = self.systems.entries.get_mut(at as usize).filter(|entry| entry.runs);
            if let Some(span) = entry.and_then(|entry| entry.span.take()) {
                self.note_time(at as usize, span);
            }
        }
    }

    fn note_time(&mut self, at: usize, Span { begin, end, thread }: Span) {
        if let Some(profile) = self.watch.as_mut().and_then(|watch| watch.profile.as_mut()) {
            profile.record(SystemRun { system: at, thread, begin, end });
        }
        let entry = &mut self.systems.entries[at];
        let budget = entry.setup.budget;
        let timing = entry.timing.get_or_insert_with(|| Box::new(Timing::new(budget)));
        let took = end.saturating_sub(begin);
        let verdict = timing.record(took);
        if verdict == Verdict::Within {
            return;
        }
        let milliseconds = |duration: Option<Duration>| {
            duration.map_or(0.0, |duration| duration.as_secs_f64() * 1_000.0)
        };
        let (system, id) = (entry.name, at as u32 + 1);
        let (measured_ms, budget_ms) = (milliseconds(Some(took)), milliseconds(budget));
        let (p99_ms, window_samples) = (milliseconds(timing.p99()), timing.window_samples() as u32);
        let events = &self.storage.ground.events;
        events.emit(Event::BudgetOverrun {
            system,
            id,
            measured_ms,
            budget_ms,
            p99_ms,
            window_samples,
        });
        if verdict == Verdict::Critical {
            events.emit(Event::BudgetCritical {
                system,
                id,
                measured_ms,
                budget_ms,
                p99_ms,
                window_samples,
            });
        }
    }

    pub(super) fn begin_profile(&mut self, tick: u64) {
        if let Some(Watch { clock, profile: Some(profile) }) = self.watch.as_deref_mut() {
            profile.begin_tick(tick, clock.now());
        }
    }

    pub(super) fn end_profile(&mut self) {
        if let Some(Watch { clock, profile: Some(profile) }) = self.watch.as_deref_mut() {
            profile.end_tick(clock.now());
        }
    }
}

/// The number of this thread in its pool.
fn thread() -> u32 {
    #[cfg(feature = "rayon")]
    return rayon_core::current_thread_index().unwrap_or(0) as u32;
    #[cfg(not(feature = "rayon"))]
    0
}
