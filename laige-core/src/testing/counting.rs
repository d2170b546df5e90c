//! The allocator that counts: the system's own, with a look at who calls it while a thread is watched. On threads that are not
//! watched it costs one read of a thread-local value.
#![expect(
    unsafe_code,
    reason = "an allocator is unsafe to implement; this one passes every call on"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::backtrace::Backtrace;
use std::cell::{Cell, RefCell};
use std::thread_local;

/// The system's allocator, which [`assert_no_alloc`](super::assert_no_alloc) can ask for its calls.
///
/// Install it in a test, not in a game: `#[global_allocator] static ALLOCATOR: CountingAllocator = CountingAllocator::new();`
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct CountingAllocator;

impl CountingAllocator {
    /// The allocator.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }
}

/// What a call asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Allocate,
    Grow,
    Free,
}

/// A call of the allocator.
pub(super) struct Recorded {
    pub(super) kind: Kind,
    pub(super) bytes: usize,
    pub(super) backtrace: Option<Backtrace>,
}

/// The calls of a watch.
pub(super) struct Calls {
    pub(super) count: u64,
    pub(super) first: Option<Recorded>,
}

/// What is done at a call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Nothing.
    Idle,
    /// Calls are counted.
    Counting,
    /// Calls are counted, and the first is looked at.
    Looking,
}

thread_local! {
    // Constants without destructors: reaching them allocates nothing.
    static STATE: Cell<State> = const { Cell::new(State::Idle) };
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

thread_local! {
    // Only reached while a thread is watched, which makes it before it begins.
    static FIRST: RefCell<Option<Recorded>> = const { RefCell::new(None) };
}

/// Whether this allocator is the global one: a box of a byte is one call.
pub(super) fn is_installed() -> bool {
    let watch = Watch::start_without_backtrace();
    drop(std::hint::black_box(std::boxed::Box::new(std::hint::black_box(1_u8))));
    watch.stop().count > 0
}

/// The calls of this thread are counted while it lives. Watches nest: the outer one does not see what the inner one saw.
pub(super) struct Watch {
    before: (State, u64),
    looking: bool,
}

impl Watch {
    pub(super) fn start() -> Self {
        FIRST.with_borrow_mut(|first| *first = None);
        Self::begin(State::Looking)
    }

    pub(super) fn start_without_backtrace() -> Self {
        Self::begin(State::Counting)
    }

    fn begin(state: State) -> Self {
        let looking = state == State::Looking;
        Self { looking, before: (STATE.replace(state), COUNT.replace(0)) }
    }

    pub(super) fn stop(self) -> Calls {
        STATE.set(State::Idle);
        let first = if self.looking { FIRST.take() } else { None };
        Calls { count: COUNT.get(), first }
    }
}

/// Also when the closure panicked.
impl Drop for Watch {
    fn drop(&mut self) {
        STATE.set(self.before.0);
        COUNT.set(self.before.1);
    }
}

#[inline]
fn note(kind: Kind, bytes: usize) {
    // A thread that ends has no state any more, and is not watched.
    let state = STATE.try_with(Cell::get).unwrap_or(State::Idle);
    if state != State::Idle {
        note_watched(state, kind, bytes);
    }
}

#[cold]
fn note_watched(state: State, kind: Kind, bytes: usize) {
    // A panic allocates for its message while the standard library's lock of backtraces may be held.
    if std::thread::panicking() {
        return;
    }
    COUNT.set(COUNT.get() + 1);
    if state == State::Looking {
        // What the backtrace allocates is not the closure's.
        STATE.set(State::Idle);
        let backtrace = Some(Backtrace::force_capture());
        FIRST.set(Some(Recorded { kind, bytes, backtrace }));
        STATE.set(State::Counting);
    }
}

// SAFETY: every call is the system allocator's, with the same arguments.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(Kind::Allocate, layout.size());
        // SAFETY: the caller's duty.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note(Kind::Allocate, layout.size());
        // SAFETY: the caller's duty.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        note(Kind::Grow, bytes);
        // SAFETY: the caller's duty.
        unsafe { System.realloc(start, layout, bytes) }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        note(Kind::Free, layout.size());
        // SAFETY: the caller's duty.
        unsafe { System.dealloc(start, layout) }
    }
}
