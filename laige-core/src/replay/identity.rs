//! Identity: the five numbers that say which runs a log belongs to, and what is wrong when they differ. Whether the same code
//! runs is not among them; that only the hashes show.

use core::fmt;

use crate::{Config, Error, ErrorCode};

/// Which runs a log belongs to. Equal identities are needed to replay it, not enough: the same systems have to run as well.
///
/// ```
/// use laige_core::Config;
/// use laige_core::replay::ReplayIdentity;
///
/// let config = Config::with_capacity(8).seed(42);
/// let identity = ReplayIdentity::new(&config, 0xDDDD_09DA_8441_9311);
/// assert_eq!((identity.seed, identity.tick_rate_hz), (42, 60));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ReplayIdentity {
    /// The seed of the configuration.
    pub seed: u64,
    /// Ticks per second.
    pub tick_rate_hz: u32,
    /// The hash of the registered components, `World::schema_hash`.
    pub schema_hash: u64,
    /// What the simulation computes with: 0 fixed point, 1 floats ([`Numbers`](crate::Numbers)).
    pub math_backend: u32,
    /// The hash of the whole configuration, [`Config::config_hash`].
    pub config_hash: u64,
}

impl ReplayIdentity {
    /// The identity of runs with that configuration and those components.
    #[must_use]
    pub const fn new(config: &Config, schema_hash: u64) -> Self {
        Self {
            seed: config.seed,
            tick_rate_hz: config.tick_rate_hz,
            schema_hash,
            math_backend: config.numbers.to_u32(),
            config_hash: config.config_hash(),
        }
    }

    /// Compares with the identity of a log, field by field.
    ///
    /// # Errors
    ///
    /// [`IdentityMismatch`], which has both and says where they differ.
    pub const fn check(&self, logged: &Self) -> Result<(), IdentityMismatch> {
        let same = self.seed == logged.seed
            && self.tick_rate_hz == logged.tick_rate_hz
            && self.schema_hash == logged.schema_hash
            && self.math_backend == logged.math_backend
            && self.config_hash == logged.config_hash;
        if same {
            return Ok(());
        }
        Err(IdentityMismatch { logged: *logged, here: *self, schema_digests: None })
    }
}

/// A log belongs to other runs than this one.
///
/// ```
/// use laige_core::Config;
/// use laige_core::replay::ReplayIdentity;
///
/// let identity = |seed| ReplayIdentity::new(&Config::with_capacity(8).seed(seed), 0);
/// let mismatch = identity(43).check(&identity(42)).unwrap_err();
/// assert!(mismatch.to_string().starts_with("the log belongs to other runs: seed 42 in the log and 43 here, config"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct IdentityMismatch {
    /// The identity in the log.
    pub logged: ReplayIdentity,
    /// The identity that was expected.
    pub here: ReplayIdentity,
    /// The schema digests, where both sides have one: that in the log, that here.
    pub schema_digests: Option<(u128, u128)>,
}

/// A field that differs: its name, its value in the log, its value here.
struct Differing(&'static str, u128, u128);

impl IdentityMismatch {
    /// The code of the error.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        ErrorCode::InvalidArgument
    }

    /// The names of the fields that differ, in the order seed, `tick_rate`, `component_schema`, `math_backend`, config,
    /// `schema_digest`.
    pub fn fields(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.differing().map(|Differing(name, ..)| name)
    }

    fn differing(&self) -> impl Iterator<Item = Differing> + use<> {
        let Self { logged, here, schema_digests } = *self;
        let (logged_digest, digest) = schema_digests.unwrap_or_default();
        [
            Differing("seed", logged.seed.into(), here.seed.into()),
            Differing("tick_rate", logged.tick_rate_hz.into(), here.tick_rate_hz.into()),
            Differing("component_schema", logged.schema_hash.into(), here.schema_hash.into()),
            Differing("math_backend", logged.math_backend.into(), here.math_backend.into()),
            Differing("config", logged.config_hash.into(), here.config_hash.into()),
            Differing("schema_digest", logged_digest, digest),
        ]
        .into_iter()
        .filter(|Differing(_, logged, here)| logged != here)
    }
}

impl fmt::Display for IdentityMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the log belongs to other runs")?;
        let mut separator = ": ";
        for Differing(name, logged, here) in self.differing() {
            f.write_str(separator)?;
            separator = ", ";
            match name {
                "component_schema" | "config" => {
                    write!(f, "{name} {logged:016x} in the log and {here:016x} here")?;
                }
                "schema_digest" => {
                    write!(f, "{name} {logged:032x} in the log and {here:032x} here")?;
                }
                _ => write!(f, "{name} {logged} in the log and {here} here")?,
            }
        }
        Ok(())
    }
}

impl core::error::Error for IdentityMismatch {}

/// The first field that differs is kept.
impl From<IdentityMismatch> for Error {
    fn from(mismatch: IdentityMismatch) -> Self {
        Self::ReplayMismatch { field: mismatch.fields().next().unwrap_or("identity") }
    }
}
