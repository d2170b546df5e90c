//! A level of Freedoom on laige: everything placed in 68 maps as entities, and one map played by a recorded demo.
//!
//! `cargo run --release --example freedoom` plays the second demo; `-- --help` tells what else there is. It is not the
//! game: heights only decide who can cross a line, doors are always open, and monsters know a few tricks. But it is a
//! real mix of more than a hundred archetypes, with entities that come and go, and its checksum is the same on every machine.
//!
//! Where to look for laige: `components.rs` (what entities are), `spawn.rs` (bundles), `monsters.rs` (queries, and
//! components that are inserted and removed), `missiles.rs` (entities that come and go), `timers.rs` (a generic query).

mod freedoom {
    #![expect(unreachable_pub, reason = "`pub` here means: seen by the other files of the example")]

    pub mod aim;
    pub mod areas;
    pub mod arguments;
    pub mod arms;
    pub mod attacks;
    pub mod blockmap;
    #[cfg(test)]
    pub mod broken_data;
    pub mod catalogue;
    pub mod chance;
    pub mod checksum;
    pub mod combat;
    pub mod components;
    pub mod crowd;
    pub mod demo;
    pub mod fault;
    pub mod game;
    pub mod geometry;
    pub mod items;
    pub mod level;
    pub mod missiles;
    pub mod monsters;
    pub mod motion;
    pub mod player;
    pub mod report;
    pub mod route;
    pub mod session;
    pub mod sight;
    #[cfg(test)]
    pub mod small_wad;
    pub mod spawn;
    pub mod steering;
    pub mod steps;
    pub mod svg;
    pub mod things;
    pub mod timers;
    pub mod wad;
}

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use freedoom::arguments::{Arguments, HELP};
use freedoom::demo::TICS_PER_SECOND;
use freedoom::game::{Game, Tally};
use freedoom::report;
use freedoom::session::{Failure, Session};
use freedoom::svg::Picture;

fn main() -> ExitCode {
    let outcome = match Arguments::parse(lexopt::Parser::from_env()) {
        Ok(Some(arguments)) => run(&arguments),
        Ok(None) => print(HELP),
        Err(error) => return complain(&format!("{error} (--help lists the options)"), 2),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => complain(&failure.to_string(), 1),
    }
}

/// One line on stderr. If even that cannot be written, the exit code is all there is.
fn complain(what: &str, code: u8) -> ExitCode {
    let _ = writeln!(io::stderr(), "freedoom: {what}");
    ExitCode::from(code)
}

/// Loads, plays, reports, draws.
fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut session = Session::load(arguments)?;
    let tics = arguments.ticks.unwrap_or(session.demo.commands.len() as u64);
    let begin = Instant::now();
    session.play(tics)?;
    let took = begin.elapsed();
    let Session { game, map, placed, things, .. } = &session;
    let checksum = game.checksum.finish(&game.world);
    let title = format!("{map}, played by {}", arguments.demo);
    if let Some(path) = &arguments.svg {
        let picture = Picture {
            title: caption(&title, game),
            level: &game.level,
            things,
            trace: &game.trace,
        };
        write(path, &picture.draw())?;
    }
    let table = report::archetypes(&game.world);
    let summary = report::summary(game, took);
    print(&format!("placed: {placed}\n{title}\n\n{table}\n{summary}\nchecksum: {checksum:016x}\n"))
}

/// What stands above the picture.
fn caption(title: &str, game: &Game) -> String {
    let Tally { tics, killed, picked_up, .. } = game.tally;
    let seconds = (tics + TICS_PER_SECOND / 2) / TICS_PER_SECOND;
    format!("{title}: {seconds} seconds, {killed} killed, {picked_up} picked up")
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| Failure::Output { path: path.to_owned(), error })
}

/// Prints all at once. A reader that has seen enough and left is no failure.
fn print(text: &str) -> Result<(), Failure> {
    match io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Output { path: "stdout".into(), error })
        }
        _ => Ok(()),
    }
}
