//! Chance: the few sorts of draws this game makes from its one stream of random numbers.
//! Whoever draws is given the stream, so that the order of the draws is the order of the visit.

use laige::prelude::*;

/// Damage: `scale` times a number from 1 to `sides`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dice {
    pub scale: i32,
    pub sides: i32,
}

impl Dice {
    pub fn roll(self, rng: &mut Prng) -> i32 {
        self.scale * (1 + below(rng, self.sides))
    }
}

/// A number from 0 up to, but without, `end`.
fn below(rng: &mut Prng, end: i32) -> i32 {
    let end = u64::from(end.unsigned_abs()).max(1);
    i32::try_from(rng.next_range(0, end)).unwrap_or(0)
}

/// A number from 0 to 255.
pub fn byte(rng: &mut Prng) -> u8 {
    let [.., byte] = rng.next_u64().to_le_bytes();
    byte
}

/// Whether something that happens `chance` times of 256 happens now.
pub fn happens(rng: &mut Prng, chance: u16) -> bool {
    u16::from(byte(rng)) < chance
}

/// Whether a coin shows heads.
pub fn heads(rng: &mut Prng) -> bool {
    byte(rng) >= 128
}
