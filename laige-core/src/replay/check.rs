//! Before a replay: whether the log fits the configuration and the simulation. What comes of the replay is elsewhere.

use alloc::boxed::Box;
use core::fmt;

use super::{Header, IdentityMismatch, ReadError, ReplayIdentity, Simulation};
use crate::events::{Event, EventLog};
use crate::{Config, Error};

/// A replay could not be run to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RunError<E> {
    /// The log belongs to other runs.
    Identity(Box<IdentityMismatch>),
    /// The configuration gives systems no random streams of their own, so that nothing can be replayed.
    DeterminismDisabled {
        /// The seed of the configuration.
        seed: u64,
    },
    /// The log could not be read on.
    Read(ReadError),
    /// A tick failed.
    Tick {
        /// Which tick.
        tick: u64,
        /// What it failed with.
        error: E,
    },
}

impl<E: fmt::Display> fmt::Display for RunError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Identity(mismatch) => mismatch.fmt(f),
            Self::DeterminismDisabled { seed } => {
                write!(f, "the configuration with seed {seed} is not deterministic")
            }
            Self::Read(error) => error.fmt(f),
            Self::Tick { tick, error } => write!(f, "tick {tick} failed: {error}"),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for RunError<E> {}

impl<E> From<ReadError> for RunError<E> {
    fn from(error: ReadError) -> Self {
        Self::Read(error)
    }
}

/// By code; the error of a tick is kept as it is.
impl<E: Into<Error>> From<RunError<E>> for Error {
    fn from(error: RunError<E>) -> Self {
        match error {
            RunError::Identity(mismatch) => (*mismatch).into(),
            RunError::DeterminismDisabled { seed } => Self::DeterminismDisabled { seed },
            RunError::Read(error) => error.into(),
            RunError::Tick { error, .. } => error.into(),
        }
    }
}

/// One of two logs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// The first.
    A,
    /// The second.
    B,
}

impl Which {
    const fn name(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
        }
    }
}

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Whether the log is of such runs. `which` is for the event.
pub(super) fn check_identity<S: Simulation>(
    header: &Header,
    config: &Config,
    simulation: &S,
    which: Option<Which>,
) -> Result<(), RunError<S::Error>> {
    let here = ReplayIdentity::new(config, simulation.schema_hash());
    let logged = *header.identity();
    let digests = header.logged_schema_digest().zip(simulation.schema_digest());
    let digests = digests.filter(|(logged, here)| logged != here);
    if here.check(&logged).is_ok() && digests.is_none() {
        return Ok(());
    }
    let mismatch = IdentityMismatch { logged, here, schema_digests: digests };
    EventLog::tell_once(mismatch_event(&mismatch, which));
    Err(RunError::Identity(Box::new(mismatch)))
}

/// Whether the configuration allows a replay.
pub(super) fn check_determinism<E>(
    config: &Config,
    which: Option<Which>,
) -> Result<(), RunError<E>> {
    if config.deterministic {
        return Ok(());
    }
    let seed = config.seed;
    EventLog::tell_once(match which {
        Some(which) => Event::DiffDeterminismDisabled { log: which.name(), seed },
        None => Event::DeterminismDisabled { seed },
    });
    Err(RunError::DeterminismDisabled { seed })
}

/// The event of a mismatch; a field is true where the two differ.
fn mismatch_event(mismatch: &IdentityMismatch, which: Option<Which>) -> Event {
    let IdentityMismatch { logged, here, schema_digests } = mismatch;
    let seed = logged.seed != here.seed;
    let tick_rate = logged.tick_rate_hz != here.tick_rate_hz;
    let component_schema = logged.schema_hash != here.schema_hash || schema_digests.is_some();
    let math_backend = logged.math_backend != here.math_backend;
    let config = logged.config_hash != here.config_hash;
    match which {
        None => Event::IdentityMismatch { seed, tick_rate, component_schema, math_backend, config },
        Some(which) => Event::DiffIdentityMismatch {
            log: which.name(),
            seed,
            tick_rate,
            component_schema,
            math_backend,
            config,
        },
    }
}
