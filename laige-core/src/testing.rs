//! For users' tests: whether some code leaves the allocator alone, and whether a game comes out the same when ticks are run again.

mod backtrace;
mod counting;
mod sync;

use std::string::String;

pub use counting::CountingAllocator;
pub use sync::{Differs, SyncFault, SyncTest, Variation, sync_test};

use counting::{Calls, Kind, Recorded};

/// Runs a closure, and panics if it called the allocator: the message names the first call, with the function and the line.
///
/// The program must have [`CountingAllocator`] as its global allocator; a test that forgot it fails as well. What other
/// threads do meanwhile, the closure's own included, is not seen. Freeing counts as a call: what is freed in the steady state was
/// allocated in it.
///
/// ```standalone_crate
/// use laige_core::testing::{CountingAllocator, assert_no_alloc};
///
/// #[global_allocator]
/// static ALLOCATOR: CountingAllocator = CountingAllocator::new();
///
/// # fn main() {
/// let mut scores = vec![3, 1, 2];
/// let best = assert_no_alloc(|| {
///     scores.sort_unstable();
///     scores.pop()
/// });
/// assert_eq!(best, Some(3));
/// # }
/// ```
///
/// ```should_panic,standalone_crate
/// # use laige_core::testing::{CountingAllocator, assert_no_alloc};
/// # #[global_allocator]
/// # static ALLOCATOR: CountingAllocator = CountingAllocator::new();
/// # fn main() {
/// // assert_no_alloc: the allocator was called once, first to allocate 8 bytes in ..
/// assert_no_alloc(|| std::hint::black_box(Box::new(7_u64)));
/// # }
/// ```
///
/// Functions and lines are named where the build has debug information. The closure must not make a
/// [`Backtrace`](std::backtrace::Backtrace) itself: to find out who calls the allocator another one is made, and
/// the standard library makes one at a time.
///
/// # Panics
///
/// If the closure called the allocator, or the allocator is not installed.
#[track_caller]
pub fn assert_no_alloc<R>(run: impl FnOnce() -> R) -> R {
    assert!(
        counting::is_installed(),
        "assert_no_alloc: CountingAllocator is not the global allocator; add to this test's file:\n\
         #[global_allocator]\nstatic ALLOCATOR: CountingAllocator = CountingAllocator::new();"
    );
    let watch = counting::Watch::start();
    let result = run();
    let calls = watch.stop();
    if let Some(message) = complaint(&calls) {
        // The result may be dropped by now without being counted.
        panic!("{message}");
    }
    result
}

/// How often a closure calls the allocator, and the closure's result; for tests that compare with a number.
///
/// # Panics
///
/// If the allocator is not installed.
#[track_caller]
pub fn count_allocs<R>(run: impl FnOnce() -> R) -> (u64, R) {
    assert!(
        counting::is_installed(),
        "count_allocs: CountingAllocator is not the global allocator"
    );
    let watch = counting::Watch::start_without_backtrace();
    let result = run();
    (watch.stop().count, result)
}

/// What to say of the calls, if there were any.
fn complaint(calls: &Calls) -> Option<String> {
    let Recorded { kind, bytes, backtrace } = calls.first.as_ref()?;
    let times = match calls.count {
        1 => String::from("once"),
        count => std::format!("{count} times"),
    };
    let what = match kind {
        Kind::Allocate => "allocate",
        Kind::Grow => "grow or shrink to",
        Kind::Free => "free",
    };
    let place = match backtrace {
        Some(backtrace) => backtrace::caller(&std::format!("{backtrace}")),
        None => String::from("a function that is not known"),
    };
    Some(std::format!(
        "assert_no_alloc: the allocator was called {times}, first to {what} {bytes} bytes in {place}"
    ))
}
