//! The probe: a fixed piece of work with much parallelism inside, which a neighbour on the other hyperthread of the core slows down at
//! once. A sample counts if the probes before and after it were about as fast as the fastest ever.

use std::hint::black_box;

use crate::machine;

/// How much slower than the best a probe may be, where the core was ours alone.
const CLEAN: f64 = 1.06;

/// Knows how fast the probe is when nobody disturbs it.
#[derive(Debug)]
pub struct Probe {
    best: u64,
    /// Where the thread could run before, and where it runs.
    cores: Vec<usize>,
    chosen: Option<usize>,
}

impl Probe {
    /// Pins the thread to the core on which the probe is fastest, and learns how fast that is.
    #[must_use]
    pub fn new() -> Self {
        let time_on = |core: &usize| {
            machine::pin_to(&[*core]);
            typical()
        };
        let cores = machine::cores();
        let chosen = cores.iter().copied().min_by_key(time_on);
        machine::pin_to(chosen.as_slice());
        Self { best: typical(), cores, chosen }
    }

    /// Does something for which the thread, and those it starts, may run on any core.
    pub fn on_all_cores(&self, work: impl FnOnce()) {
        machine::pin_to(&self.cores);
        work();
        machine::pin_to(self.chosen.as_slice());
    }

    /// Runs the probe: how much slower it was than the best so far, 1 or more. It runs twice, for the first time may
    /// find its instructions driven from the cache.
    pub fn run(&mut self) -> f64 {
        let time = once().min(once());
        self.best = self.best.min(time);
        time as f64 / self.best as f64
    }

    /// Whether a sample between probes of that slowness counts.
    #[must_use]
    pub fn is_clean(slowness: f64) -> bool {
        slowness <= CLEAN
    }
}

impl Default for Probe {
    fn default() -> Self {
        Self::new()
    }
}

/// A low decile of many runs.
fn typical() -> u64 {
    let mut times: Vec<u64> = (0..500).map(|_| once()).collect();
    times.sort_unstable();
    times[50]
}

/// One run, in nanoseconds of CPU time.
fn once() -> u64 {
    let start = machine::cpu_time();
    black_box(work(black_box(1)));
    machine::cpu_time() - start
}

/// Chains of integer operations that do not depend on each other, each of another kind so that they are not made one vector.
fn work(seed: u64) -> u64 {
    let [mut first, mut second, mut third, mut fourth, mut fifth] =
        [1, 2, 3, 4, 5].map(|i| seed + i);
    for i in 0..5_000 {
        first = first.rotate_left(5) ^ i;
        second = (second << 1).wrapping_sub(i);
        third ^= third >> 7;
        fourth = fourth.wrapping_add(i).rotate_right(3);
        fifth = (fifth & i) | 1;
    }
    first ^ second ^ third ^ fourth ^ fifth
}
