//! Time: when ticks are due, and how long they took. It never reaches the simulation: no result depends on a clock.

mod clock;
mod fixed_loop;
mod profile;
mod timing;

pub use clock::Clock;
#[cfg(feature = "std")]
pub use clock::SystemClock;
pub use fixed_loop::{Due, Loop};
pub use profile::{Profile, SystemRun, TickProfile};
pub use timing::{Timing, Verdict};
