//! What the world tells its surroundings of systems that it does not add, order or run: the events of the reference engine.

use core::time::Duration;

use super::World;
use crate::events::Event;
use crate::schedule::{DependencyFault, Schedule, ScheduleError};

impl World {
    /// Tells of an error with systems, where there is an event for it.
    #[cold]
    pub(super) fn tell_refused(&self, error: &ScheduleError, budget: Option<Duration>) {
        let event = match *error {
            ScheduleError::NameEmpty => Event::NameInvalid { budget_raw: budget.map_or(0, raw) },
            ScheduleError::BudgetZero { system } => {
                Event::BudgetInvalid { name: system, budget_raw: 0 }
            }
            ScheduleError::Dependencies { system, fault } => {
                let error = match fault {
                    DependencyFault::Empty => "empty_token",
                    DependencyFault::Duplicate(_) => "duplicate_token",
                    DependencyFault::TooMany(_) => "too_many",
                };
                Event::DepSpecInvalid { name: system, error }
            }
            ScheduleError::NameTaken { system, existing } => {
                Event::SystemDuplicate { name: system, existing_system_id: existing }
            }
            ScheduleError::ComponentUnregistered { system, .. } => {
                Event::IoUnregistered { name: system }
            }
            ScheduleError::SystemsFull { system, max } => {
                Event::SystemBudgetExhausted { name: system, systems: max }
            }
            ScheduleError::DependencyMissing { system, dependency, position } => {
                Event::DepMissing { system, missing_dep: shortened(dependency), position }
            }
            ScheduleError::DependencyCycle { ref cycle } => {
                return crate::schedule::tell_cycle(cycle);
            }
            ScheduleError::Stale { scheduled, current } => {
                Event::ScheduleStale { scheduled_systems: scheduled, current_systems: current }
            }
            _ => return,
        };
        self.storage.ground.events.emit(event);
    }
}

impl World {
    /// Tells which systems read a component before another writes it.
    pub(super) fn tell_early_readers(&self, schedule: &Schedule) {
        for info in self.registry.infos() {
            let component_id = info.id().get();
            schedule.each_early_reader(info.stable_id(), &mut |reader, writer| {
                self.storage.ground.events.emit(Event::ReadBeforeWrite {
                    component_id,
                    reader,
                    writer,
                });
            });
        }
    }
}

/// Milliseconds as the reference counts them, in 65,536ths.
fn raw(budget: Duration) -> u64 {
    u64::try_from(budget.as_nanos() * 65_536 / 1_000_000).unwrap_or(u64::MAX)
}

/// At most 63 bytes of a name.
fn shortened(name: &'static str) -> &'static str {
    let end = (0..=name.len().min(63)).rev().find(|&end| name.is_char_boundary(end));
    &name[..end.unwrap_or(0)]
}
