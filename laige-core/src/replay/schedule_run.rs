//! A world and its schedule as a simulation: what most games are. A world whose tick is any function is `world_run.rs`.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::{Checkpoint, Comparable, Game, Simulation, WorldDifference};
use crate::{Schedule, ScheduleError, World};

/// A world and the schedule of its systems: a [`Game`] whose ticks are [`World::run_with_input`], and whose steps are the systems.
///
/// ```
/// # use laige_core::__private::Body;
/// # use laige_core::{Entity, Input, Query, System};
/// use laige_core::replay::{ScheduleRun, Simulation};
/// use laige_core::{Commands, Options, World};
///
/// # #[expect(non_camel_case_types)] struct grow {}
/// # impl System for grow {
/// #     const NAME: &'static str = "grow";
/// #     fn body() -> Body { Body::of::<(Input, &mut Commands)>(grow) }
/// # }
/// // with `#[system]`
/// fn grow(input: Input, commands: &mut Commands) {
///     for _ in &input[..] {
///         commands.spawn_empty();
///     }
/// }
///
/// let mut world = World::new(Options::with_capacity(10))?;
/// world.add_systems::<(grow,)>()?;
/// let mut run = ScheduleRun::new(world)?;
/// run.tick(1, b"abc")?;
/// assert_eq!(run.world().entity_count(), 3);
/// # Ok::<(), laige_core::Error>(())
/// ```
///
/// `World::begin_frame` is called before each tick.
#[derive(Debug)]
pub struct ScheduleRun {
    world: World,
    schedule: Schedule,
}

impl ScheduleRun {
    /// A world as it is before its first tick, all of whose systems were added. Its schedule is made.
    ///
    /// # Errors
    ///
    /// As [`World::schedule`].
    pub fn new(world: World) -> Result<Self, ScheduleError> {
        let schedule = world.schedule()?;
        Ok(Self { world, schedule })
    }

    /// The world as it is now.
    #[must_use]
    pub const fn world(&self) -> &World {
        &self.world
    }

    /// The world, to be restored to another state. Systems that are added to it now are not in the schedule, which is stale then.
    #[must_use]
    pub const fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// The schedule.
    #[must_use]
    pub const fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// The world as it is now.
    #[must_use]
    pub fn into_world(self) -> World {
        self.world
    }
}

impl Simulation for ScheduleRun {
    type Error = ScheduleError;

    fn schema_hash(&self) -> u64 {
        self.world.schema_hash()
    }

    fn schema_digest(&self) -> Option<u128> {
        Some(self.world.schema_digest())
    }

    fn tick(&mut self, _tick: u64, input: &[u8]) -> Result<(), ScheduleError> {
        self.world.begin_frame();
        self.world.run_with_input(&self.schedule, input).map(drop)
    }

    fn state_hash(&self, tick: u64) -> u64 {
        self.world.state_hash(tick)
    }

    fn checkpoint(&mut self, tick: u64) -> Checkpoint {
        Checkpoint::of(&mut self.world, tick)
    }
}

impl Comparable for ScheduleRun {
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

impl Game for ScheduleRun {
    fn world(&self) -> &World {
        &self.world
    }

    fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// The names of the systems, by number.
    fn step_names(&self) -> Vec<String> {
        self.world.system_names().map(ToString::to_string).collect()
    }

    fn tick_by_steps(
        &mut self,
        _tick: u64,
        input: &[u8],
        after: &mut dyn FnMut(&str, &World) -> ControlFlow<()>,
    ) -> Result<(), ScheduleError> {
        self.world.begin_frame();
        self.world.run_by_steps(&self.schedule, input, after)
    }
}
