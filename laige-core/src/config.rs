//! Configuration: the few numbers that two runs must agree on before they can agree on anything else, with a version and a
//! hash. Limits of a world that change no result are `Options` and not here.

#[cfg(feature = "serde")]
mod document;

use crate::limits::{
    DEFAULT_CHURN_PER_FRAME, DEFAULT_TICK_RATE_HZ, MAX_CAPACITY, MAX_TICK_RATE_HZ, MIN_TICK_RATE_HZ,
};
use crate::stable_id::fnv_words;
use crate::{Error, Options, Result};

/// What a simulation is run with. Start with [`with_capacity`](Self::with_capacity); everything else has a default.
///
/// Its [`config_hash`](Self::config_hash) is part of every recording, so that a recording is not replayed with another configuration.
///
/// ```
/// use laige_core::{Config, World};
///
/// const GAME: Config = Config::with_capacity(2_000).seed(42).tick_rate_hz(30);
/// GAME.validate()?;
/// let world = World::new(GAME.options())?;
/// assert_eq!((world.seed(), world.capacity()), (42, 2_000));
/// # Ok::<(), laige_core::Error>(())
/// ```
///
/// With the feature `serde` it is read from and written to documents such as JSON. A document says `"version": 1` and the
/// capacity; what it leaves out has its default; a key that is not known is refused, for a misspelled `seed` would
/// quietly run another simulation.
///
/// ```
/// # #[cfg(feature = "serde")] {
/// # use laige_core::Config;
/// let text = r#"{ "version": 1, "capacity": 2000, "seed": 42, "numbers": "float" }"#;
/// let config: Config = serde_json::from_str(text).unwrap();
/// assert_eq!((config.seed, config.tick_rate_hz), (42, 60));
/// assert!(serde_json::from_str::<Config>(r#"{ "version": 1, "capacity": 2000, "sed": 42 }"#).is_err());
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Config {
    /// Ticks per second, 20 to 120. Default 60.
    pub tick_rate_hz: u32,
    /// How many entities may be alive at a time.
    pub capacity: u32,
    /// How many components may be inserted and removed in a frame before the world warns. Default 256; 0 never warns.
    pub churn_per_frame_budget: u32,
    /// The seed of all random streams. Any value; default 0.
    pub seed: u64,
    /// Whether every system has a random stream of its own, without which nothing can be replayed. Default true.
    pub deterministic: bool,
    /// What the simulation computes with. Default [`Numbers::Fixed`].
    pub numbers: Numbers,
}

/// What a simulation computes with. laige itself does not care; recordings of one kind do not fit the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[repr(u32)]
pub enum Numbers {
    /// Integers and fixed point: the same on every machine.
    Fixed = 0,
    /// Floats: the same on every machine only as far as the arithmetic is.
    Float = 1,
}

impl Numbers {
    /// The number by which files name it: 0 fixed, 1 float.
    #[must_use]
    pub const fn to_u32(self) -> u32 {
        self as u32
    }
}

impl Config {
    /// The version of configurations, which enters their hash and stands in their documents.
    pub const VERSION: u32 = 1;

    /// A configuration for a world of at most `capacity` entities at a time.
    #[must_use]
    pub const fn with_capacity(capacity: u32) -> Self {
        Self {
            tick_rate_hz: DEFAULT_TICK_RATE_HZ,
            capacity,
            churn_per_frame_budget: DEFAULT_CHURN_PER_FRAME,
            seed: 0,
            deterministic: true,
            numbers: Numbers::Fixed,
        }
    }

    /// Sets [`tick_rate_hz`](Self::tick_rate_hz).
    #[must_use]
    pub const fn tick_rate_hz(mut self, tick_rate_hz: u32) -> Self {
        self.tick_rate_hz = tick_rate_hz;
        self
    }

    /// Sets [`churn_per_frame_budget`](Self::churn_per_frame_budget).
    #[must_use]
    pub const fn churn_per_frame_budget(mut self, components: u32) -> Self {
        self.churn_per_frame_budget = components;
        self
    }

    /// Sets [`seed`](Self::seed).
    #[must_use]
    pub const fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Sets [`deterministic`](Self::deterministic).
    #[must_use]
    pub const fn deterministic(mut self, deterministic: bool) -> Self {
        self.deterministic = deterministic;
        self
    }

    /// Sets [`numbers`](Self::numbers).
    #[must_use]
    pub const fn numbers(mut self, numbers: Numbers) -> Self {
        self.numbers = numbers;
        self
    }

    /// Whether every value lies in its range.
    ///
    /// # Errors
    ///
    /// [`TickRateOutOfRange`](Error::TickRateOutOfRange), then [`CapacityTooLarge`](Error::CapacityTooLarge).
    pub const fn validate(&self) -> Result<()> {
        let Self { tick_rate_hz, capacity, .. } = *self;
        if tick_rate_hz < MIN_TICK_RATE_HZ || tick_rate_hz > MAX_TICK_RATE_HZ {
            return Err(Error::TickRateOutOfRange { tick_rate_hz });
        }
        if capacity > MAX_CAPACITY {
            return Err(Error::CapacityTooLarge { capacity, max: MAX_CAPACITY });
        }
        Ok(())
    }

    /// The options of a world with this configuration; limits can be set on them.
    pub const fn options(&self) -> Options {
        self.on(Options::with_capacity(self.capacity))
    }

    /// The same with [`Options::reference`]: the world whose hashes the C++ reference engine has.
    pub const fn reference_options(&self) -> Options {
        self.on(Options::reference(self.capacity))
    }

    const fn on(&self, options: Options) -> Options {
        options
            .seed(self.seed)
            .churn_per_frame_budget(self.churn_per_frame_budget)
            .deterministic(self.deterministic)
    }

    /// The hash of the configuration, as recordings hold it: equal values, equal hash, in every build and in the reference engine.
    ///
    /// FNV-1a-64 over seven numbers of 8 bytes, big-endian: version, tick rate, capacity, churn budget, seed,
    /// deterministic (0 or 1), numbers (0 or 1).
    ///
    /// ```
    /// use laige_core::Config;
    ///
    /// let hello = Config::with_capacity(8).seed(0x1F05_5EED);
    /// assert_eq!(hello.config_hash(), 0x46C3_F70A_A863_C63D);
    /// ```
    #[must_use]
    pub const fn config_hash(&self) -> u64 {
        fnv_words(&[
            Self::VERSION as u64,
            self.tick_rate_hz as u64,
            self.capacity as u64,
            self.churn_per_frame_budget as u64,
            self.seed,
            self.deterministic as u64,
            self.numbers.to_u32() as u64,
        ])
    }
}
