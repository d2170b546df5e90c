//! FNV-1a-64 as a stream of bytes and of words: the hash that the reference's streams are fed to. Stable ids use the same
//! function while constants are evaluated.

use crate::stable_id::{FNV_BASIS, FNV_PRIME};

/// What a zero byte does to the state, so many times: nothing is combined, and the state is multiplied.
const ZERO_BYTES: [u64; 9] = {
    let mut powers = [1; 9];
    let mut i = 1;
    while i < 9 {
        powers[i] = FNV_PRIME.wrapping_mul(powers[i - 1]);
        i += 1;
    }
    powers
};

/// The state of a stream.
#[derive(Clone, Copy)]
pub(super) struct Fnv(u64);

impl Fnv {
    pub(super) const fn new() -> Self {
        Self(FNV_BASIS)
    }

    pub(super) const fn finish(self) -> u64 {
        self.0
    }

    #[inline]
    fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(FNV_PRIME);
    }

    /// Feeds a number as 8 bytes, big-endian. The zero bytes at the start of a small one are one multiplication.
    #[inline]
    pub(super) fn word(&mut self, word: u64) {
        let bytes = word.to_be_bytes();
        let zeros = if word <= 0xFFFF { 6 } else { 0 };
        self.0 = self.0.wrapping_mul(ZERO_BYTES[zeros]);
        for &byte in &bytes[zeros..] {
            self.byte(byte);
        }
    }

    /// Feeds bytes. Each waits for the one before, so what counts is that nothing else does: the common sizes of components have
    /// no loop whose end the processor has to guess.
    #[inline]
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        /// The sizes that are fed without a loop.
        macro_rules! sizes {
            ($($size:literal)*) => {
                match bytes.len() {
                    $($size => self.fixed::<$size>(bytes),)*
                    _ => bytes.iter().for_each(|&byte| self.byte(byte)),
                }
            };
        }
        sizes!(1 2 4 8 12 16);
    }

    #[inline]
    fn fixed<const N: usize>(&mut self, bytes: &[u8]) {
        let Some(bytes) = bytes.first_chunk::<N>() else { return };
        for &byte in bytes {
            self.byte(byte);
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::Fnv;
    use crate::stable_id::{FNV_BASIS, fnv_bytes};

    /// Small and large words, and the borders between what is fed in one way and in another.
    #[test]
    fn words_are_eight_bytes_with_the_high_ones_first() {
        let mut fnv = Fnv::new();
        let mut plain = Vec::new();
        for word in [0, 1, 255, 256, 0xFFFF, 0x1_0000, 0xFF_FFFF, 1 << 32, u64::MAX - 1, u64::MAX] {
            fnv.word(word);
            plain.extend(word.to_be_bytes());
            assert_eq!(fnv.finish(), fnv_bytes(FNV_BASIS, &plain), "{word:#x}");
        }
    }

    #[test]
    fn bytes_of_every_size_are_fed_in_order() {
        let all: Vec<u8> = (0..40).map(|i: u8| i.wrapping_mul(37)).collect();
        for size in 0..all.len() {
            let mut fnv = Fnv::new();
            fnv.bytes(&all[..size]);
            assert_eq!(fnv.finish(), fnv_bytes(FNV_BASIS, &all[..size]), "{size}");
        }
    }
}
