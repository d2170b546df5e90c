//! The words of the command line: which commands there are, and what they are given. What they do is elsewhere.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PathBufValueParser, RangedU64ValueParser};
use clap::{Arg, ArgAction, ArgMatches, Command};

use super::output::{Shown, TickShown};

/// What is to be done.
#[derive(Debug)]
pub(super) enum Action {
    Run(Run),
    Record(Record),
    Replay(Replay),
    Verify(Verify),
    Diff(Diff),
    Detcheck(Detcheck),
}

/// Runs the game.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) ticks: u64,
    pub(super) seed: Option<u64>,
    pub(super) shown: Shown,
}

/// Runs it, and records a log.
#[derive(Debug)]
pub(super) struct Record {
    pub(super) file: PathBuf,
    pub(super) run: Run,
    /// Ticks between two checkpoints; 0 is none.
    pub(super) checkpoint_every: u32,
}

/// Plays a log.
#[derive(Debug)]
pub(super) struct Replay {
    pub(super) file: PathBuf,
    /// The last tick to be run.
    pub(super) to: Option<u64>,
    /// A file of hashes that have to come.
    pub(super) expect: Option<PathBuf>,
    pub(super) shown: Shown,
}

/// Plays a log and compares it with its checkpoints.
#[derive(Debug)]
pub(super) struct Verify {
    pub(super) file: PathBuf,
    pub(super) shown: Shown,
}

/// Plays two logs side by side.
#[derive(Debug)]
pub(super) struct Diff {
    pub(super) files: [PathBuf; 2],
    /// How many differences are listed.
    pub(super) max: u32,
    pub(super) shown: Shown,
}

/// Runs the game in other processes.
#[derive(Debug)]
pub(super) struct Detcheck {
    pub(super) ticks: u64,
    pub(super) seed: Option<u64>,
    /// Other builds of the program.
    pub(super) programs: Vec<PathBuf>,
    pub(super) shown: Shown,
}

/// Why there is nothing to be done.
#[derive(Debug)]
pub(super) enum Words {
    /// Help was asked for.
    Shown(String),
    /// The words are not understood.
    Wrong(String),
}

impl Action {
    /// What is printed.
    pub(super) const fn shown(&self) -> Shown {
        match self {
            Self::Run(run) | Self::Record(Record { run, .. }) => run.shown,
            Self::Replay(replay) => replay.shown,
            Self::Verify(verify) => verify.shown,
            Self::Diff(diff) => diff.shown,
            Self::Detcheck(check) => check.shown,
        }
    }
}

/// Reads the words, the first of which is the program's name.
pub(super) fn read(
    name: &'static str,
    words: impl IntoIterator<Item = impl Into<OsString> + Clone>,
) -> Result<Action, Words> {
    let matches = command(name).try_get_matches_from(words).map_err(|error| {
        let text = error.render().to_string();
        if error.use_stderr() { Words::Wrong(text) } else { Words::Shown(text) }
    })?;
    let (name, given) = matches.subcommand().unwrap_or_else(|| unreachable!("clap asks for one"));
    Ok(match name {
        "run" => Action::Run(run(given)),
        "record" => Action::Record(Record {
            file: path(given, "FILE"),
            run: run(given),
            checkpoint_every: number(given, "checkpoint-every").unwrap_or_default() as u32,
        }),
        "replay" => Action::Replay(Replay {
            file: path(given, "FILE"),
            to: number(given, "to"),
            expect: given.get_one("expect").cloned(),
            shown: shown(given),
        }),
        "verify" => Action::Verify(Verify { file: path(given, "FILE"), shown: shown(given) }),
        "diff" => Action::Diff(Diff {
            files: [path(given, "A"), path(given, "B")],
            max: number(given, "max").unwrap_or_default() as u32,
            shown: shown(given),
        }),
        _ => Action::Detcheck(Detcheck {
            ticks: number(given, "ticks").unwrap_or_default(),
            seed: number(given, "seed"),
            programs: given.get_many("with").into_iter().flatten().cloned().collect(),
            shown: shown(given),
        }),
    })
}

fn run(given: &ArgMatches) -> Run {
    let ticks = number(given, "ticks").unwrap_or_default();
    Run { ticks, seed: number(given, "seed"), shown: shown(given) }
}

fn shown(given: &ArgMatches) -> Shown {
    let flag = |name| given.try_get_one::<bool>(name).is_ok_and(|set| set == Some(&true));
    let ticks = match () {
        () if flag("digests") => Some(TickShown::Digest),
        () if flag("hashes") => Some(TickShown::Hash),
        () => None,
    };
    Shown { ticks, json: flag("json") }
}

fn number(given: &ArgMatches, name: &str) -> Option<u64> {
    given.get_one(name).copied()
}

fn path(given: &ArgMatches, name: &str) -> PathBuf {
    given.get_one(name).cloned().unwrap_or_else(|| unreachable!("clap asks for it"))
}

/// All commands.
fn command(name: &'static str) -> Command {
    Command::new(name)
        .about("Runs, records and replays the game, and finds out where two runs part")
        .after_help("Exit code: 0 all went well and is equal, 1 something differs, 2 it could not be done.")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .subcommand(running("run", "Runs the game").args(ticks_shown()).arg(json()))
        .subcommand(recording())
        .subcommand(replaying())
        .subcommand(
            Command::new("verify")
                .about("Plays a log and compares the run with its checkpoints: the first that differs, and exit code 1")
                .arg(file("FILE", "The log"))
                .arg(json()),
        )
        .subcommand(
            Command::new("diff")
                .about("Plays two logs side by side: the tick, the system, the entities and fields where they part")
                .arg(file("A", "One log"))
                .arg(file("B", "The other log"))
                .arg(of_u32("max", "N", "How many differences are listed").default_value("16"))
                .arg(json()),
        )
        .subcommand(
            running("detcheck", "Runs the game in two processes, and in those of other builds, and compares hash and digest of each tick")
                .arg(
                    Arg::new("with")
                        .long("with")
                        .value_name("PROGRAM")
                        .help("Another build of this program, such as the debug build; may be given several times")
                        .value_parser(PathBufValueParser::new())
                        .action(ArgAction::Append),
                )
                .arg(json()),
        )
}

fn recording() -> Command {
    let every = of_u32(
        "checkpoint-every",
        "N",
        "Ticks between two checkpoints, which `verify` compares with; 0 for none",
    );
    running("record", "Runs the game and records it into a log")
        .arg(file("FILE", "Where the log goes"))
        .arg(every.default_value("1"))
        .args(ticks_shown())
        .arg(json())
}

fn replaying() -> Command {
    Command::new("replay")
        .about("Plays a log")
        .arg(file("FILE", "The log"))
        .arg(of_number("to", "T", "The last tick to be played"))
        .arg(
            Arg::new("expect")
                .long("expect")
                .value_name("HASHES")
                .help("A file as `--hashes` prints it; exit code 1 if other hashes come")
                .value_parser(PathBufValueParser::new()),
        )
        .args(ticks_shown())
        .arg(json())
}

/// A command that runs the game from its beginning.
fn running(name: &'static str, about: &'static str) -> Command {
    Command::new(name)
        .about(about)
        .arg(of_number("ticks", "N", "How many ticks are run").required(true))
        .arg(of_number("seed", "SEED", "The seed, in place of the game's own"))
}

fn of_number(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    let parser = RangedU64ValueParser::<u64>::new();
    Arg::new(name).long(name).value_name(value).help(help).value_parser(parser)
}

/// A number that is no longer than 32 bits.
fn of_u32(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    let parser = RangedU64ValueParser::<u64>::new().range(0..=u32::MAX.into());
    of_number(name, value, help).value_parser(parser)
}

fn file(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).help(help).required(true).value_parser(PathBufValueParser::new())
}

/// What is printed of each tick.
fn ticks_shown() -> [Arg; 2] {
    let flag = |name: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue);
    [
        flag("hashes").help(
            "Prints the state hash before the first tick and after each: tick, 16 hexadecimal digits",
        ),
        flag("digests").conflicts_with("hashes").help(
            "Prints the same with the digest behind it: its content, its control, 32 hexadecimal digits each",
        ),
    ]
}

fn json() -> Arg {
    let help = "Prints a JSON object per line, for other programs";
    Arg::new("json").long("json").help(help).action(ArgAction::SetTrue)
}
