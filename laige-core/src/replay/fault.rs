//! Malformed logs: what can be wrong with the bytes of a log, and where. Errors of reading a file are not here.

use core::fmt;

use crate::limits::{MAX_REPLAY_FRAME_BYTES, MAX_REPLAY_NAME_BYTES, MAX_REPLAY_SYSTEMS};
use crate::{Error, ErrorCode};

/// The bytes are no log, or no longer what was recorded. Truncated and changed logs are always found.
///
/// ```
/// use laige_core::replay::{Log, LogFault};
///
/// let malformed = Log::parse(&b"LGRP"[..]).unwrap_err();
/// assert_eq!((malformed.offset, malformed.fault), (4, LogFault::NoHeader));
/// assert_eq!(malformed.to_string(), "replay log, byte 4: it ends before its header does");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct MalformedLog {
    /// Where, in bytes from the start: the first byte of what is wrong, or the end of what is too short.
    pub offset: u64,
    /// What is wrong.
    pub fault: LogFault,
}

/// What is wrong with the bytes of a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LogFault {
    /// It is shorter than a header.
    NoHeader,
    /// It has a header and is shorter than header and trailer.
    NoTrailer,
    /// It does not begin with `LGRP`.
    Magic,
    /// Its version is neither 1 nor 2.
    Version(u16),
    /// The reserved field is not 0.
    Reserved(u16),
    /// It says to have more systems than a log may name.
    TooManySystems(u16),
    /// The name of a system is longer than it may be.
    NameTooLong(u16),
    /// The name of a system is not UTF-8.
    NameNotText,
    /// It ends in the middle of what version 2 has in the header.
    HeaderTruncated,
    /// Less is left before the trailer than a frame needs.
    FrameTruncated,
    /// The tick of a frame is not the one after the frame before it.
    Tick {
        /// The tick that should be there.
        expected: u64,
        /// The tick that is there.
        found: u64,
    },
    /// A frame says to have more input than it may.
    FrameTooLong(u32),
    /// The input or checkpoint of a frame reaches into the trailer.
    FrameOverrun,
    /// The trailer counts other frames than there are.
    FrameCount {
        /// The frames that are there.
        expected: u64,
        /// The frames it counts.
        found: u64,
    },
    /// The hash in the trailer is not that of the bytes before it.
    FileHash {
        /// The hash of the bytes.
        expected: u64,
        /// The hash in the trailer.
        found: u64,
    },
}

impl MalformedLog {
    pub(super) const fn new(offset: u64, fault: LogFault) -> Self {
        Self { offset, fault }
    }

    /// The code of the error.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        ErrorCode::MalformedInput
    }
}

impl fmt::Display for MalformedLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "replay log, byte {}: {}", self.offset, self.fault)
    }
}

impl fmt::Display for LogFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoHeader => f.write_str("it ends before its header does"),
            Self::NoTrailer => f.write_str("it ends before a trailer"),
            Self::Magic => f.write_str("it does not begin with LGRP"),
            Self::Version(found) => {
                write!(f, "version {found} is not supported, expected 1 or 2")
            }
            Self::Reserved(found) => write!(f, "the reserved field is {found}, expected 0"),
            Self::TooManySystems(found) => {
                write!(f, "{found} systems are named, {MAX_REPLAY_SYSTEMS} are allowed")
            }
            Self::NameTooLong(found) => {
                write!(f, "a name has {found} bytes, {MAX_REPLAY_NAME_BYTES} are allowed")
            }
            Self::NameNotText => f.write_str("a name is not UTF-8"),
            Self::HeaderTruncated => f.write_str("the header reaches into the trailer"),
            Self::FrameTruncated => f.write_str("a frame is cut off"),
            Self::Tick { expected, found } => {
                write!(f, "a frame is of tick {found}, expected {expected}")
            }
            Self::FrameTooLong(found) => {
                write!(f, "a frame has {found} bytes, {MAX_REPLAY_FRAME_BYTES} are allowed")
            }
            Self::FrameOverrun => f.write_str("a frame reaches into the trailer"),
            Self::FrameCount { expected, found } => {
                write!(f, "the trailer counts {found} frames, expected {expected}")
            }
            Self::FileHash { expected, found } => {
                write!(f, "the trailer has the hash {found:016x}, expected {expected:016x}")
            }
        }
    }
}

impl core::error::Error for MalformedLog {}

impl From<MalformedLog> for Error {
    fn from(malformed: MalformedLog) -> Self {
        Self::ReplayMalformed { offset: malformed.offset }
    }
}
