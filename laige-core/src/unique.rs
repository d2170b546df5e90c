//! Numbers that never repeat in a process: versions of chunks come from here. Nothing that decides a simulation does.

/// A number above 0 that this process had not before.
#[cfg(target_has_atomic = "64")]
pub(crate) fn draw() -> u64 {
    use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Relaxed)
}

/// A number above 0 that this process had not before.
#[cfg(not(target_has_atomic = "64"))]
pub(crate) fn draw() -> u64 {
    static NEXT: narrow::Counter = narrow::Counter::new(1);
    NEXT.draw()
}

/// A counter to 2^64 where atomics have 32 bits: two halves behind a lock that is held for a few instructions.
#[cfg(any(test, not(target_has_atomic = "64")))]
mod narrow {
    use core::sync::atomic::{
        AtomicBool, AtomicU32,
        Ordering::{Acquire, Relaxed, Release},
    };

    pub(super) struct Counter {
        locked: AtomicBool,
        low: AtomicU32,
        high: AtomicU32,
    }

    impl Counter {
        pub(super) const fn new(first: u64) -> Self {
            Self {
                locked: AtomicBool::new(false),
                low: AtomicU32::new(first as u32),
                high: AtomicU32::new((first >> 32) as u32),
            }
        }

        pub(super) fn draw(&self) -> u64 {
            while self.locked.compare_exchange_weak(false, true, Acquire, Relaxed).is_err() {
                core::hint::spin_loop();
            }
            let (low, high) = (self.low.load(Relaxed), self.high.load(Relaxed));
            let number = u64::from(high) << 32 | u64::from(low);
            self.low.store(low.wrapping_add(1), Relaxed);
            self.high.store(high.wrapping_add(u32::from(low == u32::MAX)), Relaxed);
            self.locked.store(false, Release);
            number
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_is_drawn_twice() {
        let first = draw();
        assert!(first > 0 && draw() > first);
    }

    #[test]
    fn the_narrow_counter_carries_into_its_high_half() {
        let counter = narrow::Counter::new(u64::from(u32::MAX));
        let drawn = [counter.draw(), counter.draw(), counter.draw()];
        assert_eq!(drawn, [0xFFFF_FFFF, 0x1_0000_0000, 0x1_0000_0001]);
    }
}
