//! The report of applied commands: which entities pending handles became, and what could not be applied.

use core::fmt;
use core::panic::Location;

use super::Commands;
use crate::{Entity, Error, Result};

/// What became of the commands of a buffer: from [`World::apply`](crate::World::apply).
///
/// It borrows the buffer, which is ready to be filled again when the report is gone.
#[derive(Clone, Copy)]
pub struct ApplyReport<'c> {
    commands: &'c Commands,
}

/// What a command was to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum CommandKind {
    /// [`Commands::spawn`] or [`Commands::spawn_empty`].
    Spawn,
    /// [`Commands::insert`].
    Insert,
    /// [`Commands::remove`].
    Remove,
    /// [`Commands::despawn`].
    Despawn,
    /// [`Commands::insert_resource`].
    Resource,
}

/// Who queued a command.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Origin {
    pub(crate) call: &'static Location<'static>,
    pub(crate) system: Option<&'static str>,
}

/// A command that was not applied, as the buffer keeps it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Refusal {
    /// Its place in the queue.
    pub(crate) index: u32,
    pub(crate) kind: CommandKind,
    pub(crate) entity: Entity,
    pub(crate) origin: Origin,
    pub(crate) error: Error,
}

/// A command that could not be applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refused {
    /// What it was to do.
    pub kind: CommandKind,
    /// The handle that was passed, which may be pending; [`Entity::NONE`] where there is none.
    pub entity: Entity,
    /// Why it was not done.
    pub error: Error,
    /// The place in the source that queued it.
    pub call: &'static Location<'static>,
    /// The system that queued it, if it was one.
    pub system: Option<&'static str>,
}

impl<'c> ApplyReport<'c> {
    pub(crate) fn new(commands: &'c Commands) -> Self {
        Self { commands }
    }

    /// The entity that a pending handle became; `None` if it could not be spawned, or was none of the buffer's.
    #[must_use]
    pub fn entity(&self, pending: Entity) -> Option<Entity> {
        let Commands { pending: known, .. } = self.commands;
        known.is_pending(pending).then(|| known.resolve(pending)).filter(|entity| !entity.is_none())
    }

    /// How many commands were applied.
    #[must_use]
    pub fn applied(&self) -> u32 {
        self.commands.applied
    }

    /// Whether everything was applied.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.commands.refusals.is_empty()
    }

    /// How many commands found no room in the buffer. [`refused`](Self::refused) tells the first of them.
    #[must_use]
    pub fn overflowed(&self) -> u32 {
        self.commands.overflow
    }

    /// What could not be applied, as queued; at the end the first command that found no room in the buffer.
    #[must_use]
    pub fn refused(&self) -> impl ExactSizeIterator<Item = Refused> + use<'c> {
        self.commands.refusals.iter().map(|&Refusal { kind, entity, origin, error, .. }| Refused {
            kind,
            entity,
            error,
            call: origin.call,
            system: origin.system,
        })
    }

    /// The first reason for which something was not applied, as an error.
    ///
    /// # Errors
    ///
    /// That of the first of [`refused`](Self::refused).
    pub fn ok(&self) -> Result<()> {
        self.refused().next().map_or(Ok(()), |refused| Err(refused.error))
    }
}

impl fmt::Debug for ApplyReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let refused = self.commands.refusals.len();
        write!(f, "ApplyReport({} applied, {refused} refused)", self.applied())
    }
}

impl fmt::Display for CommandKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Spawn => "spawn",
            Self::Insert => "insert",
            Self::Remove => "remove",
            Self::Despawn => "despawn",
            Self::Resource => "insert_resource",
        })
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` queued at {}", self.kind, self.call)?;
        if let Some(system) = self.system {
            write!(f, " by system `{system}`")?;
        }
        write!(f, " was not applied: {}", self.error)
    }
}
