//! Clocks: where time comes from. The caller decides: the system's clock, a fixed step for tests, a console's own.

use core::time::Duration;

/// Something that knows how much time has passed since a moment of its own.
///
/// Any closure that gives a [`Duration`] is a clock. Without the standard library there is no other.
///
/// ```
/// use std::cell::Cell;
/// use std::time::Duration;
///
/// use laige_core::time::Clock;
///
/// let passed = Cell::new(Duration::ZERO);
/// let clock = || passed.get();
/// passed.set(Duration::from_millis(16));
/// assert_eq!(clock.now(), Duration::from_millis(16));
/// ```
pub trait Clock {
    /// The time that has passed. It may stand still and is best never to go back.
    fn now(&self) -> Duration;
}

impl<F: Fn() -> Duration> Clock for F {
    fn now(&self) -> Duration {
        self()
    }
}

/// The system's monotonic clock, from the moment it was started.
///
/// ```
/// use laige_core::time::{Clock, SystemClock};
///
/// let clock = SystemClock::start();
/// assert!(clock.now() <= clock.now());
/// ```
#[cfg(feature = "std")]
#[derive(Debug, Clone, Copy)]
pub struct SystemClock(std::time::Instant);

#[cfg(feature = "std")]
impl SystemClock {
    /// A clock that starts now.
    #[must_use]
    pub fn start() -> Self {
        Self(std::time::Instant::now())
    }
}

#[cfg(feature = "std")]
impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
