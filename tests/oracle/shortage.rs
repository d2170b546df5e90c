//! Shortage of memory: an allocator that refuses blocks of rows when it is told to. It is known by their alignment, which
//! nothing else in these tests has but columns, and those are filled while no shortage is on.
#![expect(
    unsafe_code,
    reason = "an allocator is unsafe to implement; this one passes on every call that it does not refuse"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Short;

#[global_allocator]
static ALLOCATOR: Short = Short;

thread_local! {
    /// How many blocks this thread is still given; none, if there is no shortage.
    static LEFT: Cell<Option<u32>> = const { Cell::new(None) };
    /// Whether this thread is given nothing of a mebibyte or more.
    static NOTHING_LARGE: Cell<bool> = const { Cell::new(false) };
    /// How many blocks were refused since the shortage began.
    static REFUSED: Cell<u32> = const { Cell::new(0) };
}

/// Begins a shortage after so many blocks.
pub(crate) fn begin(left: u32) {
    LEFT.set(Some(left));
    REFUSED.set(0);
}

/// Ends the shortage and tells whether anything was refused.
pub(crate) fn end() -> bool {
    LEFT.set(None);
    REFUSED.take() > 0
}

/// Whether anything was refused since the shortage began.
pub(crate) fn is_felt() -> bool {
    REFUSED.get() > 0
}

/// Runs without a shortage.
pub(crate) fn spared<R>(run: impl FnOnce() -> R) -> R {
    let left = LEFT.take();
    let result = run();
    LEFT.set(left);
    result
}

/// Runs while nothing of a mebibyte or more can be had.
pub(crate) fn with_nothing_large<R>(run: impl FnOnce() -> R) -> R {
    NOTHING_LARGE.set(true);
    let result = run();
    NOTHING_LARGE.set(false);
    result
}

/// Whether this request is refused.
fn refuses(layout: Layout) -> bool {
    if NOTHING_LARGE.get() && layout.size() >= 1 << 20 {
        return true;
    }
    if layout.align() != laige::limits::MAX_COMPONENT_ALIGN {
        return false;
    }
    match LEFT.get() {
        None => false,
        Some(0) => {
            REFUSED.set(REFUSED.get() + 1);
            true
        }
        Some(left) => {
            LEFT.set(Some(left - 1));
            false
        }
    }
}

// SAFETY: every call is the system allocator's or gives null, which means that there is no memory.
unsafe impl GlobalAlloc for Short {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if refuses(layout) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's duty.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if refuses(layout) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's duty.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        // SAFETY: the caller's duty.
        unsafe { System.realloc(start, layout, bytes) }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        // SAFETY: the caller's duty.
        unsafe { System.dealloc(start, layout) }
    }
}
