//! What can be wrong with systems and their order, with the names of those concerned. It converts into [`Error`](crate::Error) by code.

use alloc::vec::Vec;
use core::fmt;

use crate::{Error, ErrorCode};

/// Why systems were not added, or why there is no schedule of them, or why it was not run.
///
/// ```
/// use laige_core::{Error, ScheduleError};
///
/// let error = ScheduleError::NameTaken { system: "movement", existing: 3 };
/// assert_eq!(error.to_string(), "system `movement` is there already, as number 3");
/// assert_eq!(Error::from(error), Error::ScheduleRefused { system: "movement" });
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScheduleError {
    /// A system has no name. Given by `World::add_systems`.
    NameEmpty,
    /// There is a system of that name. Given by `World::add_systems`.
    NameTaken {
        /// The name.
        system: &'static str,
        /// The number of the one that is there.
        existing: u32,
    },
    /// A budget of no time at all. Given by `World::add_systems` and `World::schedule`.
    BudgetZero {
        /// The system.
        system: &'static str,
    },
    /// The list of systems that one comes after is not in order. Given by `World::add_systems` and `World::schedule`.
    Dependencies {
        /// The system.
        system: &'static str,
        /// What is wrong.
        fault: DependencyFault,
    },
    /// A system touches a component that is not registered. Given by `World::add_systems`.
    ComponentUnregistered {
        /// The system.
        system: &'static str,
        /// The name of the component.
        component: &'static str,
    },
    /// The world has all the systems it may have. Given by `World::add_systems`.
    SystemsFull {
        /// The system that was one too many.
        system: &'static str,
        /// How many that are.
        max: u32,
    },
    /// A system draws random numbers, and the world is not deterministic. Given by `World::add_systems`.
    NoStream {
        /// The system.
        system: &'static str,
    },
    /// A system for presentation can change the state, or another reads a transient resource. Given by `World::add_systems`, for
    /// systems that were not made by `#[system]`, which finds it at compile time.
    Presentation {
        /// The system.
        system: &'static str,
    },
    /// A system runs in every 0th tick. Given by `World::schedule`.
    EveryZero {
        /// The system.
        system: &'static str,
    },
    /// A system is to come after or before one that the world does not have. Given by `World::schedule`.
    DependencyMissing {
        /// The system.
        system: &'static str,
        /// The one that is not there.
        dependency: &'static str,
        /// Its place among those that the system comes after, from 0, then those that it comes before.
        position: u32,
    },
    /// A system is to come after or before a set that has no system. Given by `World::schedule`.
    SetMissing {
        /// The system.
        system: &'static str,
        /// The set.
        set: &'static str,
    },
    /// Systems are each to come after the next, and the last after the first. Given by `World::schedule`.
    DependencyCycle {
        /// Their names.
        cycle: Vec<&'static str>,
    },
    /// A system is to come after one that is in a later stage. Given by `World::schedule`.
    StageOrder {
        /// The system.
        system: &'static str,
        /// The one that it is to come after.
        after: &'static str,
    },
    /// Two systems of one stage touch the same, one of them writing, and nothing says which comes first. Given by `World::schedule`.
    Unordered {
        /// The one that was added first.
        first: &'static str,
        /// The other.
        second: &'static str,
        /// The component or resource that they both touch.
        on: &'static str,
    },
    /// A system asks for a resource that the world does not have. Given by `World::schedule` and `World::run`.
    ResourceMissing {
        /// The system.
        system: &'static str,
        /// The name of the resource.
        resource: &'static str,
    },
    /// A resource that is state has floats, and the world forbids them. Given by `World::schedule`.
    FloatForbidden {
        /// The name of the resource.
        resource: &'static str,
    },
    /// The world does not have the system. Given by `World::set_system_enabled`.
    SystemUnknown {
        /// The system.
        system: &'static str,
    },
    /// The schedule is older than a system, or of another world. Given by `World::run`.
    Stale {
        /// How many systems it has.
        scheduled: u32,
        /// How many the world has.
        current: u32,
    },
    /// A system put another world in the place of its own. Given by `World::run`.
    WorldReplaced {
        /// The system.
        system: &'static str,
    },
    /// A system is to run a schedule of the world that is running it, or to add to it. Given by `World::run`.
    Running,
}

/// What is wrong with the list of systems that one comes after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DependencyFault {
    /// A name is empty.
    Empty,
    /// A name is there twice.
    Duplicate(&'static str),
    /// There are so many, more than 16.
    TooMany(u32),
}

impl ScheduleError {
    /// The stable kind of the error.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::SystemsFull { .. } => ErrorCode::BudgetExhausted,
            _ => ErrorCode::InvalidArgument,
        }
    }

    /// The system that the error is about, if it is one.
    #[must_use]
    pub fn system(&self) -> Option<&'static str> {
        match *self {
            Self::NameTaken { system, .. }
            | Self::BudgetZero { system }
            | Self::Dependencies { system, .. }
            | Self::ComponentUnregistered { system, .. }
            | Self::NoStream { system }
            | Self::SystemsFull { system, .. }
            | Self::Presentation { system }
            | Self::EveryZero { system }
            | Self::DependencyMissing { system, .. }
            | Self::SetMissing { system, .. }
            | Self::StageOrder { system, .. }
            | Self::Unordered { second: system, .. }
            | Self::ResourceMissing { system, .. }
            | Self::SystemUnknown { system }
            | Self::WorldReplaced { system } => Some(system),
            Self::DependencyCycle { ref cycle } => cycle.first().copied(),
            Self::NameEmpty | Self::FloatForbidden { .. } | Self::Stale { .. } | Self::Running => {
                None
            }
        }
    }
}

impl fmt::Display for ScheduleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NameEmpty => f.write_str("a system has no name"),
            Self::NameTaken { system, existing } => {
                write!(f, "system `{system}` is there already, as number {existing}")
            }
            Self::BudgetZero { system } => {
                write!(f, "system `{system}` has a budget of no time at all")
            }
            Self::Dependencies { system, fault } => write!(f, "system `{system}` {fault}"),
            Self::ComponentUnregistered { system, component } => {
                write!(
                    f,
                    "system `{system}` touches component `{component}`, which is not registered"
                )
            }
            Self::SystemsFull { system, max } => {
                write!(
                    f,
                    "system `{system}` is one too many: the world has {max}, as many as it may"
                )
            }
            Self::NoStream { system } => {
                write!(
                    f,
                    "system `{system}` draws random numbers, and this world is not deterministic"
                )
            }
            Self::Presentation { system } => write!(
                f,
                "system `{system}` can change the state though it is for presentation, or reads what is transient though it is not"
            ),
            Self::EveryZero { system } => write!(f, "system `{system}` runs in every 0th tick"),
            _ => self.fmt_order(f),
        }
    }
}

impl ScheduleError {
    /// What is wrong with an order, or with running it.
    fn fmt_order(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DependencyMissing { system, dependency, .. } => {
                write!(
                    f,
                    "system `{system}` is to come after or before `{dependency}`, which is not there"
                )
            }
            Self::SetMissing { system, set } => {
                write!(
                    f,
                    "system `{system}` is to come after or before set `{set}`, which has no system"
                )
            }
            Self::DependencyCycle { cycle } => {
                f.write_str("systems are each to come after the next: ")?;
                for name in cycle {
                    write!(f, "`{name}`, ")?;
                }
                write!(f, "`{}`", cycle.first().copied().unwrap_or_default())
            }
            Self::StageOrder { system, after } => {
                write!(f, "system `{system}` is to come after `{after}`, which is in a later stage")
            }
            Self::Unordered { first, second, on } => write!(
                f,
                "systems `{first}` and `{second}` both touch `{on}`, and nothing says which comes first: \
                 add `.after::<{first}>()` to `{second}`, or `.before::<{first}>()`"
            ),
            Self::ResourceMissing { system, resource } => {
                write!(f, "system `{system}` asks for resource `{resource}`, which is not there")
            }
            Self::FloatForbidden { resource } => {
                write!(f, "resource `{resource}` has floats, which this world forbids")
            }
            Self::SystemUnknown { system } => write!(f, "the world has no system `{system}`"),
            Self::Stale { scheduled, current } => write!(
                f,
                "the schedule has {scheduled} systems and is older than one of the world's {current}, or of another world"
            ),
            Self::WorldReplaced { system } => {
                write!(f, "system `{system}` put another world in the place of its own")
            }
            _ => f.write_str("a system is to run a schedule of the world that is running it"),
        }
    }
}

impl fmt::Display for DependencyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("is to come after a system without a name"),
            Self::Duplicate(name) => write!(f, "is to come after `{name}` twice"),
            Self::TooMany(count) => {
                write!(
                    f,
                    "is to come after {count} systems, {} are allowed",
                    crate::limits::MAX_DEPENDENCIES
                )
            }
        }
    }
}

impl core::error::Error for ScheduleError {}

impl From<ScheduleError> for Error {
    fn from(error: ScheduleError) -> Self {
        match error {
            ScheduleError::SystemsFull { max, .. } => Self::SystemsFull { max },
            ScheduleError::FloatForbidden { resource } => {
                Self::FloatForbidden { component: resource }
            }
            _ => Self::ScheduleRefused { system: error.system().unwrap_or("") },
        }
    }
}
