//! Games: simulations of one world, whose ticks can be run step by step. The command line and the sync test work on these; recording and
//! replaying need no more than a `Simulation`.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

use super::{Comparable, WorldDifference, WorldRun};
use crate::World;

/// A simulation of one world: what `replay::cli` and the sync test run.
///
/// [`WorldRun`] is one, whose ticks have a single step.
pub trait Game: Comparable<Item = WorldDifference, Error: fmt::Debug + fmt::Display> {
    /// The world as it is now.
    fn world(&self) -> &World;

    /// The world, to be restored to another state.
    fn world_mut(&mut self) -> &mut World;

    /// The names of the steps, for the head of a log.
    fn step_names(&self) -> Vec<String> {
        Vec::new()
    }

    /// Runs a tick and calls `after` with the name of each step when it is done; a break ends the tick there, in the middle.
    ///
    /// # Errors
    ///
    /// As [`Simulation::tick`](super::Simulation::tick).
    fn tick_by_steps(
        &mut self,
        tick: u64,
        input: &[u8],
        after: &mut dyn FnMut(&str, &World) -> ControlFlow<()>,
    ) -> Result<(), Self::Error> {
        self.tick(tick, input)?;
        // There is no step after it.
        let _ = after("tick", self.world());
        Ok(())
    }
}

impl<F, E> Game for WorldRun<F>
where
    F: FnMut(&mut World, u64, &[u8]) -> Result<(), E>,
    E: fmt::Debug + fmt::Display,
{
    fn world(&self) -> &World {
        Self::world(self)
    }

    fn world_mut(&mut self) -> &mut World {
        Self::world_mut(self)
    }
}
