//! Schedules: in which order the systems of a world run. A schedule is a value; it is valid as long as nothing is added to the world.

mod error;

pub use error::{DependencyFault, ScheduleError};

use alloc::vec::Vec;

/// The order in which a world's systems run: from [`World::schedule`](crate::World::schedule).
///
/// It is valid until a system is added to the world, or something is said of one.
#[derive(Debug, Clone)]
pub struct Schedule {
    pub(crate) version: u64,
    /// The stages with the places of their systems, in the order in which they run.
    pub(crate) stages: Vec<Vec<u16>>,
    pub(crate) systems: u32,
}
