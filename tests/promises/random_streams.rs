//! Random streams: the numbers of the reference engine, on every machine, and through the traits of `rand_core`.

use laige::Prng;
use rand_core::{Rng, SeedableRng};

const SEED: u64 = 0x1234_5678_90AB_CDEF;

/// FNV-1a-64 over the next numbers of a stream, each as 8 bytes big-endian.
fn hash_of_draws(mut stream: Prng, count: usize) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for _ in 0..count {
        for byte in stream.next_u64().to_be_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
    hash
}

#[test]
fn streams_are_the_published_ones() {
    let mut stream = Prng::new(SEED);
    let first = [(); 4].map(|()| stream.next_u64());
    assert_eq!(
        first,
        [
            0x6C63_22B8_36E9_CA2A,
            0x80CB_B0CE_4F5F_5B15,
            0xC1C4_0F25_ED01_D33B,
            0xD9AE_3642_D165_A892
        ]
    );
    assert_eq!(hash_of_draws(Prng::new(SEED), 4_096), 0xB64E_7617_3859_B6D8);
    assert_eq!(hash_of_draws(Prng::substream(0x1F05_5EED, 1), 65_536), 0x7EA4_0495_4565_6830);
    assert_eq!(
        hash_of_draws(Prng::substream(0x2468_ACCE_0123_4567, 2), 65_536),
        0x535D_2CA7_41B6_1CBF
    );
    let firsts = [0, 1, 2, 3, 4, 5, 6, 7].map(|id| Prng::substream(SEED, id).next_u64());
    let published = [
        0x6C63_22B8_36E9_CA2A,
        0x7CFF_34A3_7024_9EC4,
        0xE486_F33C_42EB_03B8,
        0x50A8_E867_3127_AD76,
        0x2239_DB32_0458_242D,
        0xE9CB_BCC1_1E17_8E69,
        0x1CED_7136_F1BF_5FC4,
        0xEB23_C2C7_B799_A9AE,
    ];
    assert_eq!(firsts, published);
}

#[test]
fn start_states_are_the_published_ones() {
    let states = [
        (0, [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4]),
        (1, [0x910A_2DEC_8902_5CC1, 0xBEEB_8DA1_658E_EC67]),
        (42, [0xBDD7_3226_2FEB_6E95, 0x28EF_E333_B266_F103]),
        (0x1F05_5EED, [0xB2DC_80E5_8F72_9F15, 0x0167_EB95_68C8_33F1]),
    ];
    for (seed, state) in states {
        assert_eq!((Prng::new(seed).state(), Prng::new(seed).seed()), (state, seed));
    }
    let first = Prng::substream(0x1F05_5EED, 1);
    assert_eq!(
        (first.seed(), first.state()),
        (0x9E37_79B9_9E4F_DB02, [0x0167_EB95_68C8_33F1, 0xE1CA_8BDB_F002_D4D3])
    );
    assert_eq!(Prng::from_state(first.seed(), first.state()), Some(first));
    assert_eq!(Prng::from_state(1, [0, 0]), None);
}

#[test]
fn substreams_compose() {
    let fifth = Prng::substream(SEED, 5);
    assert_eq!(Prng::substream(fifth.seed(), 7), Prng::substream(SEED, 12));
    assert_eq!(Prng::substream(SEED, 0), Prng::new(SEED));
}

/// Against the definition, written down a second time.
#[test]
fn named_stream_is_the_substream_of_the_names_hash() {
    // The published FNV-1a-64 vectors for "" and "foobar".
    for (name, hash) in [("", 0xCBF2_9CE4_8422_2325), ("foobar", 0x8594_4171_F739_67E8)] {
        assert_eq!(Prng::named(SEED, name), Prng::substream(SEED, hash));
    }
    assert_ne!(Prng::named(SEED, "loot"), Prng::named(SEED, "Loot"));
    assert_ne!(Prng::named(1, "loot"), Prng::named(2, "loot"));
}

/// The published first outputs of splitmix64 from state 1234567 (the reference implementation's own vectors) are the seeds
/// of the parts of a fork that drew 1234567.
#[test]
fn forks_streams_are_seeded_by_splitmix64() {
    let published = [
        6_457_827_717_110_365_317_u64,
        3_203_168_211_198_807_973,
        9_817_491_932_198_370_423,
        4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
    ];
    // A stream whose next number is 1234567: the state (a, b) with a = 0 gives b ^ (b >> 5) + b.
    let mut stream = stream_that_draws(1_234_567);
    let fork = stream.fork();
    for (part, seed) in (0..).zip(published) {
        assert_eq!(fork.stream(part), Prng::new(seed));
    }
}

/// A stream whose next number is `number`: with the state (a, 0) it is `t ^ (t >> 18)` where `t = a ^ (a << 23)`.
fn stream_that_draws(number: u64) -> Prng {
    let t = (0..4).fold(number, |t, _| number ^ (t >> 18));
    let a = (0..3).fold(t, |a, _| t ^ (a << 23));
    let stream = Prng::from_state(0, [a, 0]).expect("not all zeros");
    assert_eq!(stream.clone().next_u64(), number);
    stream
}

#[test]
fn fork_takes_one_number_and_its_parts_do_not_touch() {
    let mut stream = Prng::new(SEED);
    let fork = stream.fork();
    let mut plain = Prng::new(SEED);
    plain.next_u64();
    assert_eq!(stream, plain);
    assert_ne!(stream.fork(), fork);
    // Unlike neighbouring substreams, neighbouring parts have no half of their state in common.
    let states: Vec<u64> = (0..1_000).flat_map(|part| fork.stream(part).state()).collect();
    let distinct: std::collections::BTreeSet<u64> = states.iter().copied().collect();
    assert_eq!(distinct.len(), states.len());
    assert_eq!(Prng::substream(SEED, 4).state()[1], Prng::substream(SEED, 5).state()[0]);
}

#[test]
fn ranges_and_floats_are_the_published_ones() {
    for (lo, hi, drawn) in
        [(5, 9, 7), (0, 7, 3), (0, 1, 0), (1_000_000, 2_000_000, 1_190_186), (0, 8, 2)]
    {
        assert_eq!(Prng::new(SEED).next_range(lo, hi), drawn, "{lo}..{hi}");
    }
    let mut stream = Prng::new(SEED);
    for mantissa in [
        7_103_266,
        8_440_752,
        12_698_639,
        14_265_910,
        7_052_825,
        11_703_785,
        12_372_555,
        8_552_330_i32,
    ] {
        #[expect(clippy::cast_precision_loss, reason = "24 bits are exact")]
        let expected = mantissa as f32 / 16_777_216.0;
        assert_eq!(stream.next_f32().to_bits(), expected.to_bits());
    }
}

#[test]
#[should_panic(expected = "the range of `next_range` is empty")]
fn empty_range_is_a_panic() {
    Prng::new(SEED).next_range(9, 9);
}

#[test]
fn rand_core_draws_from_the_same_stream() {
    let mut plain = Prng::new(SEED);
    let [first, second] = [(); 2].map(|()| plain.next_u64());
    assert_eq!(Rng::next_u64(&mut Prng::seed_from_u64(SEED)), first);
    assert_eq!(u64::from(Prng::from_seed(SEED.to_le_bytes()).next_u32()), first >> 32);
    let (mut bytes, mut stream) = ([0; 12], Prng::new(SEED));
    stream.fill_bytes(&mut bytes);
    assert_eq!((&bytes[..8], &bytes[8..]), (&first.to_le_bytes()[..], &second.to_le_bytes()[..4]));
    assert_eq!(stream, plain, "two numbers were taken");
}
