//! What the tests of replays have in common: published values, the hash of logs written down a second time, and a small
//! simulation.

use laige::Prng;
use laige::replay::{Checkpoint, Comparable, ReplayIdentity, Simulation};

/// The identity of the published logs.
#[cfg(feature = "std")]
pub(crate) fn published_identity() -> ReplayIdentity {
    ReplayIdentity {
        seed: 42,
        tick_rate_hz: 60,
        schema_hash: 0x0123_4567_89AB_CDEF,
        math_backend: 0,
        config_hash: 0xFEDC_BA98_7654_3210,
    }
}

/// FNV-1a-64 over bytes.
pub(crate) fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// The trailer of a log of so many frames with those bytes before it.
pub(crate) fn trailer(frames: u64, bytes: &[u8]) -> Vec<u8> {
    [frames.to_le_bytes(), fnv(bytes).to_le_bytes()].concat()
}

/// Bytes from hexadecimal digits.
#[cfg(feature = "std")]
pub(crate) fn hex(digits: &str) -> Vec<u8> {
    let digits: Vec<u32> = digits.chars().map(|c| c.to_digit(16).expect("a digit")).collect();
    digits.chunks(2).map(|pair| (pair[0] * 16 + pair[1]) as u8).collect()
}

/// A log of version 1 without frames, put together by hand.
#[cfg(feature = "tracing")]
pub(crate) fn empty_log(identity: &ReplayIdentity) -> Vec<u8> {
    let mut bytes = b"LGRP\x01\0\0\0".to_vec();
    bytes.extend(identity.seed.to_le_bytes());
    bytes.extend(identity.tick_rate_hz.to_le_bytes());
    bytes.extend(identity.schema_hash.to_le_bytes());
    bytes.extend(identity.math_backend.to_le_bytes());
    bytes.extend(identity.config_hash.to_le_bytes());
    bytes.extend(trailer(0, &bytes));
    bytes
}

/// The schema hash that [`Dice`] has.
pub(crate) const SCHEMA: u64 = 0x51F3;

/// The published scene "diff at 37" without a world: two values that stay until tick `from`, and are thrown anew in each tick
/// from then on. The input is added to both.
#[derive(Debug, Clone)]
pub(crate) struct Dice {
    pub(crate) values: [u64; 2],
    pub(crate) stream: Prng,
    pub(crate) from: u64,
    /// Ticks that fail.
    pub(crate) broken: Option<u64>,
    pub(crate) schema_digest: Option<u128>,
    /// The ticks that were run.
    pub(crate) ran: Vec<u64>,
}

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            values: [0; 2],
            stream: Prng::substream(seed, 1),
            from: 37,
            broken: None,
            schema_digest: None,
            ran: Vec::new(),
        }
    }
}

impl Simulation for Dice {
    type Error = laige::Error;

    fn schema_hash(&self) -> u64 {
        SCHEMA
    }

    fn schema_digest(&self) -> Option<u128> {
        self.schema_digest
    }

    fn tick(&mut self, tick: u64, input: &[u8]) -> laige::Result<()> {
        self.ran.push(tick);
        if self.broken == Some(tick) {
            return Err(laige::Error::CapacityFull { capacity: 2, requested: 1 });
        }
        for value in &mut self.values {
            if tick >= self.from {
                *value = self.stream.next_range(0, 1_000);
            }
            *value += input.iter().map(|&byte| u64::from(byte)).sum::<u64>();
        }
        Ok(())
    }

    fn state_hash(&self, tick: u64) -> u64 {
        let [a, b] = self.stream.state();
        let words = [self.component_state_hash(tick), self.stream.seed(), a, b];
        fnv(&words.map(u64::to_be_bytes).concat())
    }

    fn checkpoint(&mut self, tick: u64) -> Checkpoint {
        let [content, control] = [self.component_state_hash(tick), self.stream.state()[0]];
        Checkpoint {
            state_hash: self.state_hash(tick),
            content: content.into(),
            control: control.into(),
        }
    }
}

impl Comparable for Dice {
    type Item = (usize, u64, u64);

    fn component_state_hash(&self, tick: u64) -> u64 {
        fnv(&[tick, self.values[0], self.values[1]].map(u64::to_be_bytes).concat())
    }

    fn differences(&self, other: &Self, max_items: u32, each: &mut dyn FnMut(Self::Item)) -> u32 {
        let pairs = (0..).zip(self.values.iter().zip(&other.values));
        let items: Vec<_> =
            pairs.filter(|(_, (a, b))| a != b).map(|(at, (a, b))| (at, *a, *b)).collect();
        items.iter().take(max_items as usize).for_each(|item| each(*item));
        items.len() as u32
    }
}
