//! A stage of a schedule: the order in which its systems run one by one, and which of them must wait for which where they run side by side.

use alloc::vec::Vec;

use super::graph::{Graph, Place};
use super::touches::{Touched, Touches};

/// A stage.
#[derive(Debug, Clone)]
pub(crate) struct Stage {
    /// Empty for that of the systems of which nothing is said.
    pub(crate) name: &'static str,
    /// In the order in which they run one by one.
    pub(crate) order: Vec<Place>,
    /// The same, cut before and behind each system that has the world to itself.
    pub(crate) segments: Vec<Segment>,
    /// Those that queue commands, in the same order.
    pub(crate) queue: Vec<Place>,
}

/// Neighbouring systems of a stage that share the world, or one that has it to itself.
#[derive(Debug, Clone, Default)]
pub(crate) struct Segment {
    pub(crate) systems: Vec<Place>,
    pub(crate) is_alone: bool,
    /// For each of them how many it has to wait for, and, by their places in the segment, who waits for it.
    pub(crate) waits: Vec<Wait>,
    /// Those that ask for resources.
    pub(crate) asking: Vec<Place>,
    /// Whether one of them need not wait for the one right before it: if there is none, they run one by one.
    pub(crate) is_wide: bool,
}

/// What a system of a segment waits for.
#[derive(Debug, Clone, Default)]
pub(crate) struct Wait {
    #[cfg_attr(not(feature = "rayon"), expect(dead_code, reason = "one by one nobody waits"))]
    pub(crate) before: u16,
    pub(crate) followers: Vec<u16>,
}

impl Stage {
    /// The stage of these systems.
    pub(crate) fn new(
        name: &'static str,
        order: Vec<Place>,
        touches: &[Touches],
        graph: &Graph,
    ) -> Self {
        let mut segments: Vec<Segment> = Vec::new();
        for &system in &order {
            let is_alone = touches[system as usize].is_alone;
            let joins = segments.last().is_some_and(|last| !last.is_alone && !is_alone);
            if !joins {
                segments.push(Segment { is_alone, ..Segment::default() });
            }
            if let Some(last) = segments.last_mut() {
                last.push(system, touches, graph);
            }
        }
        let queues = |&&at: &&Place| touches[at as usize].queues;
        let queue = order.iter().filter(queues).copied().collect();
        Self { name, order, segments, queue }
    }
}

impl Segment {
    /// Adds a system, which waits for those that it conflicts with or is said to come after.
    fn push(&mut self, system: Place, touches: &[Touches], graph: &Graph) {
        let own = &touches[system as usize];
        let (at, mut before) = (self.systems.len() as u16, 0);
        // In the end: whether it waits for the one right before it.
        let mut follows = at == 0;
        for (wait, &other) in self.waits.iter_mut().zip(&self.systems) {
            follows = own.conflict(&touches[other as usize]).is_some()
                || graph.after(system).contains(&other);
            if follows {
                wait.followers.push(at);
                before += 1;
            }
        }
        self.is_wide |= !follows;
        if own.items.iter().any(Touched::is_resource) {
            self.asking.push(system);
        }
        self.systems.push(system);
        self.waits.push(Wait { before, followers: Vec::new() });
    }
}
