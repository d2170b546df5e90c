//! Timelines: the snapshots of the last ticks, to go back to any of them. A ring of snapshots that share what did not change; it knows
//! nothing of inputs or of when to go back.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;

use super::Snapshot;
use crate::sorting;
use crate::storage::spare::Spare;
use crate::{Error, Result, World};

/// The snapshots of the last ticks, as rollback needs them.
///
/// Two snapshots share every chunk that was not written between them. A timeline that has been full once allocates nothing more, as long as the
/// world does not grow.
///
/// ```
/// use laige_core::{Options, Timeline, World};
///
/// let mut world = World::new(Options::with_capacity(100))?;
/// let mut timeline = Timeline::new(8);
/// for tick in 0..20 {
///     timeline.record(&mut world, tick);
///     world.spawn_empty()?;
/// }
/// assert_eq!(timeline.ticks(), Some(12..=19));
/// timeline.rewind(&mut world, 15)?;
/// assert_eq!(world.entity_count(), 15);
/// assert_eq!(timeline.ticks(), Some(12..=15));
/// assert!(timeline.rewind(&mut world, 3).is_err());
/// # Ok::<(), laige_core::Error>(())
/// ```
pub struct Timeline {
    /// By ascending tick.
    moments: VecDeque<Moment>,
    length: usize,
    /// Snapshots of moments that are no more, kept for their memory.
    idle: Vec<Snapshot>,
    spare: Spare,
}

struct Moment {
    tick: u64,
    snapshot: Snapshot,
}

impl Timeline {
    /// A timeline that keeps the last `length` snapshots, at least one. It takes memory as it is filled: about `length` times what the world's rows
    /// and slots take if all of them change in every tick, less as more stays, and never more than three times that, however rows move between
    /// archetypes.
    #[must_use]
    pub fn new(length: usize) -> Self {
        let length = length.max(1);
        Self { moments: VecDeque::new(), length, idle: Vec::new(), spare: Spare::default() }
    }

    /// Takes a snapshot of the world at that tick. Snapshots of this tick and later ones are forgotten, then the oldest if there are too many.
    pub fn record(&mut self, world: &mut World, tick: u64) {
        self.forget_from(tick);
        let oldest =
            if self.moments.len() == self.length { self.moments.pop_front() } else { None };
        let reused = oldest.map(|moment| moment.snapshot).or_else(|| self.idle.pop());
        let mut snapshot = reused.unwrap_or_else(|| world.empty_snapshot());
        let previous = self.moments.back().map(|moment| &moment.snapshot);
        world.take_snapshot(&mut snapshot, previous, &mut self.spare);
        // As many as all snapshots would need if nothing were shared: a world that is still for a while lets them go, and wants them again.
        self.spare.keep_at_most(|| self.length.saturating_mul(snapshot.storage.bytes()));
        self.moments.push_back(Moment { tick, snapshot });
    }

    /// Makes the world what it was at that tick, and forgets the snapshots of later ones.
    ///
    /// # Errors
    ///
    /// [`SnapshotMissing`](Error::SnapshotMissing) if there is no snapshot of that tick, else as for [`World::restore`]; nothing has changed then.
    pub fn rewind(&mut self, world: &mut World, tick: u64) -> Result<()> {
        let snapshot = self.get(tick).ok_or(Error::SnapshotMissing { tick })?;
        world.restore(snapshot)?;
        if let Some(after) = tick.checked_add(1) {
            self.forget_from(after);
        }
        Ok(())
    }

    /// The snapshot of that tick, if it is kept.
    #[must_use]
    pub fn get(&self, tick: u64) -> Option<&Snapshot> {
        let place = self.moments.binary_search_by_key(&tick, |moment| moment.tick).ok()?;
        self.moments.get(place).map(|moment| &moment.snapshot)
    }

    /// The oldest and the newest tick of which there is a snapshot.
    #[must_use]
    pub fn ticks(&self) -> Option<RangeInclusive<u64>> {
        Some(self.moments.front()?.tick..=self.moments.back()?.tick)
    }

    /// How many snapshots there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moments.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moments.is_empty()
    }

    /// Bytes of chunks and slots in all snapshots, shared ones counted once, and of what is kept for the next ones. It visits every chunk.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let kept = self.moments.iter().map(|moment| &moment.snapshot).chain(&self.idle);
        let mut pieces = Vec::new();
        for snapshot in kept {
            snapshot.storage.memory(&mut |address, bytes| pieces.push((address, bytes)));
        }
        sorting::sort(&mut pieces);
        pieces.dedup();
        self.spare.bytes() + pieces.iter().map(|&(_, bytes)| bytes).sum::<usize>()
    }

    /// Forgets every snapshot; the memory is kept.
    pub fn clear(&mut self) {
        self.forget_from(0);
    }

    /// Forgets the snapshots of that tick and later ones.
    fn forget_from(&mut self, tick: u64) {
        while let Some(moment) = self.moments.pop_back() {
            if moment.tick < tick {
                self.moments.push_back(moment);
                return;
            }
            self.idle.push(moment.snapshot);
        }
    }
}

impl fmt::Debug for Timeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Timeline")
            .field("ticks", &self.ticks())
            .field("length", &self.length)
            .field("bytes", &self.bytes())
            .finish_non_exhaustive()
    }
}
