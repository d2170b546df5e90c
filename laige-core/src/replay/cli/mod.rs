//! The command line of a game's own program: `run`, `record`, `replay`, `verify`, `diff`, `detcheck`. Here are the entry and what a call ends with;
//! `arguments` reads the words, and each command has a file.

mod arguments;
mod compare;
mod detcheck;
mod fault;
mod output;
mod play;

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use self::arguments::{Action, Words};
use self::fault::Fault;
use self::output::Output;
use super::{Build, Game, Setup};

/// How a call ended: the exit code of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// It was done, and what was compared is equal.
    Equal = 0,
    /// It was done, and something differs.
    Differs = 1,
    /// It could not be done.
    Failed = 2,
}

/// Makes a game's program understand commands that run, record, replay and compare: the last line of its `main`.
///
/// ```no_run
/// use std::process::ExitCode;
///
/// use laige_core::replay::{self, Setup, WorldRun};
/// use laige_core::{Config, World};
///
/// fn main() -> ExitCode {
///     replay::cli(Setup::new(Config::with_capacity(100), |config| {
///         let world = World::new(config.options())?;
///         Ok::<_, laige_core::Error>(WorldRun::new(world, |world, _tick, _input| {
///             world.spawn_empty().map(drop)
///         }))
///     }))
/// }
/// ```
///
/// | command | does |
/// | --- | --- |
/// | `run --ticks N` | runs the game |
/// | `record FILE --ticks N` | runs it, and records a log with checkpoints |
/// | `replay FILE [--to T]` | plays a log |
/// | `verify FILE` | plays a log and compares it with its checkpoints |
/// | `diff A B` | plays two logs side by side: the tick, the system, the entities and the fields where they part |
/// | `detcheck --ticks N [--with PROGRAM]` | runs the game in other processes, of this program and of other builds: the first tick that differs |
///
/// `--help` tells of the options of each: `--hashes` prints the state hash of each tick (its number, a space, 16 hexadecimal digits), `--json` prints
/// a JSON object per line for other programs. While something runs, a terminal sees how far it is.
///
/// The exit code is 0 if all went well and is equal, 1 if something differs, 2 if the command could not be done; then one line on stderr says why,
/// unless it is that nobody reads on, as behind `| head`.
#[expect(clippy::needless_pass_by_value, reason = "nothing comes after it in a `main`")]
pub fn cli<B, G, E>(setup: Setup<B>) -> ExitCode
where
    B: Fn(&crate::Config) -> Result<G, E>,
    G: Game,
    E: core::fmt::Display,
{
    let (mut out, mut err) = (io::stdout().lock(), io::stderr());
    ExitCode::from(cli_with(&setup, env::args_os(), &mut out, &mut err))
}

/// The same with other words than the program's, the first of which is its name, and with other places for its texts. Gives the exit code.
///
/// ```
/// # use laige_core::replay::{self, Setup, WorldRun};
/// # use laige_core::{Config, World};
/// let setup = Setup::new(Config::with_capacity(4), |config| {
///     let world = World::new(config.reference_options())?;
///     Ok::<_, laige_core::Error>(WorldRun::new(world, |_, _, _| Ok::<_, laige_core::Error>(())))
/// });
/// let (mut out, mut err) = (Vec::new(), Vec::new());
/// let code = replay::cli_with(&setup, ["game", "run", "--ticks=1", "--hashes"], &mut out, &mut err);
/// assert_eq!((code, err.is_empty()), (0, true));
/// assert!(out.starts_with(b"0 88201fb960ff6465\n1 "));
/// ```
pub fn cli_with<B, G, E>(
    setup: &Setup<B>,
    words: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> u8
where
    B: Fn(&crate::Config) -> Result<G, E>,
    G: Game,
    E: core::fmt::Display,
{
    let ending = match arguments::read(setup.shown_name(), words) {
        Ok(words) => done(setup, words, out),
        Err(Words::Shown(text)) => {
            out.write_all(text.as_bytes()).map(|()| Ending::Equal).map_err(Fault::from)
        }
        Err(Words::Wrong(text)) => Err(Fault::Words(text)),
    };
    let ending = ending.unwrap_or_else(|fault| {
        if !fault.is_unread() {
            // Where stderr is closed there is nobody to tell.
            let _ = writeln!(err, "{fault}");
        }
        Ending::Failed
    });
    ending as u8
}

/// Does what the words ask for.
fn done<B: Build>(setup: &Setup<B>, action: Action, out: &mut dyn Write) -> Result<Ending, Fault> {
    let mut output = Output::new(out, action.shown());
    let ending = match action {
        Action::Run(run) => play::run(setup, &run, &mut output),
        Action::Record(record) => play::record(setup, &record, &mut output),
        Action::Replay(replay) => play::replay(setup, &replay, &mut output),
        Action::Verify(verify) => play::verify(setup, &verify, &mut output),
        Action::Diff(diff) => compare::diff(setup, &diff, &mut output),
        Action::Detcheck(check) => detcheck::detcheck(&check, &mut output),
    }?;
    output.finish()?;
    Ok(ending)
}
