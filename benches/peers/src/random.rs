//! Random numbers for workloads: the same on every run, and for every contender.

/// Marsaglia's xorshift of 64 bits.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A stream. The seed may be any number.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below `end`, which is far below 2^32.
    pub fn below(&mut self, end: usize) -> usize {
        (((self.number() >> 32) * end as u64) >> 32) as usize
    }

    /// Puts a slice into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// `count` different numbers below `end`, in random order.
    #[must_use]
    pub fn distinct(&mut self, count: usize, end: usize) -> Vec<u32> {
        let mut numbers: Vec<u32> = (0..end as u32).collect();
        for place in 0..count {
            numbers.swap(place, place + self.below(end - place));
        }
        numbers.truncate(count);
        numbers
    }
}
