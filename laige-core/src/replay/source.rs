//! Sources: where the frames of a log come from, whether it lies in memory or streams by. What is done with them is elsewhere.

use core::fmt;

use super::{Checkpoint, Header, MalformedLog};
use crate::{Error, ErrorCode};

/// One tick of a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Frame<'a> {
    /// Which tick: 1, 2, 3, ..
    pub tick: u64,
    /// What the simulation was fed.
    pub input: &'a [u8],
    /// What the run looked like after the tick, if the log says.
    pub checkpoint: Option<Checkpoint>,
}

/// Gives the frames of a log one by one.
pub trait Source {
    /// What the log says before its first frame.
    fn header(&self) -> &Header;

    /// What the run looked like before its first tick, if the log says.
    fn start(&self) -> Option<Checkpoint>;

    /// The next frame, in the order of ticks; `None` after the last.
    ///
    /// # Errors
    ///
    /// What is wrong with the log, or with reading it.
    fn next_frame(&mut self) -> Result<Option<Frame<'_>>, ReadError>;
}

impl<S: Source + ?Sized> Source for &mut S {
    fn header(&self) -> &Header {
        (**self).header()
    }

    fn start(&self) -> Option<Checkpoint> {
        (**self).start()
    }

    fn next_frame(&mut self) -> Result<Option<Frame<'_>>, ReadError> {
        (**self).next_frame()
    }
}

/// A log could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// What was read is no log.
    Malformed(MalformedLog),
    /// The file is larger than it may be.
    TooLarge {
        /// Its size, in bytes.
        bytes: u64,
        /// The most it may have, in bytes.
        limit: u64,
    },
    /// No path was given.
    EmptyPath,
    /// The operating system refused.
    #[cfg(feature = "std")]
    Io(std::io::ErrorKind),
}

impl ReadError {
    /// The code of the error.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::Malformed(_) | Self::TooLarge { .. } | Self::EmptyPath => {
                ErrorCode::MalformedInput
            }
            #[cfg(feature = "std")]
            Self::Io(_) => ErrorCode::IoError,
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(malformed) => malformed.fmt(f),
            Self::TooLarge { bytes, limit } => {
                write!(f, "a replay log of {bytes} bytes is above the limit of {limit}")
            }
            Self::EmptyPath => f.write_str("the path of the replay log is empty"),
            #[cfg(feature = "std")]
            Self::Io(kind) => {
                write!(f, "the replay log could not be read: {}", KindOfFile(*kind))
            }
        }
    }
}

/// What the operating system refused, in words about files: the standard library calls a missing one an entity.
#[cfg(feature = "std")]
pub(super) struct KindOfFile(pub(super) std::io::ErrorKind);

#[cfg(feature = "std")]
impl fmt::Display for KindOfFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            std::io::ErrorKind::NotFound => f.write_str("no such file or folder"),
            std::io::ErrorKind::AlreadyExists => f.write_str("something is there already"),
            kind => kind.fmt(f),
        }
    }
}

impl core::error::Error for ReadError {}

impl From<MalformedLog> for ReadError {
    fn from(malformed: MalformedLog) -> Self {
        Self::Malformed(malformed)
    }
}

#[cfg(feature = "std")]
impl From<std::io::Error> for ReadError {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error.kind())
    }
}

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Malformed(malformed) => malformed.into(),
            ReadError::TooLarge { limit, .. } => Self::ReplayMalformed { offset: limit },
            ReadError::EmptyPath => Self::ReplayMalformed { offset: 0 },
            #[cfg(feature = "std")]
            ReadError::Io(_) => Self::Io { operation: "read a replay log" },
        }
    }
}
