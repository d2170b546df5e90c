//! Snapshots: a world's state is copied out, and a world becomes what it was.

use super::World;
use crate::guardrails::Guardrails;
use crate::storage::spare::Spare;
use crate::{Entity, Result, Snapshot};

impl World {
    /// Copies the whole state: entities, components, resources that are no transient ones, slots and generations, the order in which archetypes were born, the tick, the random streams and local values of systems and which
    /// of them are enabled, counters and the state of the guardrails. Chunks are settled first.
    ///
    /// What a world is set up with is not in it: options, registered components, systems. Nor is what follows from the state or is only remembered for speed.
    ///
    /// ```
    /// use laige_core::{Options, World};
    ///
    /// let mut world = World::new(Options::with_capacity(100))?;
    /// let kept = world.spawn_empty()?;
    /// let snapshot = world.snapshot();
    /// world.despawn(kept)?;
    /// let other = world.spawn_empty()?;
    /// world.restore(&snapshot)?;
    /// assert!(world.is_valid(kept) && !world.is_valid(other));
    /// # Ok::<(), laige_core::Error>(())
    /// ```
    #[must_use]
    pub fn snapshot(&mut self) -> Snapshot {
        let mut snapshot = self.empty_snapshot();
        self.snapshot_into(&mut snapshot);
        snapshot
    }

    /// The same into a snapshot that there is already, of whatever world: its memory is used again, and chunks that were not written since
    /// it was taken are not copied.
    pub fn snapshot_into(&mut self, snapshot: &mut Snapshot) {
        let mut spare = core::mem::take(&mut snapshot.spare);
        self.take_snapshot(snapshot, None, &mut spare);
        spare.keep_at_most(|| snapshot.storage.bytes());
        snapshot.spare = spare;
    }

    /// Makes this world what the snapshot says. The world goes on from there as if nothing had happened since.
    ///
    /// The world may be the one that the snapshot is of, or another with the same options and, from the first on, the same components;
    /// components registered and systems added later stay so, and these systems are as they were when they were added. Only chunks that differ are copied.
    ///
    /// Handles of entities that were spawned after the snapshot are not valid any more, but the world may hand them out
    /// again: whoever keeps handles outside the world must forget them or restore them as well. Totals of work that storage did
    /// (rows moved, chunks settled, ..) are no state and go on counting.
    ///
    /// # Errors
    ///
    /// [`SnapshotOption`](crate::Error::SnapshotOption), [`SnapshotComponent`](crate::Error::SnapshotComponent) or [`SnapshotSystem`](crate::Error::SnapshotSystem) if the snapshot is of a world with
    /// other options, components or systems, [`OutOfMemory`](crate::Error::OutOfMemory); the world is as it was then.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<()> {
        snapshot.fits(&self.options, self.registry.infos())?;
        snapshot.systems.fits(&self.systems)?;
        self.storage.reserve_for(&snapshot.storage, self.registry.infos())?;
        let common = self.storage.in_common(&snapshot.storage);
        self.unbear(common as u32 - 1);
        for signature in snapshot.storage.signatures().skip(common) {
            self.bear(signature, Entity::NONE)?;
        }
        self.storage.restore(&snapshot.storage)?;
        self.resources.restore(&snapshot.resources);
        snapshot.systems.restore(&mut self.systems, self.options.seed);
        self.guardrails = snapshot.guardrails.clone();
        let events = &mut self.storage.ground.events;
        events.restore(&snapshot.warnings);
        // No archetype was born and none has grown: it is what it was.
        events.forget();
        Ok(())
    }

    /// The guardrails, for tests that change each of their fields.
    #[cfg(test)]
    pub(crate) fn guardrails_mut(&mut self) -> &mut Guardrails {
        &mut self.guardrails
    }

    /// A snapshot of nothing.
    pub(crate) fn empty_snapshot(&self) -> Snapshot {
        Snapshot::empty(&self.options, &self.guardrails)
    }

    /// Fills a snapshot. What `previous` has as it is now is shared with it.
    pub(crate) fn take_snapshot(
        &mut self,
        snapshot: &mut Snapshot,
        previous: Option<&Snapshot>,
        spare: &mut Spare,
    ) {
        self.settle();
        self.storage.number();
        // Every field is named, so that a new one is not forgotten.
        let Self {
            identity: _,
            selection: _,
            storage,
            registry,
            resources,
            systems,
            matches: _,
            bundles: _,
            bundle_types: _,
            guardrails,
            digests: _,
            watch: _,
            batch: _,
            options,
        } = self;
        snapshot.options = options.clone();
        snapshot.components.clear();
        snapshot.components.extend_from_slice(registry.infos());
        snapshot.storage.take(storage, previous.map(|previous| &previous.storage), spare);
        snapshot.resources.take(resources);
        snapshot.systems.take(systems);
        snapshot.guardrails = Guardrails::clone(guardrails);
        snapshot.warnings = storage.ground.events.warnings();
    }
}
