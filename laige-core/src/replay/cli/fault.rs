//! What can keep a command from being done, as one line of text. That two runs differ is no fault but an answer.

use alloc::string::{String, ToString};
use core::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::super::{ReadError, RecordError};

/// A command could not be done.
#[derive(Debug)]
pub(super) enum Fault {
    /// The words were not understood.
    Words(String),
    /// The game could not be set up.
    Setup(String),
    /// A run of the game could not go on.
    Run(String),
    /// A log could not be read.
    Log(PathBuf, ReadError),
    /// A log could not be played.
    Play(PathBuf, String),
    /// A log could not be recorded.
    Record(PathBuf, RecordError),
    /// Another file could not be read.
    File(PathBuf, io::Error),
    /// A file of hashes is none.
    Hashes(PathBuf, u64, &'static str),
    /// Another process could not be run.
    Process(PathBuf, String),
    /// Nothing can be printed.
    Output(io::Error),
}

impl Fault {
    pub(super) fn setup(error: &impl fmt::Display) -> Self {
        Self::Setup(error.to_string())
    }

    pub(super) fn play(file: &Path, error: &impl fmt::Display) -> Self {
        Self::Play(file.to_path_buf(), error.to_string())
    }

    /// Whether it is that whoever read what is printed has stopped, which nobody needs to be told.
    pub(super) fn is_unread(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What the parser says is a text of its own.
        if let Self::Words(text) = self {
            return f.write_str(text.trim_end());
        }
        f.write_str("error: ")?;
        match self {
            Self::Words(_) => Ok(()),
            Self::Setup(error) => write!(f, "the game could not be set up: {error}"),
            Self::Run(error) => f.write_str(error),
            Self::Log(file, error) => write!(f, "{}: {error}", file.display()),
            Self::Play(file, error) => write!(f, "{}: {error}", file.display()),
            Self::Record(file, error) => write!(f, "{}: {error}", file.display()),
            Self::File(file, error) => write!(f, "{}: {error}", file.display()),
            Self::Hashes(file, line, reason) => {
                write!(f, "{}: line {line} {reason}", file.display())
            }
            Self::Process(program, reason) => write!(f, "{}: {reason}", program.display()),
            Self::Output(error) => write!(f, "nothing can be printed: {error}"),
        }
    }
}
