//! Schedules: in which order the systems of a world run, worked out from what they touch and what was said of them. A schedule is a value; it
//! is valid as long as nothing is added to the world. Running it is `world/run.rs`.

mod build;
mod describe;
mod error;
mod graph;
mod stage;
mod told;
mod touches;

pub(crate) use build::{build, check_dependencies};
pub use error::{DependencyFault, ScheduleError};
pub(crate) use graph::Place;
pub(crate) use stage::{Segment, Stage};
pub(crate) use told::{TABLE, tell_cycle};

use alloc::vec::Vec;
use core::fmt;

use self::touches::Touches;
use crate::StableId;
use crate::system::Entry;

/// The order in which a world's systems run: from [`World::schedule`](crate::World::schedule).
///
/// Stages come one after the other. In a stage, systems run in an order that keeps what was said (`after`, `before`, sets) and, where two
/// touch the same, the order of the list in which they were added; of those that may come next it is always the one that was added
/// first. What they do is the same where they run side by side.
///
/// It is valid until a system is added to the world, or something is said of one; with another world it never is.
#[derive(Clone)]
pub struct Schedule {
    /// That of the world's systems.
    pub(crate) version: u64,
    /// In the order in which they run.
    pub(crate) stages: Vec<Stage>,
    /// By place, which is the number less 1.
    pub(crate) systems: Vec<Described>,
    edges: Vec<Edge>,
    conflicts: Vec<Conflict>,
}

impl Schedule {
    /// The names of the systems.
    ///
    /// # Order
    ///
    /// That in which they run where they run one by one.
    pub fn order(&self) -> impl Iterator<Item = &'static str> + '_ {
        let places = self.stages.iter().flat_map(|stage| &stage.order);
        places.map(|&at| self.systems[at as usize].name)
    }
}

impl Schedule {
    /// Calls `each` with the names of two systems of which the first reads a component, and runs before the second, which writes it.
    ///
    /// # Order
    ///
    /// By number of the reader, then of the writer.
    pub(crate) fn each_early_reader(
        &self,
        component: StableId,
        each: &mut dyn FnMut(&'static str, &'static str),
    ) {
        let mut turns = alloc::vec![0; self.systems.len()];
        let order = self.stages.iter().flat_map(|stage| &stage.order);
        for (turn, &at) in order.enumerate() {
            turns[at as usize] = turn;
        }
        let touching = |writes: bool| {
            let touches = move |system: &&Described| {
                let mut items = system.touches.items.iter();
                items.any(|item| item.component() == Some(component) && item.writes == writes)
            };
            let systems = self.systems.iter().zip(&turns);
            systems.filter(move |(system, _)| touches(system))
        };
        for (reader, turn) in touching(false) {
            for (writer, _) in touching(true).filter(|(_, later)| *later > turn) {
                each(reader.name, writer.name);
            }
        }
    }
}

impl fmt::Debug for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.order()).finish()
    }
}

/// What a schedule tells of a system.
#[derive(Debug, Clone)]
pub(crate) struct Described {
    pub(crate) name: &'static str,
    touches: Touches,
}

impl Described {
    fn of(entry: &Entry, touches: Touches) -> Self {
        Self { name: entry.name, touches }
    }
}

/// What comes before what, and why.
#[derive(Debug, Clone, Copy)]
struct Edge {
    first: Place,
    second: Place,
    reason: Reason,
}

/// Why a system comes before another.
#[derive(Debug, Clone, Copy)]
enum Reason {
    /// By name.
    Said,
    /// As one of a set.
    Set(&'static str),
    /// In the list, and they both touch that.
    Listed(&'static str),
}

/// Two systems of one stage that touch the same, one of them writing.
#[derive(Debug, Clone, Copy)]
struct Conflict {
    first: Place,
    second: Place,
    on: &'static str,
}
