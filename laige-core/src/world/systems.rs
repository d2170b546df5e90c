//! Systems of a world: they are added, and a schedule of them runs them, one tick at a time.
#![expect(
    unsafe_code,
    reason = "runs systems that were proved not to conflict with those beside them"
)]

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use super::World;
use crate::limits::{MAX_DEPENDENCIES, MAX_SYSTEMS};
use crate::schedule::{DependencyFault, Schedule, ScheduleError};
use crate::system::param::{Fetch, Reach};
use crate::system::{ParamAccess, Run, SystemCandidate, Systems};
use crate::{Prng, Refused, System, SystemList, SystemsAdded};

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

impl World {
    /// Adds systems, with numbers from 1 in the order in which they come. What is to be said of them follows on the result.
    ///
    /// # Errors
    ///
    /// A [`ScheduleError`] if one of them cannot be added; none was then.
    pub fn add_systems<L: SystemList>(&mut self) -> Result<SystemsAdded<'_>, ScheduleError> {
        let mut candidates = Vec::new();
        L::each(&mut |candidate| candidates.push(candidate));
        for (at, candidate) in candidates.iter().enumerate() {
            self.check_system(candidate, &candidates[..at])?;
        }
        let first = self.systems.entries.len();
        self.systems.lists += 1;
        for candidate in candidates {
            let id = self.systems.entries.len() as u64 + 1;
            let stream = self.options.deterministic.then(|| Prng::substream(self.seed(), id));
            let mut commands = self.commands();
            commands.set_system(candidate.name);
            self.systems.push(candidate, stream, commands);
        }
        Ok(SystemsAdded::new(&mut self.systems, first))
    }

    /// Whether a system can be added behind the others of its list.
    fn check_system(
        &self,
        candidate: &SystemCandidate,
        before: &[SystemCandidate],
    ) -> Result<(), ScheduleError> {
        let system = candidate.name;
        if system.is_empty() {
            return Err(ScheduleError::NameEmpty);
        }
        if candidate.spec.budget.is_some_and(|budget| budget.is_zero()) {
            return Err(ScheduleError::BudgetZero { system });
        }
        check_dependencies(system, candidate.spec.after)?;
        let count = self.systems.entries.len();
        let in_list = || before.iter().position(|other| other.name == system);
        let taken = self.systems.position(system).or_else(|| Some(count + in_list()?));
        if let Some(at) = taken {
            return Err(ScheduleError::NameTaken { system, existing: at as u32 + 1 });
        }
        self.check_access(candidate)?;
        if count + before.len() >= MAX_SYSTEMS {
            return Err(ScheduleError::SystemsFull { max: MAX_SYSTEMS as u32 });
        }
        Ok(())
    }

    /// Whether a system's parameters can be had here.
    fn check_access(&self, candidate: &SystemCandidate) -> Result<(), ScheduleError> {
        let (system, presents) = (candidate.name, candidate.spec.presentation);
        for access in candidate.body.access {
            let is_fit = match access {
                _ if presents => access.only_presents(),
                ParamAccess::Resource(touch) => touch.is_state,
                _ => true,
            };
            if !is_fit {
                return Err(ScheduleError::Presentation { system });
            }
            if matches!(access, ParamAccess::Stream) && !self.options.deterministic {
                return Err(ScheduleError::NoStream { system });
            }
            let ParamAccess::Components(components) = access else { continue };
            let mut unregistered = None;
            components.each(&mut |touch| {
                let known = self.registry.infos().iter().any(|info| info.stable_id() == touch.id());
                if !known && unregistered.is_none() {
                    unregistered = Some(touch.name());
                }
            });
            if let Some(component) = unregistered {
                return Err(ScheduleError::ComponentUnregistered { system, component });
            }
        }
        Ok(())
    }

    /// Adds one system.
    ///
    /// # Errors
    ///
    /// As for [`add_systems`](Self::add_systems).
    pub fn register_system<S: System>(&mut self) -> Result<SystemsAdded<'_>, ScheduleError> {
        self.add_systems::<(S,)>()
    }

    /// Works out in which order the systems run.
    ///
    /// # Errors
    ///
    /// A [`ScheduleError`] that says what is missing or in contradiction.
    pub fn schedule(&self) -> Result<Schedule, ScheduleError> {
        let count = self.systems.entries.len();
        Ok(Schedule {
            version: self.systems.version,
            stages: alloc::vec![(0..count as u16).collect()],
            systems: count as u32,
        })
    }

    /// Runs all systems once, without input: one tick.
    ///
    /// # Errors
    ///
    /// [`ScheduleError::Stale`] if the schedule is older than a system or of another world.
    pub fn run(&mut self, schedule: &Schedule) -> Result<RunReport<'_>, ScheduleError> {
        self.run_with_input(schedule, &[])
    }

    /// Runs all systems once with the input of this tick: one tick.
    ///
    /// # Errors
    ///
    /// As for [`run`](Self::run).
    pub fn run_with_input(
        &mut self,
        schedule: &Schedule,
        input: &[u8],
    ) -> Result<RunReport<'_>, ScheduleError> {
        if self.systems.is_running {
            return Err(ScheduleError::Running);
        }
        if self.systems.version != schedule.version {
            let (scheduled, current) = (schedule.systems, self.systems.entries.len() as u32);
            return Err(ScheduleError::Stale { scheduled, current });
        }
        let systems = core::mem::replace(&mut self.systems, Systems::new());
        let mut running = Running { tick: systems.tick + 1, world: self, systems };
        running.systems.refused.clear();
        for stage in &schedule.stages {
            running.stage(stage, input)?;
        }
        running.systems.tick = running.tick;
        drop(running);
        Ok(RunReport { refused: &self.systems.refused })
    }

    /// How many ticks were completed.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.systems.tick
    }
}

/// A tick that is under way. The systems are beside the world, and are put back however it ends.
struct Running<'w> {
    world: &'w mut World,
    systems: Systems,
    tick: u64,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        for entry in &mut self.systems.entries {
            // Those of a stage that did not end.
            if let Some(commands) = &mut entry.commands {
                commands.clear();
            }
        }
        core::mem::swap(&mut self.world.systems, &mut self.systems);
    }
}

impl Running<'_> {
    /// Runs a stage, and applies its commands.
    fn stage(&mut self, stage: &[u16], input: &[u8]) -> Result<(), ScheduleError> {
        self.world.settle();
        let tick = self.tick;
        for &at in stage {
            let entry = &mut self.systems.entries[at as usize];
            if !entry.is_due(tick) {
                continue;
            }
            if entry.is_alone() {
                self.alone(at as usize, input)?;
                continue;
            }
            let from = Fetch {
                world: Reach::Shared(self.world),
                stream: entry.stream.as_mut(),
                commands: entry.commands.as_mut(),
                input,
                tick,
            };
            let Some(body) = &mut entry.body else { continue };
            // SAFETY: the world is borrowed mutably by this run, and no other system runs.
            if !unsafe { body.run(from) } {
                return Err(missing(entry.name, entry.access, self.world));
            }
        }
        self.apply(stage);
        Ok(())
    }

    /// Runs a system that has the world to itself, with all systems in it.
    fn alone(&mut self, at: usize, input: &[u8]) -> Result<(), ScheduleError> {
        let (tick, identity) = (self.tick, self.world.identity);
        let name = self.systems.entries[at].name;
        let Some(body) = self.systems.entries[at].body.take() else { return Ok(()) };
        core::mem::swap(&mut self.world.systems, &mut self.systems);
        self.world.systems.is_running = true;
        let mut alone = Alone { running: self, body: Some(body), at };
        alone.run(input, tick);
        drop(alone);
        if self.world.identity != identity {
            return Err(ScheduleError::WorldReplaced { system: name });
        }
        self.world.settle();
        Ok(())
    }

    /// Applies the commands of a stage, system by system.
    fn apply(&mut self, stage: &[u16]) {
        let Systems { entries, refused, .. } = &mut self.systems;
        for &at in stage {
            let Some(commands) = &mut entries[at as usize].commands else { continue };
            if !commands.is_empty() || commands.has_overflowed() {
                refused.extend(self.world.apply(commands).refused());
            }
        }
    }
}

/// A system that has the world, its body taken out of it. Both are put back however it ends.
struct Alone<'r, 'w> {
    running: &'r mut Running<'w>,
    body: Option<Box<dyn Run>>,
    at: usize,
}

impl Alone<'_, '_> {
    fn run(&mut self, input: &[u8], tick: u64) {
        let world = Reach::Alone(Some(&mut *self.running.world));
        let from = Fetch { world, stream: None, commands: None, input, tick };
        if let Some(body) = &mut self.body {
            // SAFETY: the world is borrowed mutably, and this system has it to itself.
            let ran = unsafe { body.run(from) };
            debug_assert!(ran, "beside the world there are only parameters that are always there");
        }
    }
}

impl Drop for Alone<'_, '_> {
    fn drop(&mut self) {
        let Running { world, systems, .. } = &mut *self.running;
        world.systems.is_running = false;
        core::mem::swap(&mut world.systems, systems);
        if let Some(entry) = systems.entries.get_mut(self.at) {
            entry.body = self.body.take();
        }
    }
}

/// Whether the names of what a system comes after are in order.
fn check_dependencies(system: &'static str, names: &[&'static str]) -> Result<(), ScheduleError> {
    let fault = |fault| Err(ScheduleError::Dependencies { system, fault });
    for (at, &name) in names.iter().enumerate() {
        if name.is_empty() {
            return fault(DependencyFault::Empty);
        }
        if names[..at].contains(&name) {
            return fault(DependencyFault::Duplicate(name));
        }
    }
    if names.len() > MAX_DEPENDENCIES {
        return fault(DependencyFault::TooMany(names.len() as u32));
    }
    Ok(())
}

/// What a system asked for and did not get.
fn missing(system: &'static str, access: &[ParamAccess], world: &World) -> ScheduleError {
    let resource = access.iter().find_map(|access| match access {
        ParamAccess::Resource(touch) if !(touch.is_present)(world) => Some(touch.name),
        _ => None,
    });
    match resource {
        Some(resource) => ScheduleError::ResourceMissing { system, resource },
        None => ScheduleError::NoStream { system },
    }
}
