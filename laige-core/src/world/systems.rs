//! Systems of a world: they are added, put in order, switched on and off. That they run is `run.rs`.

use alloc::vec::Vec;

use super::World;
use crate::limits::MAX_SYSTEMS;
use crate::schedule::{self, Schedule, ScheduleError, check_dependencies};
use crate::system::{ParamAccess, SystemCandidate};
use crate::{Prng, ResourceView, Shape, System, SystemList, SystemsAdded};

impl World {
    /// Adds systems, with numbers from 1 in the order in which they come. What is to be said of them follows on the result.
    ///
    /// ```
    /// # use laige_core::__private::Body;
    /// # use laige_core::{Options, System, World};
    /// # #[expect(non_camel_case_types)] struct movement {}
    /// # #[expect(non_camel_case_types)] struct collide {}
    /// # #[expect(non_camel_case_types)] struct cleanup {}
    /// # impl System for movement { const NAME: &'static str = "movement"; fn body() -> Body { Body::of::<()>(|| {}) } }
    /// # impl System for collide { const NAME: &'static str = "collide"; fn body() -> Body { Body::of::<()>(|| {}) } }
    /// # impl System for cleanup { const NAME: &'static str = "cleanup"; fn body() -> Body { Body::of::<()>(|| {}) } }
    /// let mut world = World::new(Options::with_capacity(100))?;
    /// world.add_systems::<(movement, collide)>()?;
    /// world.add_systems::<(cleanup,)>()?.before::<movement>().every(4);
    /// let schedule = world.schedule()?;
    /// assert!(schedule.order().eq(["collide", "cleanup", "movement"]));
    /// # Ok::<(), laige_core::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A [`ScheduleError`] if one of them cannot be added: it has no name or one that is there, touches a component that is not registered, or is one
    /// too many, for instance. None was added then.
    pub fn add_systems<L: SystemList>(&mut self) -> Result<SystemsAdded<'_>, ScheduleError> {
        let mut candidates = Vec::new();
        L::each(&mut |candidate| candidates.push(candidate));
        for (at, candidate) in candidates.iter().enumerate() {
            let checked = self.check_system(candidate, &candidates[..at]);
            checked.inspect_err(|error| self.tell_refused(error, candidate.spec.budget))?;
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

    /// Adds one system: see [`add_systems`](Self::add_systems).
    ///
    /// # Errors
    ///
    /// As for [`add_systems`](Self::add_systems).
    #[doc(alias = "registerSystem")]
    pub fn register_system<S: System>(&mut self) -> Result<SystemsAdded<'_>, ScheduleError> {
        self.add_systems::<(S,)>()
    }

    /// Works out in which order the systems run. Where they run as they were added ([`Options::order_by_registration`](crate::Options::order_by_registration)),
    /// it is told which of them read a component before another writes it.
    ///
    /// # Errors
    ///
    /// A [`ScheduleError`] that says what is missing or in contradiction. There is no schedule then.
    #[doc(alias = "scheduleSystems")]
    pub fn schedule(&self) -> Result<Schedule, ScheduleError> {
        let schedule = schedule::build(&self.systems, self.options.order_by_registration);
        let unfit = || self.missing_resource().or_else(|| self.resource_with_floats());
        let schedule = schedule.and_then(|schedule| match unfit() {
            Some(error) => Err(error),
            None => Ok(schedule),
        });
        match &schedule {
            Ok(schedule) if self.options.order_by_registration => self.tell_early_readers(schedule),
            Ok(_) => {}
            Err(error) => self.tell_refused(error, None),
        }
        schedule
    }

    /// How many ticks were completed. While one is under way, its number is one more.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.systems.tick
    }

    /// The names of the systems.
    ///
    /// # Order
    ///
    /// By number.
    pub fn system_names(&self) -> impl ExactSizeIterator<Item = &'static str> + '_ {
        self.systems.entries.iter().map(|entry| entry.name)
    }

    /// Switches a system on or off, from the next stage on. That is part of the state.
    ///
    /// # Errors
    ///
    /// [`SystemUnknown`](ScheduleError::SystemUnknown) if the system was not added.
    pub fn set_system_enabled<S: System>(&mut self, enabled: bool) -> Result<(), ScheduleError> {
        let system = S::NAME;
        let at = self.systems.position(system).ok_or(ScheduleError::SystemUnknown { system })?;
        self.systems.entries[at].enabled = enabled;
        Ok(())
    }

    /// Whether a system is switched on; `None` if it was not added.
    #[must_use]
    pub fn is_system_enabled<S: System>(&self) -> Option<bool> {
        let at = self.systems.position(S::NAME)?;
        Some(self.systems.entries[at].enabled)
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
            return Err(ScheduleError::SystemsFull { system, max: MAX_SYSTEMS as u32 });
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

    /// The first resource that a system asks for and that is not there.
    fn missing_resource(&self) -> Option<ScheduleError> {
        self.systems.entries.iter().find_map(|entry| {
            entry.access.iter().find_map(|access| match access {
                ParamAccess::Resource(touch) if !(touch.is_present)(self) => {
                    let (system, resource) = (entry.name, touch.name);
                    Some(ScheduleError::ResourceMissing { system, resource })
                }
                _ => None,
            })
        })
    }

    /// The first resource that is state and has floats, where they are forbidden.
    fn resource_with_floats(&self) -> Option<ScheduleError> {
        let has_floats =
            |resource: &ResourceView<'_>| resource.shape().is_some_and(Shape::has_floats);
        let first = self.resources().filter(|_| self.options.forbid_floats).find(has_floats);
        first.map(|resource| ScheduleError::FloatForbidden { resource: resource.name() })
    }

    /// The error that a schedule is not that of the systems as they are, which is told.
    #[cold]
    pub(super) fn stale(&self, schedule: &Schedule) -> ScheduleError {
        let scheduled = schedule.systems.len() as u32;
        let current = self.systems.entries.len() as u32;
        let error = ScheduleError::Stale { scheduled, current };
        self.tell_refused(&error, None);
        error
    }
}
