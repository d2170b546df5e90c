//! Which world it is: a number that no other world of the process has, nor had. It tells whose something is that was made for
//! one world; it is not part of the world's state, and nothing that is observable follows from it.

use crate::unique;

/// The number of a world.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Identity(u64);

impl Identity {
    /// A number that was never given before.
    pub(crate) fn new() -> Self {
        Self(unique::draw())
    }
}
