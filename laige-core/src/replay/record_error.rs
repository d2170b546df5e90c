//! Errors of recording: what a recorder refuses, and what keeps it from going on. The first one stays.

use core::fmt;
use std::io::ErrorKind;

use super::source::KindOfFile;
use crate::limits::{MAX_REPLAY_FRAME_BYTES, MAX_REPLAY_NAME_BYTES, MAX_REPLAY_SYSTEMS};
use crate::{Error, ErrorCode};

/// A log could not be recorded. After any of them the recording is over: every later call gives the same error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordError {
    /// No path was given.
    EmptyPath,
    /// The path is that of a device or a socket, whose place a file would take.
    NotAFile,
    /// The limit leaves no room for a header and a trailer.
    LimitTooSmall {
        /// The limit, in bytes.
        limit: u64,
        /// What header and trailer need, in bytes.
        least: u64,
    },
    /// The header has more names of systems than a log may have.
    TooManySystems {
        /// How many there are.
        systems: usize,
    },
    /// The name of a system is longer than it may be.
    NameTooLong {
        /// How long it is, in bytes.
        bytes: usize,
    },
    /// A frame is not of the next tick.
    OutOfTurn {
        /// The tick that is next.
        expected: u64,
        /// The tick of the frame.
        tick: u64,
    },
    /// A frame has more input than it may.
    FrameTooLong {
        /// The tick of the frame.
        tick: u64,
        /// How much input it has, in bytes.
        bytes: usize,
    },
    /// The header asks for a checkpoint of this tick, and none was given.
    CheckpointMissing {
        /// The tick.
        tick: u64,
    },
    /// What was to be written does not fit under the limit.
    Full {
        /// The limit, in bytes.
        limit: u64,
    },
    /// The operating system refused.
    Io(ErrorKind),
}

impl RecordError {
    /// The code of the error.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::Full { .. } => ErrorCode::BudgetExhausted,
            Self::Io(_) => ErrorCode::IoError,
            _ => ErrorCode::InvalidArgument,
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyPath => f.write_str("the path of the replay log is empty"),
            Self::NotAFile => f.write_str("the path of the replay log is that of a device"),
            Self::LimitTooSmall { limit, least } => {
                write!(f, "a limit of {limit} bytes is below the {least} of an empty replay log")
            }
            Self::TooManySystems { systems } => {
                write!(f, "{systems} systems were named, {MAX_REPLAY_SYSTEMS} are allowed")
            }
            Self::NameTooLong { bytes } => {
                write!(f, "a system's name has {bytes} bytes, {MAX_REPLAY_NAME_BYTES} are allowed")
            }
            Self::OutOfTurn { expected, tick } => {
                write!(f, "the frame of tick {tick} came, expected {expected}")
            }
            Self::FrameTooLong { tick, bytes } => write!(
                f,
                "the frame of tick {tick} has {bytes} bytes, {MAX_REPLAY_FRAME_BYTES} are allowed"
            ),
            Self::CheckpointMissing { tick } => {
                write!(f, "the frame of tick {tick} came without its checkpoint")
            }
            Self::Full { limit } => write!(f, "the replay log is at its limit of {limit} bytes"),
            Self::Io(kind) => {
                write!(f, "the replay log could not be written: {}", KindOfFile(*kind))
            }
        }
    }
}

impl core::error::Error for RecordError {}

impl From<std::io::Error> for RecordError {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error.kind())
    }
}

impl From<RecordError> for Error {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::Full { limit } => Self::RecordingFull { limit },
            RecordError::Io(_) => Self::Io { operation: "write a replay log" },
            RecordError::OutOfTurn { tick, .. }
            | RecordError::FrameTooLong { tick, .. }
            | RecordError::CheckpointMissing { tick } => Self::RecordingRefused { tick },
            RecordError::EmptyPath
            | RecordError::NotAFile
            | RecordError::LimitTooSmall { .. }
            | RecordError::TooManySystems { .. }
            | RecordError::NameTooLong { .. } => Self::RecordingRefused { tick: 0 },
        }
    }
}
