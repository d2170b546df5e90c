//! The commands on one run: `run`, `record`, `replay`, `verify`.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt::Display;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde_json::json;

use super::super::{
    Build, Checkpoint, Frame, Game, Header, LogReader, ReadError, RecordError, Recorder, Setup,
    Simulation, Source, check, verify as verify_log,
};
use super::Ending;
use super::arguments::{Record, Replay, Run, Verify};
use super::fault::Fault;
use super::output::{Output, Progress, hex};
use crate::Config;

/// Runs the game.
pub(super) fn run<B: Build>(
    setup: &Setup<B>,
    run: &Run,
    output: &mut Output<'_>,
) -> Result<Ending, Fault> {
    let config = seeded(setup.config(), run.seed);
    let mut game = setup.begin_with(&config).map_err(|error| Fault::setup(&error))?;
    run_ticks(setup, &mut game, run.ticks, output, |_, _, _| Ok(()))?;
    told(&game, run.ticks, "ran", output)?;
    Ok(Ending::Equal)
}

/// Runs so many ticks on the input of the setup, and calls `after` with the game, the number and the input of
/// each.
fn run_ticks<B: Build>(
    setup: &Setup<B>,
    game: &mut B::Game,
    ticks: u64,
    output: &mut Output<'_>,
    mut after: impl FnMut(&mut B::Game, u64, &[u8]) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let progress = Progress::new(Some(ticks));
    let mut input = Vec::new();
    output.tick(0, game)?;
    for tick in 1..=ticks {
        setup.input(tick, &mut input);
        game.tick(tick, &input).map_err(|error| tick_failed(tick, &error))?;
        after(game, tick, &input)?;
        output.tick(tick, game)?;
        progress.tick();
    }
    Ok(())
}

/// Runs it, and records a log.
pub(super) fn record<B: Build>(
    setup: &Setup<B>,
    record: &Record,
    output: &mut Output<'_>,
) -> Result<Ending, Fault> {
    let Record { file, run, checkpoint_every } = record;
    let failed = |error: RecordError| Fault::Record(file.clone(), error);
    if file.is_dir() {
        return Err(failed(RecordError::Io(ErrorKind::IsADirectory)));
    }
    let config = seeded(setup.config(), run.seed);
    let mut game = setup.begin_with(&config).map_err(|error| Fault::setup(&error))?;
    let header = setup.header(&config, &game, *checkpoint_every);
    let mut recorder = if header.has_checkpoint(0) {
        let start = game.checkpoint(0);
        Recorder::create_with_start(file, header, 0, &start)
    } else {
        Recorder::create(file, header, 0)
    }
    .map_err(failed)?;
    run_ticks(setup, &mut game, run.ticks, output, |game, tick, input| {
        recorder.frame_with(tick, input, || game.checkpoint(tick)).map_err(failed)
    })?;
    recorder.finish().map_err(failed)?;
    told(&game, run.ticks, "recorded", output)?;
    Ok(Ending::Equal)
}

/// Plays a log.
pub(super) fn replay<B: Build>(
    setup: &Setup<B>,
    replay: &Replay,
    output: &mut Output<'_>,
) -> Result<Ending, Fault> {
    let file = &*replay.file;
    let mut log = open(file)?;
    let config = setup.config_of(log.header());
    let mut game = setup.begin_with(&config).map_err(|error| Fault::setup(&error))?;
    let fits = check::check_identity(log.header(), &config, &game, None)
        .and_then(|()| check::check_determinism(&config, None));
    fits.map_err(|error| Fault::play(file, &error))?;
    let mut expected = replay.expect.as_deref().map(Expected::read).transpose()?;
    let progress = Progress::new(replay.to);
    let mut ticks = 0;
    output.tick(0, &mut game)?;
    let mut wrong = expected.as_mut().and_then(|expected| expected.differs(0, game.state_hash(0)));
    while wrong.is_none() && replay.to.is_none_or(|to| ticks < to) {
        let Some(frame) = log.next_frame().map_err(|error| Fault::Log(file.into(), error))? else {
            break;
        };
        let Frame { tick, input, .. } = frame;
        game.tick(tick, input).map_err(|error| tick_failed(tick, &error))?;
        output.tick(tick, &mut game)?;
        wrong =
            expected.as_mut().and_then(|expected| expected.differs(tick, game.state_hash(tick)));
        ticks = tick;
        progress.tick();
    }
    drop(progress);
    if wrong.is_none() {
        wrong = expected.as_ref().and_then(|expected| expected.left_over(ticks));
    }
    let Some(Wrong { tick, expected, found }) = wrong else {
        told(&game, ticks, "replayed", output)?;
        return Ok(Ending::Equal);
    };
    let shown = |hash: Option<u64>| hash.map_or_else(|| "no tick".to_string(), hex);
    output.verdict(
        format_args!("tick {tick}: {} expected, {} found", shown(expected), shown(found)),
        &json!({ "equal": false, "tick": tick, "expected": expected.map(hex), "found": found.map(hex) }),
    )?;
    Ok(Ending::Differs)
}

/// Plays a log and compares it with its checkpoints.
pub(super) fn verify<B: Build>(
    setup: &Setup<B>,
    verify: &Verify,
    output: &mut Output<'_>,
) -> Result<Ending, Fault> {
    let file = &*verify.file;
    let log = open(file)?;
    let config = setup.config_of(log.header());
    if log.header().checkpoint_interval() == 0 {
        return Err(Fault::play(
            file,
            &"the log has no checkpoints to compare with; record it with `--checkpoint-every`",
        ));
    }
    let mut game = setup.begin_with(&config).map_err(|error| Fault::setup(&error))?;
    let mut watched = Watched { source: log, progress: Progress::new(None) };
    let seen =
        verify_log(&mut watched, &config, &mut game).map_err(|error| Fault::play(file, &error))?;
    drop(watched);
    let Some(divergence) = seen.divergence else {
        output.verdict(
            format_args!("{} ticks, {} checkpoints, all equal", seen.ticks, seen.equal_checkpoints),
            &json!({ "equal": true, "ticks": seen.ticks, "checkpoints": seen.equal_checkpoints }),
        )?;
        return Ok(Ending::Equal);
    };
    let parts = differing_parts(&divergence.logged, &divergence.found);
    output.verdict(
        format_args!("tick {}: {} not what the log says", divergence.tick, parts.join(" and ")),
        &json!({ "equal": false, "tick": divergence.tick, "differs": parts, "checkpoints": seen.equal_checkpoints }),
    )?;
    Ok(Ending::Differs)
}

/// Which parts of two checkpoints differ.
fn differing_parts(logged: &Checkpoint, found: &Checkpoint) -> Vec<&'static str> {
    let parts = [
        ("state hash", logged.state_hash != found.state_hash),
        ("content", logged.content != found.content),
        ("control", logged.control != found.control),
    ];
    parts.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name).collect()
}

/// Opens a log, and sees that it is whole.
pub(super) fn open(file: &Path) -> Result<LogReader<fs::File>, Fault> {
    LogReader::open(file).map_err(|error| Fault::Log(file.into(), error))
}

/// The configuration with another seed, if there is one.
fn seeded(config: &Config, seed: Option<u64>) -> Config {
    seed.map_or(*config, |seed| config.seed(seed))
}

fn tick_failed(tick: u64, error: &impl Display) -> Fault {
    Fault::Run(format!("tick {tick} failed: {error}"))
}

/// Says what was done.
fn told(game: &impl Game, ticks: u64, done: &str, output: &mut Output<'_>) -> Result<(), Fault> {
    let (entities, hash) = (game.world().entity_count(), hex(game.state_hash(ticks)));
    output.result(
        format_args!("{done} {ticks} ticks: {entities} entities, state hash {hash}"),
        &json!({ "ticks": ticks, "entities": entities, "hash": hash }),
    )?;
    Ok(())
}

/// A log, and how far it is played.
pub(super) struct Watched<S> {
    pub(super) source: S,
    pub(super) progress: Progress,
}

impl<S: Source> Source for Watched<S> {
    fn header(&self) -> &Header {
        self.source.header()
    }

    fn start(&self) -> Option<Checkpoint> {
        self.source.start()
    }

    fn next_frame(&mut self) -> Result<Option<Frame<'_>>, ReadError> {
        self.progress.tick();
        self.source.next_frame()
    }
}

/// Hashes that have to come: a file as `--hashes` prints it.
struct Expected {
    hashes: Vec<u64>,
}

/// A hash that is another one, or came where there is none, or did not come.
struct Wrong {
    tick: u64,
    expected: Option<u64>,
    found: Option<u64>,
}

impl Expected {
    /// Reads a file of lines `TICK HASH`, from tick 0 without gaps.
    fn read(file: &Path) -> Result<Self, Fault> {
        let text = fs::read_to_string(file).map_err(|error| Fault::File(file.into(), error))?;
        let mut hashes = Vec::new();
        for (line, tick) in text.lines().zip(0..) {
            let malformed = |reason| Fault::Hashes(file.into(), tick + 1, reason);
            let (number, digits) =
                line.split_once(' ').ok_or_else(|| malformed("is not `TICK HASH`"))?;
            if number != tick.to_string() {
                return Err(malformed("does not have the next tick"));
            }
            let is_hash = digits.len() == 16
                && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
            let hash = is_hash.then(|| u64::from_str_radix(digits, 16).ok()).flatten();
            hashes.push(
                hash.ok_or_else(|| malformed("does not have a hash of 16 digits in lower case"))?,
            );
        }
        Ok(Self { hashes })
    }

    fn differs(&self, tick: u64, found: u64) -> Option<Wrong> {
        let expected = self.hashes.get(tick as usize).copied();
        (expected != Some(found)).then_some(Wrong { tick, expected, found: Some(found) })
    }

    /// The first hash that did not come.
    fn left_over(&self, ticks: u64) -> Option<Wrong> {
        let tick = ticks + 1;
        let expected = self.hashes.get(tick as usize).copied();
        expected.map(|_| Wrong { tick, expected, found: None })
    }
}
