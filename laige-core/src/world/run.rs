//! Running a schedule: one tick, stage by stage. In a stage, conditions are asked, systems run, and their commands are applied in the order
//! of the systems.
#![expect(unsafe_code, reason = "runs systems beside each other; argued by Y1 to Y3 below")]

// Y1: while systems run that share the world, it is borrowed mutably by the run, and nothing of it is changed but what the systems' parameters
//     say: no row is made, moved or dropped, for commands wait, and nothing settles.
// Y2: systems that run at the same time have no conflict: each waits for all before it in its segment that it has one with (`schedule/stage.rs`).
//     A system that asks for `&mut World` is alone in its segment.
// Y3: each entry is run by one thread, once in a segment. Entries are outside of the world meanwhile, so that who reads the world does not reach
//     what systems have for themselves.

mod by_steps;
#[cfg(feature = "rayon")]
mod side_by_side;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use super::World;
use crate::Refused;
use crate::schedule::{Place, Schedule, ScheduleError, Segment, Stage};
use crate::system::param::{Fetch, Reach};
use crate::system::{Entry, ParamAccess, Run};

/// What became of a tick: from [`World::run`].
#[derive(Clone, Copy)]
pub struct RunReport<'w> {
    refused: &'w [Refused],
}

impl<'w> RunReport<'w> {
    /// The commands that could not be applied, of all stages.
    ///
    /// # Order
    ///
    /// By stage, then as the systems ran, then as queued.
    #[must_use]
    pub fn refused(&self) -> &'w [Refused] {
        self.refused
    }

    /// Whether all commands were applied.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.refused.is_empty()
    }
}

impl fmt::Debug for RunReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RunReport({} refused)", self.refused.len())
    }
}

/// What all systems of a tick are given.
#[derive(Clone, Copy)]
struct Given<'i> {
    input: &'i [u8],
    tick: u64,
}

impl World {
    /// Runs one tick without input: see [`run_with_input`](Self::run_with_input).
    ///
    /// # Errors
    ///
    /// As for [`run_with_input`](Self::run_with_input).
    pub fn run(&mut self, schedule: &Schedule) -> Result<RunReport<'_>, ScheduleError> {
        self.run_with_input(schedule, &[])
    }

    /// Runs one tick: every system that is due once. [`Input`](crate::Input) has these bytes.
    ///
    /// With the feature `rayon`, systems of a stage that do not conflict run side by side on the threads of the current pool; no result
    /// depends on how many these are. Nothing is allocated once buffers of commands are warm.
    ///
    /// A panic of a system goes on to the caller. The world is valid then: commands that were queued in that stage are forgotten, the tick is
    /// not counted.
    ///
    /// # Errors
    ///
    /// [`Stale`](ScheduleError::Stale) if the schedule is older than a system, or of another world; nothing has run then.
    /// [`ResourceMissing`](ScheduleError::ResourceMissing) if a resource went since the schedule was made,
    /// [`WorldReplaced`](ScheduleError::WorldReplaced) if a system put another world in the place of its own: the tick ends there.
    ///
    /// # Order
    ///
    /// That of the [`Schedule`].
    pub fn run_with_input(
        &mut self,
        schedule: &Schedule,
        input: &[u8],
    ) -> Result<RunReport<'_>, ScheduleError> {
        self.begin_run(schedule)?;
        let given = Given { input, tick: self.systems.tick + 1 };
        self.begin_profile(given.tick);
        let mut run = UnderWay { world: self, is_whole: false };
        for stage in &schedule.stages {
            run.world.run_stage(stage, given)?;
        }
        run.world.systems.tick = given.tick;
        run.world.end_profile();
        run.is_whole = true;
        drop(run);
        Ok(RunReport { refused: &self.systems.refused })
    }

    fn begin_run(&mut self, schedule: &Schedule) -> Result<(), ScheduleError> {
        if self.systems.is_running {
            return Err(ScheduleError::Running);
        }
        if self.systems.version != schedule.version {
            return Err(self.stale(schedule));
        }
        self.systems.refused.clear();
        self.systems.is_running = true;
        Ok(())
    }

    fn run_stage(&mut self, stage: &Stage, given: Given<'_>) -> Result<(), ScheduleError> {
        if !self.storage.is_settled() {
            self.settle();
        }
        self.note_due(stage, given.tick);
        for segment in &stage.segments {
            if segment.is_alone {
                self.run_alone(segment.systems[0], given)?;
            } else {
                self.check_resources(segment)?;
                let mut apart = Apart::of(self);
                apart.run(segment, given);
            }
            self.note_times(segment);
        }
        self.apply_all(stage);
        Ok(())
    }

    /// Notes which systems of a stage run in this tick.
    fn note_due(&mut self, stage: &Stage, tick: u64) {
        for &at in &stage.order {
            let entry = &mut self.systems.entries[at as usize];
            entry.runs = entry.is_due(tick);
            if entry.runs && !entry.setup.conditions.is_empty() {
                self.ask_conditions(at);
            }
        }
    }

    /// Notes whether the conditions of a system hold.
    fn ask_conditions(&mut self, at: Place) {
        let conditions = &self.systems.entries[at as usize].setup.conditions;
        let holds = conditions.iter().all(|condition| condition(self));
        self.systems.entries[at as usize].runs = holds;
    }

    /// Whether what the systems of a segment ask for is there.
    fn check_resources(&self, segment: &Segment) -> Result<(), ScheduleError> {
        for &at in &segment.asking {
            let entry = &self.systems.entries[at as usize];
            if !entry.runs {
                continue;
            }
            let missing = entry.access.iter().find_map(|access| match access {
                ParamAccess::Resource(touch) if !(touch.is_present)(self) => Some(touch.name),
                _ => None,
            });
            if let Some(resource) = missing {
                return Err(ScheduleError::ResourceMissing { system: entry.name, resource });
            }
        }
        Ok(())
    }

    /// Runs a system that has the world to itself.
    fn run_alone(&mut self, at: Place, given: Given<'_>) -> Result<(), ScheduleError> {
        let identity = self.identity;
        let entry = &mut self.systems.entries[at as usize];
        let name = entry.name;
        if !entry.runs {
            return Ok(());
        }
        let Some(body) = entry.body.take() else { return Ok(()) };
        entry.is_done |= entry.setup.once;
        let mut alone = Alone { world: self, body: Some(body), at };
        alone.run(given);
        drop(alone);
        if self.identity != identity {
            return Err(ScheduleError::WorldReplaced { system: name });
        }
        self.settle();
        Ok(())
    }

    /// Applies the commands of a stage, system by system.
    fn apply_all(&mut self, stage: &Stage) {
        if stage.queue.is_empty() {
            return;
        }
        let mut apart = Apart::of(self);
        for &at in &stage.queue {
            apart.apply(at);
        }
    }
}

/// A tick that is under way. However it ends, what was queued and not applied is forgotten.
struct UnderWay<'w> {
    world: &'w mut World,
    /// Whether everything was applied.
    is_whole: bool,
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        let systems = &mut self.world.systems;
        systems.is_running = false;
        if self.is_whole {
            return;
        }
        for commands in systems.entries.iter_mut().filter_map(|entry| entry.commands.as_mut()) {
            if !commands.is_empty() || commands.has_overflowed() {
                commands.clear();
            }
        }
    }
}

/// A world and its systems beside it (Y3), until they are put back.
struct Apart<'w> {
    world: &'w mut World,
    entries: Vec<Entry>,
}

impl<'w> Apart<'w> {
    fn of(world: &'w mut World) -> Self {
        let entries = core::mem::take(&mut world.systems.entries);
        Self { world, entries }
    }

    /// Runs the systems of a segment that are due.
    fn run(&mut self, segment: &Segment, given: Given<'_>) {
        #[cfg(feature = "rayon")]
        if side_by_side::pays(segment) {
            side_by_side::run(self.world, &mut self.entries, segment, given);
            return;
        }
        for &at in &segment.systems {
            self.run_one(at, given);
        }
    }

    /// Runs a system, if it is due, and none beside it.
    fn run_one(&mut self, at: Place, given: Given<'_>) {
        // SAFETY: the world is borrowed mutably by this run, and no other system runs (Y1, Y2).
        unsafe { run_one(self.world, &mut self.entries[at as usize], given) };
    }

    /// Applies what a system has queued.
    fn apply(&mut self, at: Place) {
        let Some(commands) = &mut self.entries[at as usize].commands else { return };
        if !commands.is_empty() || commands.has_overflowed() {
            let report = self.world.apply(commands);
            self.world.systems.refused.extend(report.refused());
        }
    }
}

impl Drop for Apart<'_> {
    fn drop(&mut self) {
        core::mem::swap(&mut self.world.systems.entries, &mut self.entries);
    }
}

/// Runs a system if it is due.
///
/// # Safety
///
/// Y1, and Y2: nobody touches meanwhile what the system does, in a way that conflicts with it.
unsafe fn run_one(world: &World, entry: &mut Entry, given: Given<'_>) {
    if !entry.runs {
        return;
    }
    if world.watch.is_some() {
        // SAFETY: the caller's duty.
        unsafe { run_timed(world, entry, given) };
    } else {
        // SAFETY: the caller's duty.
        unsafe { run_body(world, entry, given) };
    }
}

/// Runs a system, and notes when. It is a function of its own: without a clock, which is common, a run then takes a third fewer instructions.
///
/// # Safety
///
/// As for [`run_one`].
#[inline(never)]
unsafe fn run_timed(world: &World, entry: &mut Entry, given: Given<'_>) {
    let begin = world.now();
    // SAFETY: the caller's duty.
    unsafe { run_body(world, entry, given) };
    entry.span = world.span_since(begin);
}

/// Runs a system.
///
/// # Safety
///
/// As for [`run_one`].
#[inline]
unsafe fn run_body(world: &World, entry: &mut Entry, given: Given<'_>) {
    let Some(body) = &mut entry.body else { return };
    let from = Fetch {
        world: Reach::Shared(world),
        stream: entry.stream.as_mut(),
        commands: entry.commands.as_deref_mut(),
        input: given.input,
        tick: given.tick,
    };
    // SAFETY: the caller's duty.
    let ran = unsafe { body.run(from) };
    debug_assert!(ran, "what it asks for is there, as was checked");
    entry.is_done |= entry.setup.once;
}

/// A system that has the world, its body taken out of it. It is put back however the system ends.
struct Alone<'w> {
    world: &'w mut World,
    body: Option<Box<dyn Run>>,
    at: Place,
}

impl Alone<'_> {
    fn run(&mut self, Given { input, tick }: Given<'_>) {
        let begin = self.world.now();
        let world = Reach::Alone(Some(&mut *self.world));
        let from = Fetch { world, stream: None, commands: None, input, tick };
        if let Some(body) = &mut self.body {
            // SAFETY: the world is borrowed mutably, and this system has it to itself (Y2).
            let ran = unsafe { body.run(from) };
            debug_assert!(ran, "beside the world there are only parameters that are always there");
        }
        let span = self.world.span_since(begin);
        if let Some(entry) = self.world.systems.entries.get_mut(self.at as usize) {
            entry.span = span;
        }
    }
}

impl Drop for Alone<'_> {
    fn drop(&mut self) {
        let entry = self.world.systems.entries.get_mut(self.at as usize);
        if let Some(entry) = entry.filter(|entry| entry.body.is_none()) {
            entry.body = self.body.take();
        }
    }
}
