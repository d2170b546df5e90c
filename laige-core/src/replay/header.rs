//! The head of a log: whose it is, and in version 2 what else it holds. How it lies in bytes is in `format`.

use alloc::string::String;
use alloc::vec::Vec;

use super::ReplayIdentity;

/// What a log says before its first frame.
///
/// Version 1 is the reference engine's and has the identity alone. Version 2 adds a digest of the schema, checkpoints
/// every so many ticks, and the names of the systems, for people to read.
///
/// ```
/// use laige_core::Config;
/// use laige_core::replay::{Header, ReplayIdentity};
///
/// let identity = ReplayIdentity::new(&Config::with_capacity(8), 0);
/// let header = Header::new(identity).checkpoint_every(60).systems(["movement", "collide"]);
/// assert_eq!((header.version(), header.system_names().len()), (2, 2));
/// assert_eq!(Header::version_1(identity).version(), 1);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    pub(super) identity: ReplayIdentity,
    /// What version 2 adds.
    pub(super) more: Option<More>,
}

/// What version 2 adds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct More {
    pub(super) schema_digest: u128,
    pub(super) checkpoint_every: u32,
    pub(super) systems: Vec<String>,
}

/// What a run looked like after a tick, to compare another run with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Checkpoint {
    /// The reference's hash of the state, `World::state_hash`.
    pub state_hash: u64,
    /// The first half of the digest: what the worlds look like.
    pub content: u128,
    /// The second half of the digest: what decides their future beside it.
    pub control: u128,
}

impl Header {
    /// The header of a log of version 2, without checkpoints and names so far.
    #[must_use]
    pub fn new(identity: ReplayIdentity) -> Self {
        Self { identity, more: Some(More::default()) }
    }

    /// The header of a log of version 1, which is the reference engine's. The other methods make it one of version 2.
    #[must_use]
    pub const fn version_1(identity: ReplayIdentity) -> Self {
        Self { identity, more: None }
    }

    /// Sets the digest of the schema; 0, the default, is none.
    #[must_use]
    pub fn schema_digest(mut self, digest: u128) -> Self {
        self.more().schema_digest = digest;
        self
    }

    /// Asks for a checkpoint at tick 0 and then every so many ticks; 0, the default, is never.
    #[must_use]
    pub fn checkpoint_every(mut self, ticks: u32) -> Self {
        self.more().checkpoint_every = ticks;
        self
    }

    /// Sets the names of the systems, in the order of their numbers.
    #[must_use]
    pub fn systems<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.more().systems = names.into_iter().map(Into::into).collect();
        self
    }

    fn more(&mut self) -> &mut More {
        self.more.get_or_insert_default()
    }

    /// The version of the log's format: 1 or 2.
    #[must_use]
    pub const fn version(&self) -> u16 {
        if self.more.is_some() { 2 } else { 1 }
    }

    /// Which runs the log belongs to.
    #[must_use]
    pub const fn identity(&self) -> &ReplayIdentity {
        &self.identity
    }

    /// The digest of the schema, if the log has one.
    #[must_use]
    pub fn logged_schema_digest(&self) -> Option<u128> {
        self.more.as_ref().map(|more| more.schema_digest).filter(|&digest| digest != 0)
    }

    /// Every how many ticks the log has a checkpoint; 0 is never.
    #[must_use]
    pub fn checkpoint_interval(&self) -> u32 {
        self.more.as_ref().map_or(0, |more| more.checkpoint_every)
    }

    /// Whether the log has a checkpoint of the state after that tick.
    #[must_use]
    pub fn has_checkpoint(&self, tick: u64) -> bool {
        let every = u64::from(self.checkpoint_interval());
        every != 0 && tick % every == 0
    }

    /// The names of the systems, in the order of their numbers.
    #[must_use]
    pub fn system_names(&self) -> &[String] {
        self.more.as_ref().map_or(&[], |more| &more.systems)
    }
}
