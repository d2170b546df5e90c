//! The system's allocator, with a count of its calls on each thread.
#![expect(
    unsafe_code,
    reason = "an allocator is unsafe to implement; this one passes every call on"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

struct Counting;

thread_local! {
    // Constant, and without a destructor: reading it allocates nothing.
    static CALLS: Cell<u64> = const { Cell::new(0) };
    static LIVE: Cell<u64> = const { Cell::new(0) };
    static PEAK: Cell<u64> = const { Cell::new(0) };
}

/// Requests of no bytes, of all threads; `GlobalAlloc` forbids them.
static ZERO_SIZED: AtomicU64 = AtomicU64::new(0);

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often this thread called the allocator.
pub(crate) fn calls() -> u64 {
    CALLS.get()
}

/// How many bytes more than before this thread had at a time while `run` ran.
pub(crate) fn peak_of(run: impl FnOnce()) -> u64 {
    let before = LIVE.get();
    PEAK.set(before);
    run();
    PEAK.get().saturating_sub(before)
}

/// How often any thread asked for no bytes.
pub(crate) fn zero_sized_requests() -> u64 {
    ZERO_SIZED.load(Relaxed)
}

fn count(bytes: usize) {
    CALLS.set(CALLS.get() + 1);
    ZERO_SIZED.fetch_add(u64::from(bytes == 0), Relaxed);
}

fn weigh(taken: usize, freed: usize) {
    // What another thread allocated may be freed here.
    let live = (LIVE.get() + taken as u64).saturating_sub(freed as u64);
    LIVE.set(live);
    PEAK.set(PEAK.get().max(live));
}

// SAFETY: every call is the system allocator's.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        weigh(layout.size(), 0);
        // SAFETY: the caller's duty.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        weigh(layout.size(), 0);
        // SAFETY: the caller's duty.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        count(bytes);
        weigh(bytes, layout.size());
        // SAFETY: the caller's duty.
        unsafe { System.realloc(start, layout, bytes) }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        count(layout.size());
        weigh(0, layout.size());
        // SAFETY: the caller's duty.
        unsafe { System.dealloc(start, layout) }
    }
}
