//! The fixed-step loop: how many ticks are due when a frame begins, in whole numbers, so that no rounding piles up. It runs
//! no clock and sleeps nowhere; the caller says what time it is.

use core::fmt;
use core::ops::Range;
use core::time::Duration;

use crate::events::{Event, EventLog};
use crate::limits::{DEFAULT_MAX_CATCH_UP, MAX_TICK_RATE_HZ, MIN_TICK_RATE_HZ};
use crate::{Config, Error, Result, World};

const NANOS_PER_SECOND: u128 = 1_000_000_000;

/// Tells how many ticks of a fixed length are due, frame by frame.
///
/// After `t` nanoseconds since the first frame, `floor(t * rate / 10^9)` ticks are due in all: no tick is lost or won by
/// rounding, after any time. A frame that comes late runs several, up to the catch-up limit. Those above it are dropped:
/// they are reported once and never come back, so that a slow machine runs slow and does not fall ever further behind.
///
/// ```
/// use std::time::Duration;
///
/// use laige_core::{Loop, Options, World};
///
/// let mut world = World::new(Options::with_capacity(10))?;
/// let mut ticks = Loop::new(60, 5)?;
/// let mut ran = Vec::new();
/// for millis in [0, 16, 33, 50] {
///     let now = Duration::from_millis(millis);
///     ticks.run(now, &mut world, |_world, tick| {
///         ran.push(tick);
///         Ok::<(), laige_core::Error>(())
///     })?;
/// }
/// assert_eq!(ran, [1, 2, 3]);
/// # Ok::<(), laige_core::Error>(())
/// ```
///
/// A [`Clock`](super::Clock) tells the time: `ticks.run(clock.now(), ..)`.
pub struct Loop {
    tick_rate_hz: u32,
    max_catch_up: u32,
    /// The time of the first frame.
    start: Option<Duration>,
    /// The latest time that was told.
    latest: Duration,
    /// Ticks that need not be run any more: completed or dropped.
    settled: u128,
    completed: u64,
    dropped: u64,
    events: EventLog,
}

/// The ticks of one frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Due {
    /// How many ticks to run.
    pub count: u32,
    /// The number of the first of them. Ticks are numbered from 1; dropped ones have no number.
    pub first: u64,
    /// How many ticks were dropped in this frame.
    pub dropped: u64,
    /// The part of the next tick that has passed, in units of 2^-24.
    part: u32,
}

impl Loop {
    /// A loop of so many ticks per second (20 to 120), of which one frame runs at most `max_catch_up` (1 or more).
    ///
    /// # Errors
    ///
    /// [`TickRateOutOfRange`](Error::TickRateOutOfRange), [`CatchUpOutOfRange`](Error::CatchUpOutOfRange). Each also gives its event,
    /// `loop/tick_rate_invalid` or `loop/catchup_invalid`.
    pub fn new(tick_rate_hz: u32, max_catch_up: u32) -> Result<Self> {
        if !(MIN_TICK_RATE_HZ..=MAX_TICK_RATE_HZ).contains(&tick_rate_hz) {
            EventLog::tell_once(Event::TickRateInvalid { tick_rate_hz });
            return Err(Error::TickRateOutOfRange { tick_rate_hz });
        }
        if max_catch_up == 0 {
            EventLog::tell_once(Event::CatchupInvalid { max_catch_up });
            return Err(Error::CatchUpOutOfRange { max_catch_up });
        }
        Ok(Self {
            tick_rate_hz,
            max_catch_up,
            start: None,
            latest: Duration::ZERO,
            settled: 0,
            completed: 0,
            dropped: 0,
            events: EventLog::new(),
        })
    }

    /// A loop with the tick rate of a configuration and the default catch-up limit, 5 ticks.
    ///
    /// # Errors
    ///
    /// [`TickRateOutOfRange`](Error::TickRateOutOfRange).
    pub fn from_config(config: &Config) -> Result<Self> {
        Self::new(config.tick_rate_hz, DEFAULT_MAX_CATCH_UP)
    }

    /// Runs a frame: `world.begin_frame()` once, then `tick` for each tick that is due, with its number.
    ///
    /// `now` is the time since any moment, the same for all frames. The first frame runs nothing: time starts there. A `now`
    /// earlier than a former one counts as that one, so a clock that goes back stops the simulation until it has caught up.
    ///
    /// A tick that fails, or panics, was not run: it is due again in the next frame, and those after it too.
    ///
    /// # Errors
    ///
    /// What `tick` gives; the rest of the frame's ticks are not run then.
    pub fn run<E>(
        &mut self,
        now: Duration,
        world: &mut World,
        mut tick: impl FnMut(&mut World, u64) -> Result<(), E>,
    ) -> Result<Due, E> {
        let due = self.plan(now);
        world.begin_frame();
        for number in due.ticks() {
            tick(world, number)?;
            self.complete(1);
        }
        Ok(due)
    }

    /// Starts a frame and says which ticks to run, for callers with a loop of their own. All of them count as run.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use laige_core::Loop;
    ///
    /// let mut ticks = Loop::new(100, 2)?;
    /// ticks.advance(Duration::from_secs(7));
    /// // 10 ticks later: 2 are run, 8 are dropped, for good.
    /// let due = ticks.advance(Duration::from_millis(7_100));
    /// assert_eq!((due.ticks(), due.dropped), (1..3, 8));
    /// let due = ticks.advance(Duration::from_millis(7_115));
    /// assert_eq!((due.ticks(), due.dropped), (3..4, 0));
    /// assert_eq!(due.interpolation(), 0.5);
    /// # Ok::<(), laige_core::Error>(())
    /// ```
    pub fn advance(&mut self, now: Duration) -> Due {
        let due = self.plan(now);
        self.complete(due.count);
        due
    }

    /// How long it takes from `now` until a tick is due: as long as a program may sleep.
    #[must_use]
    pub fn until_next(&self, now: Duration) -> Duration {
        let Some(start) = self.start else { return Duration::ZERO };
        let elapsed = now.max(self.latest).saturating_sub(start).as_nanos();
        let needed =
            ((self.settled + 1) * NANOS_PER_SECOND).div_ceil(u128::from(self.tick_rate_hz));
        // At most one tick, which is at most 50 ms, unless the clock stands behind what it was.
        let nanos = needed.saturating_sub(elapsed);
        let behind = self.latest.saturating_sub(now);
        Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX)).saturating_add(behind)
    }

    /// Ticks per second.
    #[must_use]
    pub const fn tick_rate_hz(&self) -> u32 {
        self.tick_rate_hz
    }

    /// How many ticks a frame runs at most.
    #[must_use]
    pub const fn max_catch_up(&self) -> u32 {
        self.max_catch_up
    }

    /// How many ticks were run, which is also the number of the last one.
    #[must_use]
    pub const fn completed(&self) -> u64 {
        self.completed
    }

    /// How many ticks were dropped, in all frames.
    #[must_use]
    pub const fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Works out what is due; what is dropped is settled here, what is run when it is complete.
    fn plan(&mut self, now: Duration) -> Due {
        self.events.begin_frame();
        let start = *self.start.get_or_insert(now);
        self.latest = self.latest.max(now);
        // A duration has less than 2^64 seconds, so this is below 2^94 * 2^7.
        let scaled = self.latest.saturating_sub(start).as_nanos() * u128::from(self.tick_rate_hz);
        let wanted = scaled / NANOS_PER_SECOND - self.settled;
        let count = wanted.min(u128::from(self.max_catch_up)) as u32;
        let dropped = wanted - u128::from(count);
        self.settled += dropped;
        let dropped = u64::try_from(dropped).unwrap_or(u64::MAX);
        if dropped > 0 {
            self.drop_ticks(dropped);
        }
        let part = ((scaled % NANOS_PER_SECOND) << 24) / NANOS_PER_SECOND;
        Due { count, first: self.completed + 1, dropped, part: part as u32 }
    }

    #[cold]
    fn drop_ticks(&mut self, dropped: u64) {
        self.dropped = self.dropped.saturating_add(dropped);
        self.events.emit(Event::TickDropped {
            dropped,
            total_dropped: self.dropped,
            max_catch_up: self.max_catch_up,
            tick_rate_hz: self.tick_rate_hz,
        });
    }

    fn complete(&mut self, ticks: u32) {
        self.settled += u128::from(ticks);
        self.completed += u64::from(ticks);
    }
}

impl fmt::Debug for Loop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tick_rate_hz, max_catch_up, completed, dropped, .. } = self;
        f.debug_struct("Loop")
            .field("tick_rate_hz", tick_rate_hz)
            .field("max_catch_up", max_catch_up)
            .field("completed", completed)
            .field("dropped", dropped)
            .finish_non_exhaustive()
    }
}

impl Due {
    /// The numbers of the ticks to run, in order.
    #[must_use]
    pub const fn ticks(&self) -> Range<u64> {
        self.first..self.first + self.count as u64
    }

    /// How far the moment of the frame is on its way from the last tick to the next, from 0.0 up to but not including 1.0: for drawing
    /// between two states. Not for the simulation, which knows no time between ticks.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "24 bits are exact")]
    pub const fn interpolation(&self) -> f32 {
        const STEP: f32 = 1.0 / (1 << 24) as f32;
        self.part as f32 * STEP
    }
}
