//! A stopwatch for single operations of a few nanoseconds: the processor's time stamp, fenced so that an operation is all
//! inside, less what an empty measurement takes. Other processors than `x86_64` have the standard library's clock.

use std::hint::black_box;
use std::time::Instant;

/// Knows what a tick is, and what measuring costs.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    nanoseconds: f64,
    overhead: u64,
}

impl Stopwatch {
    /// Calibrates the ticks against the clock, and measures nothing many times: the median is the overhead.
    #[must_use]
    pub fn new() -> Self {
        let (start, ticks) = (Instant::now(), now());
        while start.elapsed().as_millis() < 20 {}
        let ticks = now() - ticks;
        let nanoseconds = start.elapsed().as_nanos() as f64 / ticks as f64;
        let mut stopwatch = Self { nanoseconds, overhead: 0 };
        let mut empty: Vec<u64> = (0..10_001).map(|_| stopwatch.ticks(|| black_box(()))).collect();
        empty.sort_unstable();
        stopwatch.overhead = empty[5_000];
        stopwatch
    }

    /// What one measurement adds, in nanoseconds; it is taken off each time.
    #[must_use]
    pub fn overhead(&self) -> f64 {
        self.overhead as f64 * self.nanoseconds
    }

    /// How long an operation takes, in nanoseconds.
    #[inline]
    pub fn time<R>(&self, operation: impl FnOnce() -> R) -> f64 {
        self.ticks(operation) as f64 * self.nanoseconds
    }

    #[inline]
    fn ticks<R>(&self, operation: impl FnOnce() -> R) -> u64 {
        let start = now();
        black_box(operation());
        (now() - start).saturating_sub(self.overhead)
    }
}

impl Default for Stopwatch {
    fn default() -> Self {
        Self::new()
    }
}

/// The time stamp, after all instructions before it and before all after it.
#[cfg(target_arch = "x86_64")]
#[inline]
#[expect(unsafe_code, reason = "instructions that nothing safe wraps")]
fn now() -> u64 {
    use std::arch::x86_64::{_mm_lfence, _rdtsc};
    // SAFETY: every processor of this architecture has the instruction.
    unsafe { _mm_lfence() };
    // SAFETY: as above; user code may read the time stamp on all systems that Rust supports.
    let ticks = unsafe { _rdtsc() };
    // SAFETY: as above.
    unsafe { _mm_lfence() };
    ticks
}

/// Nanoseconds since the first call.
#[cfg(not(target_arch = "x86_64"))]
fn now() -> u64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64
}
