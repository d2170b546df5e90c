//! The watch of a world: the clock by which runs of systems are timed, and the profile. Nothing of it is state, and no result depends on it.

use alloc::boxed::Box;
use core::fmt;
use core::time::Duration;

use crate::time::{Clock, Profile};

/// A clock, and the profile that is made by it.
pub(crate) struct Watch {
    pub(crate) clock: Box<dyn Clock + Send + Sync>,
    pub(crate) profile: Option<Profile>,
}

/// When a system ran.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span {
    pub(crate) begin: Duration,
    pub(crate) end: Duration,
    pub(crate) thread: u32,
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("profile", &self.profile.is_some()).finish_non_exhaustive()
    }
}
