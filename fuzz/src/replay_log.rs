//! Replay logs: a log is refused at the same place however it is read, or has the same frames, and is written byte for byte as it was read.

use std::io::Cursor;

use laige::replay::{Checkpoint, Frame, Header, Log, LogReader, LogWriter, ReplayIdentity, Source};

/// Bytes of the trailer, and of the hash at its end.
const HASH: usize = 8;

/// A frame that is kept.
type Kept = (u64, Vec<u8>, Option<Checkpoint>);

/// Checks the bytes as they are, and with the right hash.
pub fn check(bytes: &[u8]) {
    check_as_it_is(bytes);
    if let Some(end) = bytes.len().checked_sub(HASH) {
        let mut sealed = bytes.to_vec();
        let hash = file_hash(&bytes[..end.saturating_sub(HASH)]);
        sealed[end..].copy_from_slice(&hash.to_le_bytes());
        check_as_it_is(&sealed);
    }
}

fn check_as_it_is(bytes: &[u8]) {
    let parsed = Log::parse(bytes);
    let streamed = read(bytes);
    match (&parsed, &streamed) {
        (Ok(log), Some(frames)) => {
            assert!(log.frames().map(kept).eq(frames.iter().cloned()));
            assert_eq!(written(log), bytes, "there is one way to write it");
        }
        (Err(_), None) => {}
        _ => panic!("in memory: {:?}, streamed: {streamed:?}", parsed.err()),
    }
}

/// The frames that a reader gives, if it comes to the end.
fn read(bytes: &[u8]) -> Option<Vec<Kept>> {
    let mut reader = LogReader::new(Cursor::new(bytes)).ok()?;
    let mut frames = Vec::new();
    while let Some(frame) = reader.next_frame().ok()? {
        frames.push(kept(frame));
    }
    Some(frames)
}

fn kept(frame: Frame<'_>) -> Kept {
    (frame.tick, frame.input.to_vec(), frame.checkpoint)
}

/// The log as a writer writes it.
fn written(log: &Log<'_>) -> Vec<u8> {
    let header = log.header().clone();
    let begin = || match &log.start() {
        Some(start) => LogWriter::with_start(Vec::new(), header, 0, start),
        None => LogWriter::new(Vec::new(), header, 0),
    };
    let mut writer = begin().expect("it was read");
    for frame in log.frames() {
        let checkpoint = || frame.checkpoint.expect("there is one where it is due");
        writer.frame_with(frame.tick, frame.input, checkpoint).expect("it was read");
    }
    writer.finish().expect("it was read")
}

/// FNV-1a of the bytes.
fn file_hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Logs to begin with: of both versions, with checkpoints and without.
pub fn seeds() -> Vec<Vec<u8>> {
    let identity = ReplayIdentity {
        seed: 7,
        tick_rate_hz: 60,
        schema_hash: 1,
        math_backend: 0,
        config_hash: 2,
    };
    let plain = Header::version_1(identity);
    let newer = Header::new(identity).schema_digest(9).systems(["move", "collide"]);
    let headers = [plain, newer.clone(), newer.checkpoint_every(2)];
    headers.into_iter().map(log_of).collect()
}

fn log_of(header: Header) -> Vec<u8> {
    let checkpoint = Checkpoint { state_hash: 1, content: 2, control: 3 };
    let mut writer =
        LogWriter::with_start(Vec::new(), header, 0, &checkpoint).expect("it is complete");
    for (tick, input) in (1..).zip([&b""[..], b"jump", b"\x01\x02\x03"]) {
        writer.frame_with(tick, input, || checkpoint).expect("ticks ascend");
    }
    writer.finish().expect("memory takes it")
}
