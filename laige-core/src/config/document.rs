//! Configurations as documents: what `serde` reads and writes. The version comes first and decides whether the rest is
//! understood; unknown keys are refused.

use alloc::format;

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};

use super::{Config, Numbers};

/// The keys of a document of version 1.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Config", deny_unknown_fields)]
struct Document {
    version: Version,
    capacity: u32,
    #[serde(default = "tick_rate_hz")]
    tick_rate_hz: u32,
    #[serde(default = "churn_per_frame_budget")]
    churn_per_frame_budget: u32,
    #[serde(default)]
    seed: u64,
    #[serde(default = "deterministic")]
    deterministic: bool,
    #[serde(default = "numbers")]
    numbers: Numbers,
}

/// The version of a document that can be read.
#[derive(serde::Serialize)]
struct Version(u32);

/// Where the defaults come from.
const DEFAULT: Config = Config::with_capacity(0);

const fn tick_rate_hz() -> u32 {
    DEFAULT.tick_rate_hz
}

const fn churn_per_frame_budget() -> u32 {
    DEFAULT.churn_per_frame_budget
}

const fn deterministic() -> bool {
    DEFAULT.deterministic
}

const fn numbers() -> Numbers {
    DEFAULT.numbers
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u32::deserialize(deserializer)? {
            Config::VERSION => Ok(Self(Config::VERSION)),
            other => Err(D::Error::custom(format!(
                "a configuration of version {other} is not supported, expected version {}",
                Config::VERSION
            ))),
        }
    }
}

impl<'de> Deserialize<'de> for Config {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Document {
            version: _,
            capacity,
            tick_rate_hz,
            churn_per_frame_budget,
            seed,
            deterministic,
            numbers,
        } = Document::deserialize(deserializer)?;
        let config =
            Self { tick_rate_hz, capacity, churn_per_frame_budget, seed, deterministic, numbers };
        config.validate().map_err(D::Error::custom)?;
        Ok(config)
    }
}

impl Serialize for Config {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { tick_rate_hz, capacity, churn_per_frame_budget, seed, deterministic, numbers } =
            *self;
        Document {
            version: Version(Self::VERSION),
            capacity,
            tick_rate_hz,
            churn_per_frame_budget,
            seed,
            deterministic,
            numbers,
        }
        .serialize(serializer)
    }
}
