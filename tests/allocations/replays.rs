//! Replays: a log is written without allocating, and read in little memory however long it is; damaged logs ask for no more than
//! their size. Loops and timings allocate nothing either.
//!
//! Case S19 (a huge length is not believed).

use std::io::{self, Read, Write};
use std::time::Duration;

use laige::replay::{Checkpoint, Header, Log, LogReader, LogWriter, ReplayIdentity, Source};
use laige::time::{Profile, SystemRun, Timing, Verdict};
use laige::{Config, Loop};

use crate::counting::{calls, peak_of};

const MEBIBYTE: usize = 1 << 20;

fn header() -> Header {
    Header::version_1(ReplayIdentity::new(&Config::with_capacity(8), 0))
}

/// A log that comes out while it is read: so many frames of a mebibyte of zeros.
struct Tape {
    frames: u64,
    /// The next frame to come.
    tick: u64,
    hash: u64,
    /// What comes now, and how much of it came.
    now: Vec<u8>,
    came: usize,
    zeros: usize,
}

impl Tape {
    fn new(frames: u64) -> Self {
        let mut header_bytes = Vec::new();
        LogWriter::new(&mut header_bytes, header(), 0).expect("valid");
        let mut tape = Self {
            frames,
            tick: 0,
            hash: 0xCBF2_9CE4_8422_2325,
            now: header_bytes,
            came: 0,
            zeros: 0,
        };
        tape.hash_now();
        tape
    }

    fn hash_now(&mut self) {
        for byte in &self.now {
            self.hash = (self.hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    /// The next part: the head of a frame with its zeros, or the trailer.
    fn turn(&mut self) {
        self.came = 0;
        self.now.clear();
        self.tick += 1;
        if self.tick <= self.frames {
            self.now.extend(self.tick.to_le_bytes());
            self.now.extend((MEBIBYTE as u32).to_le_bytes());
            self.hash_now();
            // A zero byte multiplies the hash by the prime, a mebibyte of them by its power.
            let prime = 0x0000_0100_0000_01B3_u64;
            self.hash = self.hash.wrapping_mul(prime.wrapping_pow(MEBIBYTE as u32));
            self.zeros = MEBIBYTE;
        } else if self.tick == self.frames + 1 {
            self.now.extend(self.frames.to_le_bytes());
            self.now.extend(self.hash.to_le_bytes());
        }
    }
}

impl Read for Tape {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.came == self.now.len() {
            if self.zeros > 0 {
                let taken = self.zeros.min(into.len());
                into[..taken].fill(0);
                self.zeros -= taken;
                return Ok(taken);
            }
            self.turn();
        }
        let taken = (self.now.len() - self.came).min(into.len());
        into[..taken].copy_from_slice(&self.now[self.came..][..taken]);
        self.came += taken;
        Ok(taken)
    }
}

#[test]
fn long_log_is_read_in_less_than_three_mebibytes() {
    for frames in [3, 100] {
        let mut ticks = 0;
        let peak = peak_of(|| {
            let mut reader = LogReader::new(Tape::new(frames)).expect("the header is whole");
            while let Some(frame) = reader.next_frame().expect("it is whole") {
                ticks += 1;
                assert_eq!((frame.tick, frame.input.len()), (ticks, MEBIBYTE));
            }
        });
        assert_eq!(ticks, frames);
        assert!(peak < 3 * MEBIBYTE as u64, "{peak} bytes for {frames} frames");
    }
}

#[test]
fn damaged_log_asks_for_no_more_memory_than_its_size() {
    let mut bytes = Vec::new();
    let mut writer =
        LogWriter::new(&mut bytes, header().systems(["one", "two"]), 0).expect("valid");
    writer.frame(1, &[1, 2, 3]).expect("next");
    writer.finish().expect("there is room");
    // Lengths and counts of every size: of the names, of the frame, and whatever else lies there.
    for at in 40..bytes.len() - 1 {
        let mut damaged = bytes.clone();
        damaged[at..at + 2].fill(0xFF);
        let peak = peak_of(|| assert!(Log::parse(&damaged[..]).is_err()));
        assert!(peak <= 40_000, "{peak} bytes at {at}");
        // The reader has its first buffer.
        let peak = peak_of(|| {
            if let Ok(mut reader) = LogReader::new(&damaged[..]) {
                while let Ok(Some(_)) = reader.next_frame() {}
            }
        });
        assert!(peak <= 200_000, "{peak} bytes at {at}");
    }
}

#[test]
fn frames_are_written_without_allocating() {
    let state = |tick| Checkpoint { state_hash: tick, content: 0, control: 0 };
    let header = header().checkpoint_every(2);
    let mut writer = LogWriter::with_start(io::sink(), header, 0, &state(0)).expect("valid");
    let input = [7; 100];
    let before = calls();
    for tick in 1..=1_000 {
        writer.frame_with(tick, &input, || state(tick)).expect("next");
    }
    assert_eq!(calls() - before, 0);
    writer.finish().expect("there is room").flush().expect("it is a sink");
}

#[test]
fn loops_timings_and_profiles_do_not_allocate() {
    let mut ticks = Loop::new(60, 5).expect("in range");
    let mut timing = Timing::new(Some(Duration::from_nanos(500)));
    let mut profile = Profile::new(["one", "two"]);
    let before = calls();
    let mut overruns = 0;
    for frame in 0..2_000 {
        let now = Duration::from_millis(16) * frame;
        for tick in ticks.advance(now).ticks() {
            profile.begin_tick(tick, now);
            let end = now + Duration::from_nanos(tick);
            profile.record(SystemRun { system: 1, thread: 0, begin: now, end });
            profile.end_tick(end);
            overruns += u64::from(timing.record(Duration::from_nanos(tick)) > Verdict::Within);
            assert!(timing.p99() >= timing.p50());
        }
    }
    assert_eq!(calls() - before, 0);
    assert_eq!((overruns, timing.overruns()), (ticks.completed() - 500, overruns));
}
