//! A tick one system after the other, with a look at the world after each: for tools that find out which system did something.

use alloc::format;
use core::ops::ControlFlow;

use super::{Apart, Given, UnderWay};
use crate::World;
use crate::schedule::{Schedule, ScheduleError, Stage};
use crate::system::Entry;

impl World {
    /// Runs one tick as [`run_with_input`](Self::run_with_input), on this thread alone, and calls `after` with the name of each system that has run and the
    /// world as it is then. Where a stage ends, each system that queues commands is a step once more, as `commands of movement`: they were applied. A
    /// break ends the tick there: it is not counted, commands that were queued are forgotten, and the world is good for being looked at.
    ///
    /// What a tick comes to does not depend on which of the two runs it.
    ///
    /// # Errors
    ///
    /// As for [`run_with_input`](Self::run_with_input).
    ///
    /// # Order
    ///
    /// That of the [`Schedule`].
    pub fn run_by_steps(
        &mut self,
        schedule: &Schedule,
        input: &[u8],
        after: &mut dyn FnMut(&str, &World) -> ControlFlow<()>,
    ) -> Result<(), ScheduleError> {
        self.begin_run(schedule)?;
        let given = Given { input, tick: self.systems.tick + 1 };
        let mut run = UnderWay { world: self, is_whole: false };
        for stage in &schedule.stages {
            if run.world.stage_by_steps(stage, given, after)?.is_break() {
                return Ok(());
            }
        }
        run.world.systems.tick = given.tick;
        run.is_whole = true;
        Ok(())
    }

    fn stage_by_steps(
        &mut self,
        stage: &Stage,
        given: Given<'_>,
        after: &mut dyn FnMut(&str, &World) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, ScheduleError> {
        self.settle();
        self.note_due(stage, given.tick);
        for segment in &stage.segments {
            self.check_resources(segment)?;
            for &at in &segment.systems {
                let (runs, name) = {
                    let entry = &self.systems.entries[at as usize];
                    (entry.runs, entry.name)
                };
                if !runs {
                    continue;
                }
                if segment.is_alone {
                    self.run_alone(at, given)?;
                } else {
                    Apart::of(self).run_one(at, given);
                }
                if after(name, self).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        for &at in &stage.queue {
            let Entry { runs, name, .. } = self.systems.entries[at as usize];
            if !runs {
                continue;
            }
            Apart::of(self).apply(at);
            if after(&format!("commands of {name}"), self).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
