//! Configurations: defaults, ranges, the hash of the reference engine, and documents whose mistakes are refused.
//!
//! Cases S21 and S24 in part (what was written is read; another version is refused in words).

use laige::{Config, Error, Numbers, Options, World};

/// The published configuration of the reference's first scene.
const HELLO: Config = Config::with_capacity(8).seed(0x1F05_5EED);

#[test]
fn hashes_are_the_published_ones() {
    assert_eq!(HELLO.config_hash(), 0x46C3_F70A_A863_C63D);
    assert_eq!(HELLO.numbers(Numbers::Float).config_hash(), 0x46C3_F60A_A863_C48A);
}

/// FNV-1a-64 over words, written down a second time.
fn hash_of(words: [u64; 7]) -> u64 {
    let bytes = words.iter().flat_map(|word| word.to_be_bytes());
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

#[test]
fn every_value_enters_the_hash() {
    let words = [1, 60, 8, 256, 0x1F05_5EED, 1, 0];
    let changed = [
        (HELLO, words),
        (HELLO.tick_rate_hz(30), [1, 30, 8, 256, 0x1F05_5EED, 1, 0]),
        (Config::with_capacity(9).seed(0x1F05_5EED), [1, 60, 9, 256, 0x1F05_5EED, 1, 0]),
        (HELLO.churn_per_frame_budget(0), [1, 60, 8, 0, 0x1F05_5EED, 1, 0]),
        (HELLO.seed(u64::MAX), [1, 60, 8, 256, u64::MAX, 1, 0]),
        (HELLO.deterministic(false), [1, 60, 8, 256, 0x1F05_5EED, 0, 0]),
        (HELLO.numbers(Numbers::Float), [1, 60, 8, 256, 0x1F05_5EED, 1, 1]),
    ];
    for (config, words) in changed {
        assert_eq!(config.config_hash(), hash_of(words), "{config:?}");
    }
    let hashes: std::collections::BTreeSet<u64> =
        changed.iter().map(|(config, _)| config.config_hash()).collect();
    assert_eq!(hashes.len(), changed.len());
}

#[test]
fn world_gets_what_the_configuration_says() -> laige::Result<()> {
    let config = HELLO.churn_per_frame_budget(7);
    for options in [config.options(), config.reference_options()] {
        let world = World::new(options)?;
        assert_eq!((world.capacity(), world.seed()), (8, 0x1F05_5EED));
        assert_eq!(world.guardrail_stats().churn_per_frame_budget, 7);
    }
    let mut plain = World::new(config.options())?;
    let mut reference = World::new(config.reference_options())?;
    let slots = (plain.spawn_empty()?, reference.spawn_empty()?);
    assert_eq!((plain.slot_of(slots.0), reference.slot_of(slots.1)), (0, 7));
    Ok(())
}

#[test]
fn values_outside_their_range_are_named() {
    let capacity = 20_000_000;
    let error = Error::CapacityTooLarge { capacity, max: 16_777_216 };
    assert_eq!(Config::with_capacity(capacity).validate(), Err(error));
    assert_eq!(World::new(Config::with_capacity(capacity).options()).err(), Some(error));
    assert_eq!(Config::with_capacity(16_777_216).validate(), Ok(()));
    assert_eq!(Config::with_capacity(0).validate(), Ok(()));
    let _: Options = HELLO.options();
}

#[cfg(feature = "serde")]
mod documents {
    use super::*;

    fn read(text: &str) -> Result<Config, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_left_out_has_its_default() {
        let defaults = Config::with_capacity(5);
        assert_eq!(read(r#"{"version":1,"capacity":5}"#), Ok(defaults));
        let all = r#"{"seed":18446744073709551615,"numbers":"float","deterministic":false,
            "churn_per_frame_budget":1,"tick_rate_hz":20,"capacity":5,"version":1}"#;
        let expected = defaults
            .seed(u64::MAX)
            .numbers(Numbers::Float)
            .deterministic(false)
            .churn_per_frame_budget(1)
            .tick_rate_hz(20);
        assert_eq!(read(all), Ok(expected));
    }

    #[test]
    fn what_is_written_is_read_again() {
        for config in [HELLO, HELLO.numbers(Numbers::Float).seed(u64::MAX).tick_rate_hz(120)] {
            let text = serde_json::to_string(&config).expect("numbers can be written");
            assert!(text.starts_with(r#"{"version":1,"#), "{text}");
            assert_eq!(read(&text), Ok(config));
        }
    }

    #[test]
    fn mistakes_are_refused_in_words() {
        let mistakes = [
            (r#"{"capacity":5}"#, "missing field `version`"),
            (r#"{"version":2,"capacity":5}"#, "version 2 is not supported, expected version 1"),
            (r#"{"version":0,"capacity":5}"#, "version 0 is not supported, expected version 1"),
            (r#"{"version":"1","capacity":5}"#, "invalid type: string"),
            (r#"{"version":1}"#, "missing field `capacity`"),
            (
                r#"{"version":1,"capacity":5,"sed":1}"#,
                "unknown field `sed`, expected one of `version`",
            ),
            (r#"{"version":1,"capacity":5,"seed":1,"seed":2}"#, "duplicate field `seed`"),
            (
                r#"{"version":1,"capacity":5,"seed":-1}"#,
                "invalid value: integer `-1`, expected u64",
            ),
            (r#"{"version":1,"capacity":5,"seed":1e3}"#, "invalid type: floating point"),
            (r#"{"version":1,"capacity":4294967296}"#, "expected u32"),
            (r#"{"version":1,"capacity":20000000}"#, "is above the limit of 16777216"),
            (r#"{"version":1,"capacity":5,"tick_rate_hz":10}"#, "a tick rate of 10 Hz is outside"),
            (r#"{"version":1,"capacity":5,"numbers":"double"}"#, "unknown variant `double`"),
        ];
        for (text, expected) in mistakes {
            let error = read(text).expect_err(text);
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
