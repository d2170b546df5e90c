//! Replay logs: the bytes of the reference engine, and a parser that finds whatever was cut off or changed.
//!
//! Cases S01, S19 and S23 (lengths and counts of any value cost no memory and are refused), S24 (another version or order of bytes is
//! refused in words).

use laige::replay::{
    Checkpoint, Header, Log, LogFault, LogReader, LogWriter, MalformedLog, ReadError,
    ReplayIdentity, Source,
};
use laige::{Config, Error, ErrorCode, Numbers};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::replay_scene::{fnv, hex, published_identity, trailer};

/// The published log without frames.
const EMPTY: &str = "4c475250010000002a000000000000003c000000efcdab8967452301000000001032547698badcfe\
                     000000000000000051a426c43c860327";

/// The published log of two frames, the second with the input 1, 2, 3; only its length and its hash are published, the rest follows.
fn two_frames() -> Vec<u8> {
    let mut bytes = hex(EMPTY)[..40].to_vec();
    bytes.extend([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    bytes.extend([2, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 1, 2, 3]);
    bytes.extend(2_u64.to_le_bytes());
    bytes.extend(0xFF74_AF66_37EA_F6FF_u64.to_le_bytes());
    bytes
}

/// A log of version 2, put together by hand from its description: three frames, a checkpoint every two, two names.
fn second_version() -> Vec<u8> {
    let mut bytes = hex(EMPTY)[..40].to_vec();
    bytes[4] = 2;
    bytes.extend(0x0011_2233_4455_6677_8899_AABB_CCDD_EEFF_u128.to_le_bytes());
    bytes.extend(2_u32.to_le_bytes());
    bytes.extend(2_u16.to_le_bytes());
    bytes.extend([4, 0, b'm', b'o', b'v', b'e', 0, 0]);
    bytes.extend(checkpoint_bytes(0));
    for tick in 1..=3_u64 {
        bytes.extend(tick.to_le_bytes());
        bytes.extend((tick as u32).to_le_bytes());
        bytes.extend(vec![tick as u8; tick as usize]);
        if tick == 2 {
            bytes.extend(checkpoint_bytes(2));
        }
    }
    bytes.extend(trailer(3, &bytes));
    bytes
}

fn checkpoint(tick: u64) -> Checkpoint {
    Checkpoint { state_hash: 100 + tick, content: 200 << 64, control: u128::from(tick) }
}

fn checkpoint_bytes(tick: u64) -> Vec<u8> {
    let Checkpoint { state_hash, content, control } = checkpoint(tick);
    [&state_hash.to_le_bytes()[..], &content.to_le_bytes(), &control.to_le_bytes()].concat()
}

fn fault(bytes: &[u8]) -> (u64, LogFault) {
    let MalformedLog { offset, fault, .. } = Log::parse(bytes).expect_err("malformed");
    (offset, fault)
}

/// The log with a change, its trailer made right again.
fn resealed(mut bytes: Vec<u8>, change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let tail = bytes.split_off(bytes.len() - 16);
    change(&mut bytes);
    let frames = u64::from_le_bytes(tail[..8].try_into().expect("8 bytes"));
    bytes.extend(trailer(frames, &bytes));
    bytes
}

#[test]
fn published_logs_are_read() {
    let bytes = hex(EMPTY);
    let log = Log::parse(&bytes[..]).expect("it is published");
    assert_eq!((log.identity(), log.frame_count()), (&published_identity(), 0));
    assert_eq!((log.header(), log.start()), (&Header::version_1(published_identity()), None));
    assert_eq!(log.frames().next(), None);

    let bytes = two_frames();
    assert_eq!(bytes.len(), 83);
    let log = Log::parse(bytes).expect("it is published");
    let frames: Vec<_> =
        log.frames().map(|frame| (frame.tick, frame.input.to_vec(), frame.checkpoint)).collect();
    assert_eq!(frames, [(1, vec![], None), (2, vec![1, 2, 3], None)]);
    assert_eq!(log.frames().len(), 2);
}

#[test]
fn second_version_is_read_as_it_is_described() {
    let log = Log::parse(second_version()).expect("as described");
    let header = log.header();
    assert_eq!((header.version(), header.identity()), (2, &published_identity()));
    assert_eq!(header.logged_schema_digest(), Some(0x0011_2233_4455_6677_8899_AABB_CCDD_EEFF));
    assert_eq!(
        (header.checkpoint_interval(), header.system_names()),
        (2, &["move".to_string(), String::new()][..])
    );
    assert_eq!(log.start(), Some(checkpoint(0)));
    let frames: Vec<_> = log.frames().map(|frame| (frame.input.len(), frame.checkpoint)).collect();
    assert_eq!(frames, [(1, None), (2, Some(checkpoint(2))), (3, None)]);
}

#[test]
fn every_strict_prefix_is_refused() {
    for bytes in [hex(EMPTY), two_frames(), second_version()] {
        assert!(Log::parse(&bytes[..]).is_ok());
        for length in 0..bytes.len() {
            let malformed = Log::parse(&bytes[..length]).expect_err("cut off");
            assert_eq!(malformed.code(), ErrorCode::MalformedInput);
            assert!(malformed.offset <= length as u64, "{malformed}");
        }
    }
}

#[test]
fn every_change_of_a_byte_is_refused() {
    for bytes in [hex(EMPTY), two_frames(), second_version()] {
        for at in 0..bytes.len() {
            for change in 1..=255 {
                let mut changed = bytes.clone();
                changed[at] ^= change;
                assert!(Log::parse(&changed[..]).is_err(), "byte {at} ^ {change:02x}");
            }
        }
    }
}

#[test]
fn anything_behind_the_trailer_is_refused() {
    for bytes in [hex(EMPTY), two_frames(), second_version()] {
        for extra in [1, 12, 16, 28, 100] {
            let mut longer = bytes.clone();
            longer.resize(bytes.len() + extra, 0);
            assert!(Log::parse(&longer[..]).is_err(), "{extra} more");
        }
        assert!(Log::parse([&bytes[..], &bytes[..]].concat()).is_err());
    }
}

#[test]
fn faults_of_the_header_are_named_with_their_place() {
    let empty = hex(EMPTY);
    assert_eq!(fault(&[]), (0, LogFault::NoHeader));
    assert_eq!(fault(&empty[..39]), (39, LogFault::NoHeader));
    assert_eq!(fault(&empty[..40]), (40, LogFault::NoTrailer));
    assert_eq!(fault(&empty[..55]), (55, LogFault::NoTrailer));
    let changed = |at: usize, value: u8| resealed(empty.clone(), |bytes| bytes[at] = value);
    assert_eq!(fault(&changed(3, b'R')), (0, LogFault::Magic));
    for version in [0, 3, 255] {
        assert_eq!(fault(&changed(4, version)), (4, LogFault::Version(version.into())));
    }
    assert_eq!(fault(&changed(5, 1)), (4, LogFault::Version(0x0101)));
    assert_eq!(fault(&changed(6, 7)), (6, LogFault::Reserved(7)));
    assert_eq!(fault(&changed(7, 1)), (6, LogFault::Reserved(0x0100)));
    // As version 2 it has too little in it.
    assert_eq!(fault(&changed(4, 2)), (40, LogFault::HeaderTruncated));
    // A log of the other byte order.
    let swapped = resealed(empty.clone(), |bytes| bytes[4..6].swap(0, 1));
    assert_eq!(fault(&swapped), (4, LogFault::Version(0x0100)));
    // The first of several faults is named.
    let all = resealed(empty, |bytes| bytes[..8].fill(9));
    assert_eq!(fault(&all), (0, LogFault::Magic));
}

#[test]
fn faults_of_the_second_header_are_named_with_their_place() {
    let log = second_version();
    let changed = |at: usize, with: &[u8]| {
        resealed(log.clone(), |bytes| bytes[at..at + with.len()].copy_from_slice(with))
    };
    assert_eq!(fault(&changed(60, &[1, 4])), (60, LogFault::TooManySystems(1_025)));
    assert_eq!(fault(&changed(60, &[255, 255])), (60, LogFault::TooManySystems(65_535)));
    assert_eq!(fault(&changed(62, &[1, 4])), (62, LogFault::NameTooLong(1_025)));
    assert_eq!(fault(&changed(62, &[0, 4])), (64, LogFault::HeaderTruncated));
    assert_eq!(fault(&changed(64, &[0xFF])), (64, LogFault::NameNotText));
    // An interval where there are no checkpoints, none where there are some: the frames are not where they should be.
    assert_eq!(fault(&changed(56, &[0; 4])), (70, LogFault::Tick { expected: 1, found: 100 }));
    let at = (70 + 40) as u64;
    assert_eq!(fault(&changed(56, &[1])).0, at + 12 + 1 + 40);
}

#[test]
fn faults_of_frames_are_named_with_their_place() {
    let log = two_frames();
    let changed = |at: usize, with: &[u8]| {
        resealed(log.clone(), |bytes| bytes[at..at + with.len()].copy_from_slice(with))
    };
    for found in [0, 2, u64::MAX] {
        let tick = LogFault::Tick { expected: 1, found };
        assert_eq!(fault(&changed(40, &found.to_le_bytes())), (40, tick));
    }
    for found in [1, 3, u64::MAX] {
        let tick = LogFault::Tick { expected: 2, found };
        assert_eq!(fault(&changed(52, &found.to_le_bytes())), (52, tick));
    }
    // The tick is looked at before the length, the length before what it reaches over.
    for found in [1_048_577, u32::MAX] {
        let both = [&9_u64.to_le_bytes()[..], &found.to_le_bytes()].concat();
        assert_eq!(fault(&changed(52, &both)).1, LogFault::Tick { expected: 2, found: 9 });
        assert_eq!(fault(&changed(60, &found.to_le_bytes())), (60, LogFault::FrameTooLong(found)));
    }
    for found in [4, 19, 1_048_576_u32] {
        assert_eq!(fault(&changed(60, &found.to_le_bytes())), (52, LogFault::FrameOverrun));
    }
    // What is left over from a frame that became shorter is no frame.
    assert_eq!(fault(&changed(60, &[0])), (64, LogFault::FrameTruncated));
}

#[test]
fn trailer_has_to_count_and_hash_what_is_there() {
    let log = two_frames();
    let body = &log[..67];
    let with = |frames: u64, hash: u64| {
        [body, &frames.to_le_bytes()[..], &hash.to_le_bytes()[..]].concat()
    };
    let hash = fnv(body);
    assert_eq!(with(2, hash), log);
    for found in [0, 1, 3, u64::MAX] {
        let count = LogFault::FrameCount { expected: 2, found };
        assert_eq!(fault(&with(found, hash)), (67, count));
        // The count is looked at before the hash.
        assert_eq!(fault(&with(found, 0)), (67, count));
    }
    let found = hash ^ 1;
    assert_eq!(fault(&with(2, found)), (75, LogFault::FileHash { expected: hash, found }));
}

#[test]
fn malformed_log_reads_well_and_converts_by_code() {
    let malformed = Log::parse(&two_frames()[..70]).expect_err("cut off");
    assert_eq!(malformed.to_string(), "replay log, byte 52: a frame is cut off");
    assert_eq!(Error::from(malformed), Error::ReplayMalformed { offset: 52 });
    assert_eq!(Error::from(malformed).code(), malformed.code());
    let bytes = resealed(two_frames(), |bytes| bytes[4] = 9);
    assert_eq!(
        Log::parse(bytes).expect_err("a version to come").to_string(),
        "replay log, byte 4: version 9 is not supported, expected 1 or 2"
    );
}

#[test]
fn what_was_written_is_read_and_the_bytes_are_the_published_ones() {
    let mut writer =
        LogWriter::new(Vec::new(), Header::version_1(published_identity()), 0).expect("valid");
    assert_eq!(writer.bytes_written(), 40);
    writer.frame(1, &[]).expect("next");
    writer.frame(2, &[1, 2, 3]).expect("next");
    assert_eq!((writer.bytes_written(), writer.frames_written()), (67, 2));
    assert_eq!(writer.finish().expect("there is room"), two_frames());

    let empty =
        LogWriter::new(Vec::new(), Header::version_1(published_identity()), 0).expect("valid");
    assert_eq!(empty.finish().expect("there is room"), hex(EMPTY));

    let header = Header::version_1(published_identity())
        .schema_digest(0x0011_2233_4455_6677_8899_AABB_CCDD_EEFF)
        .checkpoint_every(2)
        .systems(["move", ""]);
    let mut writer = LogWriter::with_start(Vec::new(), header, 0, &checkpoint(0)).expect("valid");
    for tick in 1..=3 {
        let input = vec![tick as u8; tick as usize];
        writer.frame_with(tick, &input, || checkpoint(tick)).expect("next");
    }
    assert_eq!(writer.finish().expect("there is room"), second_version());
}

#[test]
fn each_part_of_a_configuration_flips_its_fields_of_the_identity() {
    let schema = 0xE47C_5725_EA4C_5772;
    let config = Config::with_capacity(8).seed(5);
    let here = ReplayIdentity::new(&config, schema);
    let changed = [
        (ReplayIdentity::new(&config.seed(6), schema), vec!["seed", "config"]),
        (ReplayIdentity::new(&config.tick_rate_hz(30), schema), vec!["tick_rate", "config"]),
        (
            ReplayIdentity::new(&config.numbers(Numbers::Float), schema),
            vec!["math_backend", "config"],
        ),
        (ReplayIdentity::new(&config.churn_per_frame_budget(1), schema), vec!["config"]),
        (ReplayIdentity::new(&config.deterministic(false), schema), vec!["config"]),
        (ReplayIdentity::new(&config, 0x1F86_5F39_7DA0_FCF8), vec!["component_schema"]),
    ];
    assert_eq!(here.check(&here), Ok(()));
    for (logged, fields) in changed {
        let mismatch = here.check(&logged).expect_err("they differ");
        assert_eq!((mismatch.logged, mismatch.here), (logged, here));
        assert_eq!(mismatch.fields().collect::<Vec<_>>(), fields);
        assert_eq!(Error::from(mismatch), Error::ReplayMismatch { field: fields[0] });
        assert_eq!(Error::from(mismatch).code(), mismatch.code());
    }
    let logged = ReplayIdentity::new(&config.tick_rate_hz(30), 0xAB);
    assert_eq!(
        here.check(&logged).expect_err("they differ").to_string(),
        format!(
            "the log belongs to other runs: tick_rate 30 in the log and 60 here, component_schema 00000000000000ab in the log \
             and e47c5725ea4c5772 here, config {:016x} in the log and {:016x} here",
            logged.config_hash, here.config_hash
        )
    );
}

/// Writes again what was read.
fn written_again(log: &Log) -> Vec<u8> {
    let none = Checkpoint { state_hash: 0, content: 0, control: 0 };
    let start = log.start().unwrap_or(none);
    let mut writer =
        LogWriter::with_start(Vec::new(), log.header().clone(), u64::MAX, &start).expect("valid");
    for frame in log.frames() {
        let state = || frame.checkpoint.expect("it is due");
        writer.frame_with(frame.tick, frame.input, state).expect("next");
    }
    writer.finish().expect("there is room")
}

/// Reads a log as a stream.
fn streamed(bytes: &[u8]) -> Result<u64, MalformedLog> {
    let read = || {
        let mut reader = LogReader::new(bytes)?;
        let mut frames = 0;
        while reader.next_frame()?.is_some() {
            frames += 1;
        }
        Ok(frames)
    };
    read().map_err(|error| match error {
        ReadError::Malformed(malformed) => malformed,
        other => panic!("{other}"),
    })
}

/// Makes the trailer of whatever `bytes` are right, as far as it can be.
fn sealed(mut body: Vec<u8>) -> Vec<u8> {
    let length = body.len();
    body.extend(trailer(0, &body));
    if let Err(MalformedLog { fault: LogFault::FrameCount { expected, .. }, .. }) =
        Log::parse(&body[..])
    {
        body.truncate(length);
        body.extend(trailer(expected, &body));
    }
    body
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    /// A log has one form: whatever bytes are read as a log are written again as the same bytes.
    #[test]
    fn log_that_is_read_is_written_as_the_same_bytes(
        second in any::<bool>(),
        changes in vec((any::<Index>(), any::<u8>()), 0..6),
        cut in any::<Index>(),
        cuts in any::<bool>(),
    ) {
        let mut body = if second { second_version() } else { two_frames() };
        body.truncate(body.len() - 16);
        for (at, value) in changes {
            // The first bytes are rather left alone, or nothing is ever read.
            let at = at.index(body.len());
            if at >= 8 { body[at] = value }
        }
        if cuts { body.truncate(cut.index(body.len())) }
        let bytes = sealed(body);
        let parsed = Log::parse(&bytes[..]);
        prop_assert_eq!(streamed(&bytes), parsed.as_ref().map(Log::frame_count).map_err(|error| *error));
        if let Ok(log) = parsed {
            prop_assert_eq!(written_again(&log), bytes);
        }
    }

    /// Bytes that were never a log are an error or a log, and nothing else.
    #[test]
    fn any_bytes_behind_a_header_are_refused_or_read(
        version in 1_u8..3,
        rest in vec(prop_oneof![Just(0_u8), Just(1), Just(0xFF), any::<u8>()], 32..200),
    ) {
        let mut bytes = b"LGRP".to_vec();
        bytes.extend([version, 0, 0, 0]);
        bytes.extend(rest);
        let bytes = sealed(bytes);
        let parsed = Log::parse(&bytes[..]);
        prop_assert_eq!(streamed(&bytes), parsed.as_ref().map(Log::frame_count).map_err(|error| *error));
        if let Ok(log) = parsed {
            prop_assert_eq!(written_again(&log), bytes);
        }
    }
}
