//! A world and a function as a simulation. Systems and schedules are not needed for it, and not known.

use alloc::vec::Vec;

use super::{Checkpoint, Comparable, Simulation};
use crate::diff::{DiffItem, Difference};
use crate::{ComponentId, Digest, World};

/// A world, and the function that is a tick of it: a [`Simulation`] of which two can be compared.
///
/// ```
/// use laige_core::replay::{Simulation, WorldRun};
/// use laige_core::{Options, World};
///
/// let world = World::new(Options::with_capacity(10))?;
/// let mut run = WorldRun::new(world, |world, _tick, input| {
///     for _ in input {
///         world.spawn_empty()?;
///     }
///     Ok::<_, laige_core::Error>(())
/// });
/// run.tick(1, b"abc")?;
/// assert_eq!(run.world().entity_count(), 3);
/// # Ok::<(), laige_core::Error>(())
/// ```
///
/// `World::begin_frame` is called before each tick.
#[derive(Debug)]
pub struct WorldRun<F> {
    world: World,
    tick: F,
}

impl<F> WorldRun<F> {
    /// A world as it is before its first tick, and a function that is given the world, the number of the tick, and its input.
    #[must_use]
    pub const fn new<E>(world: World, tick: F) -> Self
    where
        F: FnMut(&mut World, u64, &[u8]) -> Result<(), E>,
    {
        Self { world, tick }
    }

    /// The world as it is now.
    #[must_use]
    pub const fn world(&self) -> &World {
        &self.world
    }

    /// The world, to be restored to another state.
    #[must_use]
    pub const fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// The world as it is now.
    #[must_use]
    pub fn into_world(self) -> World {
        self.world
    }
}

impl<F, E> Simulation for WorldRun<F>
where
    F: FnMut(&mut World, u64, &[u8]) -> Result<(), E>,
{
    type Error = E;

    fn schema_hash(&self) -> u64 {
        self.world.schema_hash()
    }

    fn schema_digest(&self) -> Option<u128> {
        Some(self.world.schema_digest())
    }

    fn tick(&mut self, tick: u64, input: &[u8]) -> Result<(), E> {
        self.world.begin_frame();
        (self.tick)(&mut self.world, tick, input)
    }

    fn state_hash(&self, tick: u64) -> u64 {
        self.world.state_hash(tick)
    }

    fn checkpoint(&mut self, tick: u64) -> Checkpoint {
        Checkpoint::of(&mut self.world, tick)
    }
}

impl Checkpoint {
    /// What a world looks like after `tick` ticks. It settles the world, for the digest does.
    #[must_use]
    pub fn of(world: &mut World, tick: u64) -> Self {
        let Digest { content, control } = world.digest();
        Self { state_hash: world.state_hash(tick), content, control }
    }
}

/// A difference between two worlds, kept: see [`DiffItem`], which borrows them.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WorldDifference {
    /// The slot where the worlds differ.
    pub slot: u32,
    /// The component that differs; `None` where an entity is alive in one world only.
    pub component: Option<ComponentId>,
    /// The component's bytes in the first world, if it is there; of an entity, nothing.
    pub a: Option<Vec<u8>>,
    /// The same in the second world.
    pub b: Option<Vec<u8>>,
}

impl From<DiffItem<'_>> for WorldDifference {
    fn from(item: DiffItem<'_>) -> Self {
        let (a, b) = match item.difference {
            Difference::Component { a, b, .. } => (a.map(<[u8]>::to_vec), b.map(<[u8]>::to_vec)),
            Difference::Presence { a, b } => (a.map(|_| Vec::new()), b.map(|_| Vec::new())),
            Difference::Generation { .. } => (Some(Vec::new()), Some(Vec::new())),
        };
        Self { slot: item.slot, component: item.component(), a, b }
    }
}

impl<F, E> Comparable for WorldRun<F>
where
    F: FnMut(&mut World, u64, &[u8]) -> Result<(), E>,
{
    type Item = WorldDifference;

    fn component_state_hash(&self, tick: u64) -> u64 {
        self.world.component_state_hash(tick)
    }

    /// By slot, then by component id, as `World::state_diff`.
    fn differences(
        &self,
        other: &Self,
        max_items: u32,
        each: &mut dyn FnMut(WorldDifference),
    ) -> u32 {
        self.world.state_diff(&other.world, max_items, |item| each(item.into()))
    }
}
