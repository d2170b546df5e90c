//! Replays: a log of what a simulation was fed, tick by tick, and what it takes to feed it again and compare. A log holds inputs
//! and hashes, not states; a state is what a snapshot holds.
//!
//! | To | use |
//! | --- | --- |
//! | record into a file, or anything else | [`Recorder`], [`LogWriter`] |
//! | read a log that fits into memory, or one that does not | [`Log`], [`LogReader`] |
//! | play a log, and get the hash of each tick | [`run()`] |
//! | play a log, and compare with the checkpoints in it | [`verify()`] |
//! | play two logs side by side until they differ | [`diff()`] |
//!
//! What is played is a [`Simulation`]: a [`ScheduleRun`], a [`WorldRun`], or one of your own. The bytes of a log are written down in `docs/replay.md`.

mod check;
#[cfg(feature = "cli")]
mod cli;
mod decode;
mod diff;
mod fault;
mod format;
mod game;
mod header;
mod identity;
mod log;
#[cfg(feature = "std")]
mod reader;
#[cfg(feature = "std")]
mod record_error;
#[cfg(feature = "std")]
mod recorder;
mod run;
mod schedule_run;
mod setup;
mod simulation;
mod source;
mod told;
mod verify;
mod world_run;
#[cfg(feature = "std")]
mod writer;

pub use check::{RunError, Which};
#[cfg(feature = "cli")]
pub use cli::{cli, cli_with};
pub use diff::{Comparable, DiffError, DiffReport, Side, diff};
pub use fault::{LogFault, MalformedLog};
pub use game::Game;
pub use header::{Checkpoint, Header};
pub use identity::{IdentityMismatch, ReplayIdentity};
pub use log::{Frames, Log};
#[cfg(feature = "std")]
pub use reader::LogReader;
#[cfg(feature = "std")]
pub use record_error::RecordError;
#[cfg(feature = "std")]
pub use recorder::Recorder;
pub use run::run;
pub use schedule_run::ScheduleRun;
#[cfg(feature = "std")]
pub(crate) use setup::Build;
pub use setup::Setup;
pub use simulation::Simulation;
pub use source::{Frame, ReadError, Source};
pub use verify::{Divergence, Verification, verify};
pub use world_run::{WorldDifference, WorldRun};
#[cfg(feature = "std")]
pub use writer::LogWriter;

pub(crate) use told::TABLE;
