//! The random stream of simulations: xorshift128+, seeded with splitmix64, the same numbers on every machine.
//! Fast and repeatable; not for secrets.

use core::convert::Infallible;

use rand_core::{SeedableRng, TryRng, utils};

use crate::stable_id::{FNV_BASIS, fnv_bytes};

/// The step of splitmix64: 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// A stream of random numbers that is the same for the same seed, on every machine and in every version.
///
/// It is not `Copy`, so that no stream is doubled by accident; `clone` it to look ahead. It implements the traits of
/// `rand_core` 0.10, so distributions of other crates work with it; whether those stay the same is their promise.
///
/// ```
/// use laige_core::Prng;
///
/// let mut dice = Prng::new(42);
/// let rolls = [(); 3].map(|()| dice.next_range(1, 7));
/// assert_eq!(rolls, [6, 1, 2]);
/// ```
///
/// # Order
///
/// Every draw takes one number of the stream, except [`next_range`](Self::next_range), which rarely takes more, and
/// `fill_bytes`, which takes one for each 8 bytes begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prng {
    /// The seed it was made from, for [`Prng::substream`]s the derived one: part of state hashes.
    seed: u64,
    /// Never both zero.
    state: [u64; 2],
}

impl Prng {
    /// The stream of a seed. All seeds are good, 0 too.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        let state =
            [mix(seed.wrapping_add(GOLDEN)), mix(seed.wrapping_add(GOLDEN.wrapping_mul(2)))];
        Self { seed, state }
    }

    /// Stream number `id` of a seed; number 0 is `Prng::new(seed)`.
    ///
    /// As in the reference engine, streams with neighbouring numbers begin with half their state in common: the second half
    /// of stream 4 is the first of stream 5. Their numbers differ from the first on. It also follows that stream 1 of a seed
    /// is stream 0 of that seed plus 2^64 divided by the golden ratio, so seeds should not be chosen by adding that number.
    /// [`named`](Self::named) and [`fork`](Self::fork) give streams without such ties.
    #[must_use]
    pub const fn substream(seed: u64, id: u64) -> Self {
        Self::new(seed.wrapping_add(id.wrapping_mul(GOLDEN)))
    }

    /// The stream of a seed that has this name, for parts of a program that would rather not share out numbers: the substream
    /// whose number is the FNV-1a-64 hash of the name.
    ///
    /// Systems have the streams 1, 2, 3, ..; that a name is one of them, or next to it, is as likely as a given number
    /// coming up in 2^64 draws, times the number of streams.
    ///
    /// ```
    /// use laige_core::{Prng, StableId};
    ///
    /// let mut loot = Prng::named(42, "loot");
    /// assert_eq!(loot, Prng::substream(42, StableId::of_name("loot").to_u64()));
    /// assert_ne!(loot.next_u64(), Prng::named(42, "weather").next_u64());
    /// ```
    #[must_use]
    pub const fn named(seed: u64, name: &str) -> Self {
        Self::substream(seed, fnv_bytes(FNV_BASIS, name.as_bytes()))
    }

    /// Takes one number of this stream as the root of as many streams as are needed, one for each part of a job.
    ///
    /// So parts that are worked on in any order, or on several threads, draw the same numbers; and the next fork gives
    /// other streams.
    ///
    /// ```
    /// use laige_core::Prng;
    ///
    /// let mut dice = Prng::new(42);
    /// let fork = dice.fork();
    /// let backwards = [2, 1, 0].map(|part| fork.stream(part).next_u64());
    /// let forwards = [0, 1, 2].map(|part| fork.stream(part).next_u64());
    /// assert!(forwards.iter().eq(backwards.iter().rev()));
    /// assert_ne!(dice.fork(), fork);
    /// ```
    #[must_use]
    pub const fn fork(&mut self) -> Fork {
        Fork(self.next_u64())
    }

    /// The stream that [`seed`](Self::seed) and [`state`](Self::state) of another described; `None` if the state is
    /// all zeros, which no stream has.
    #[must_use]
    pub const fn from_state(seed: u64, state: [u64; 2]) -> Option<Self> {
        if state[0] == 0 && state[1] == 0 {
            return None;
        }
        Some(Self { seed, state })
    }

    /// The seed it was made from; of a substream, the derived seed.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The state: what decides all numbers to come.
    #[must_use]
    pub const fn state(&self) -> [u64; 2] {
        self.state
    }

    /// The next number.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        let [a, b] = self.state;
        let t = a ^ (a << 23);
        let c = t ^ b ^ (t >> 18) ^ (b >> 5);
        self.state = [b, c];
        c.wrapping_add(b)
    }

    /// A number from `lo` up to but not including `hi`, each equally likely.
    ///
    /// Numbers of the stream that would favour some results are drawn again.
    ///
    /// # Panics
    ///
    /// If the range is empty: `lo >= hi`.
    #[inline]
    #[track_caller]
    pub const fn next_range(&mut self, lo: u64, hi: u64) -> u64 {
        assert!(lo < hi, "the range of `next_range` is empty");
        let span = hi - lo;
        // 2^64 mod span: the numbers at the top that make no whole turn.
        let excess = span.wrapping_neg() % span;
        let mut number = self.next_u64();
        while number > u64::MAX - excess {
            number = self.next_u64();
        }
        lo + number % span
    }

    /// A number from 0.0 up to but not including 1.0: a multiple of 2^-24, each equally likely.
    #[doc(alias = "next_float01")]
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "24 bits are exact")]
    pub const fn next_f32(&mut self) -> f32 {
        const STEP: f32 = 1.0 / (1 << 24) as f32;
        (self.next_u64() >> 40) as f32 * STEP
    }
}

/// The root of many streams: see [`Prng::fork`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fork(u64);

impl Fork {
    /// The stream of part number `part`. Its seed is output number `part` (from 0) of splitmix64 started at the number that the
    /// fork took, so no two parts have a seed in common, and neighbours are no more alike than others.
    #[must_use]
    pub const fn stream(self, part: u64) -> Prng {
        Prng::new(mix(self.0.wrapping_add(part.wrapping_add(1).wrapping_mul(GOLDEN))))
    }
}

/// The output function of splitmix64.
const fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

impl TryRng for Prng {
    type Error = Infallible;

    /// The high half of one number, which is the better half.
    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.next_u64() >> 32) as u32)
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.next_u64())
    }

    /// Numbers in little-endian order; what is left of the last one is dropped.
    fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), Infallible> {
        utils::fill_bytes_via_next_word(dst, || self.try_next_u64())
    }
}

/// The seed of `rand_core` is the 8 bytes of the number, little-endian; `seed_from_u64` is [`Prng::new`].
impl SeedableRng for Prng {
    type Seed = [u8; 8];

    fn from_seed(seed: Self::Seed) -> Self {
        Self::new(u64::from_le_bytes(seed))
    }

    fn seed_from_u64(seed: u64) -> Self {
        Self::new(seed)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;
    use rand_core::Rng;

    use super::*;
    const SEED: u64 = 0x1234_5678_90AB_CDEF;

    /// FNV-1a-64 over the next `count` numbers, each as 8 bytes big-endian.
    fn fnv_of_draws(mut prng: Prng, count: usize) -> u64 {
        (0..count).fold(FNV_BASIS, |state, _| fnv_bytes(state, &prng.next_u64().to_be_bytes()))
    }

    fn draws<const N: usize>(mut prng: Prng) -> [u64; N] {
        [(); N].map(|()| prng.next_u64())
    }

    #[test]
    #[rustfmt::skip]
    fn stream_is_the_published_one() {
        assert_eq!(draws(Prng::new(SEED)), [
            0x6C63_22B8_36E9_CA2A, 0x80CB_B0CE_4F5F_5B15, 0xC1C4_0F25_ED01_D33B, 0xD9AE_3642_D165_A892,
            0x6B9E_1933_B945_0E57, 0xB295_E905_D583_CBCA, 0xBCCA_4B30_7DA5_925C, 0x827F_8AB1_1266_1918,
            0x2D5B_2E5A_9821_AC1D, 0xFE41_F691_4E61_4056, 0xA4C2_1C20_B4AC_AC77, 0x4C7A_4768_855C_CA10,
            0xB3B1_C908_7E31_70A7, 0x3993_FEFE_8536_8C6A, 0x044A_154B_06CA_10AE, 0x4840_0625_18FB_C6A6,
            0x11F4_56D9_73C3_895E, 0xDD0E_5F35_7F81_8FC4, 0x2EB7_495E_DCA9_7CE9, 0xDA0C_5BB2_597B_D169,
            0x7E0F_4238_E966_D9C9, 0xCA06_7BBB_BB8E_3628, 0x9EBC_93FD_6DF6_7747, 0xB4EA_2D90_D9F2_7354,
            0x17FD_44EA_429F_0DEF, 0x4B40_FBEB_DE07_4A29, 0xA960_71BC_CEB8_E535, 0x5A02_B371_B923_8BDD,
            0x8EA2_A2E5_F42B_5CC7, 0xDDF0_1B4B_59F0_C3CD, 0x9E75_97D0_94D3_030B, 0x574A_691C_461E_06FE,
        ]);
        assert_eq!(fnv_of_draws(Prng::new(SEED), 4_096), 0xB64E_7617_3859_B6D8);
    }

    #[test]
    #[rustfmt::skip]
    fn substreams_are_the_published_ones() {
        let firsts = [0, 1, 2, 3, 4, 5, 6, 7].map(|id| Prng::substream(SEED, id).next_u64());
        assert_eq!(firsts, [
            0x6C63_22B8_36E9_CA2A, 0x7CFF_34A3_7024_9EC4, 0xE486_F33C_42EB_03B8, 0x50A8_E867_3127_AD76,
            0x2239_DB32_0458_242D, 0xE9CB_BCC1_1E17_8E69, 0x1CED_7136_F1BF_5FC4, 0xEB23_C2C7_B799_A9AE,
        ]);
        assert_eq!(draws(Prng::substream(0x1F05_5EED, 1)), [
            0x0EE1_EED9_4C2C_AA69, 0x4D64_B354_EA0F_FF1F, 0x9343_A884_890B_5222, 0xEDE0_A379_3870_22A6,
            0x98A1_15D8_56F6_A2BA, 0xDF66_7060_92CB_E9C4, 0x5DC8_7720_8B35_398F, 0x4F83_FA22_5F6E_1A7C,
        ]);
        assert_eq!(fnv_of_draws(Prng::substream(0x1F05_5EED, 1), 65_536), 0x7EA4_0495_4565_6830);
        assert_eq!(fnv_of_draws(Prng::substream(0x2468_ACCE_0123_4567, 2), 65_536), 0x535D_2CA7_41B6_1CBF);
    }

    #[test]
    fn substreams_compose() {
        let first = Prng::substream(SEED, 5);
        assert_eq!(Prng::substream(first.seed(), 7), Prng::substream(SEED, 12));
        assert_eq!(Prng::substream(SEED, 0), Prng::new(SEED));
    }

    #[test]
    fn start_states_are_the_derived_ones() {
        let states = [
            (0, [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4]),
            (1, [0x910A_2DEC_8902_5CC1, 0xBEEB_8DA1_658E_EC67]),
            (42, [0xBDD7_3226_2FEB_6E95, 0x28EF_E333_B266_F103]),
            (0x1F05_5EED, [0xB2DC_80E5_8F72_9F15, 0x0167_EB95_68C8_33F1]),
        ];
        for (seed, state) in states {
            assert_eq!(Prng::new(seed).state(), state, "seed {seed:x}");
        }
        let first = Prng::substream(0x1F05_5EED, 1);
        assert_eq!(first.seed(), 0x9E37_79B9_9E4F_DB02);
        assert_eq!(first.state(), [0x0167_EB95_68C8_33F1, 0xE1CA_8BDB_F002_D4D3]);
    }

    #[test]
    fn ranges_are_the_published_ones() {
        let ranges =
            [(5, 9, 7), (0, 7, 3), (0, 1, 0), (1_000_000, 2_000_000, 1_190_186), (0, 8, 2)];
        for (lo, hi, drawn) in ranges {
            assert_eq!(Prng::new(SEED).next_range(lo, hi), drawn, "{lo}..{hi}");
        }
    }

    #[test]
    fn range_draws_again_what_would_favour_some_results() {
        // Of 2^64 numbers the upper half less one make no whole turn of a span of 2^63 + 1.
        let span = (1 << 63) + 1;
        let (mut prng, mut plain) = (Prng::new(SEED), Prng::new(SEED));
        let mut redrawn = 0;
        for _ in 0..1_000 {
            let mut number = plain.next_u64();
            while number >= span {
                number = plain.next_u64();
                redrawn += 1;
            }
            assert_eq!(prng.next_range(0, span), number);
        }
        assert!(redrawn > 900, "{redrawn}");
        assert_eq!(prng.next_range(3, 4), 3);
        assert_eq!(Prng::new(SEED).next_range(0, u64::MAX), Prng::new(SEED).next_u64());
    }

    #[test]
    #[should_panic(expected = "the range of `next_range` is empty")]
    fn an_empty_range_panics() {
        Prng::new(SEED).next_range(7, 7);
    }

    #[test]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole numbers of 24 bits"
    )]
    fn floats_are_the_published_ones() {
        let mut prng = Prng::new(SEED);
        let mantissas = [(); 8].map(|()| (prng.next_f32() * 16_777_216.0) as u32);
        let published = [
            7_103_266, 8_440_752, 12_698_639, 14_265_910, 7_052_825, 11_703_785, 12_372_555,
            8_552_330,
        ];
        assert_eq!(mantissas, published);
    }

    #[test]
    fn stepping_a_raw_state_follows_the_definition() {
        let (mut s0, mut s1) = (0xA5A5_A5A5_A5A5_A5A5_u64, 0x5A5A_5A5A_5A5A_5A5A_u64);
        let mut prng = Prng::from_state(0, [s0, s1]).expect("a state that is not zero");
        for _ in 0..10_000 {
            let mut x = s0;
            let y = s1;
            s0 = y;
            x ^= x << 23;
            s1 = x ^ y ^ (x >> 18) ^ (y >> 5);
            assert_eq!(prng.next_u64(), s1.wrapping_add(y));
        }
        assert_eq!(prng.state(), [s0, s1]);
        assert_eq!(Prng::from_state(7, [0, 0]), None);
    }

    #[test]
    fn four_million_draws_have_no_duplicate() {
        let mut prng = Prng::new(SEED);
        let mut numbers: Vec<u64> = (0..4_096_000).map(|_| prng.next_u64()).collect();
        numbers.sort_unstable();
        assert!(numbers.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn a_stream_comes_back_from_its_parts() {
        let mut prng = Prng::substream(SEED, 3);
        prng.next_u64();
        assert_eq!(Prng::from_state(prng.seed(), prng.state()), Some(prng));
    }

    #[test]
    fn rand_traits_draw_from_the_same_stream() {
        let [first, second] = draws(Prng::new(SEED));
        assert_eq!(Rng::next_u64(&mut Prng::seed_from_u64(SEED)), first);
        assert_eq!(u64::from(Prng::from_seed(SEED.to_le_bytes()).next_u32()), first >> 32);
        let mut bytes = [0; 11];
        let mut prng = Prng::new(SEED);
        prng.fill_bytes(&mut bytes);
        assert_eq!(bytes[..8], first.to_le_bytes());
        assert_eq!(bytes[8..], second.to_le_bytes()[..3]);
        let mut after = Prng::new(SEED);
        after.next_u64();
        after.next_u64();
        assert_eq!(prng, after);
    }
}
