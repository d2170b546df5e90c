//! The heap: an allocator that counts, for the bars on memory and on calls of the allocator, and a way to let data lie elsewhere.
#![expect(unsafe_code, reason = "an allocator is an unsafe trait; this one passes every call on")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::random::Random;

static CALLS: AtomicUsize = AtomicUsize::new(0);
static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, counted. The counts are exact in a process of one thread: they are not read-modify-write operations, which would cost a
/// contender that allocates more than the counting may.
#[derive(Debug)]
pub struct Counting;

/// What the allocator was asked for until now.
#[derive(Clone, Copy, Debug)]
pub struct Count {
    /// Calls that give, resize or take back memory.
    pub calls: usize,
    /// Bytes in use.
    pub live: usize,
    /// The most bytes that were in use since [`reset_peak`].
    pub peak: usize,
}

/// Reads the counts.
#[must_use]
pub fn count() -> Count {
    Count { calls: CALLS.load(Relaxed), live: LIVE.load(Relaxed), peak: PEAK.load(Relaxed) }
}

/// Begins a new peak at what is in use.
pub fn reset_peak() {
    PEAK.store(LIVE.load(Relaxed), Relaxed);
}

fn note(more: usize, less: usize) {
    CALLS.store(CALLS.load(Relaxed) + 1, Relaxed);
    let live = LIVE.load(Relaxed).wrapping_add(more).wrapping_sub(less);
    LIVE.store(live, Relaxed);
    PEAK.store(PEAK.load(Relaxed).max(live), Relaxed);
}

// SAFETY: every call is passed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size(), 0);
        // SAFETY: the caller's duty.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note(layout.size(), 0);
        // SAFETY: the caller's duty.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note(size, layout.size());
        // SAFETY: the caller's duty.
        unsafe { System.realloc(start, layout, size) }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        note(0, layout.size());
        // SAFETY: the caller's duty.
        unsafe { System.dealloc(start, layout) }
    }
}

/// A block of random size. What is allocated while it lives lies elsewhere than it would have.
#[must_use]
pub fn shift(random: &mut Random) -> Vec<u8> {
    Vec::with_capacity(16 * (1 + random.below(1_024)))
}
