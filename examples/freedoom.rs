//! A level of Freedoom on laige: everything placed in 68 maps as entities, and one map played by a recorded demo.
//!
//! `cargo run --release --example freedoom` plays the second demo; `-- --help` tells what else there is. It is not the
//! game: heights only decide who can cross a line, doors are always open, and monsters know a few tricks. But it is a
//! real mix of some seventy archetypes, with entities that come and go, and its checksum is the same on every machine.
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
    pub mod catalogue;
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
    pub mod sight;
    pub mod spawn;
    pub mod start;
    pub mod steering;
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
use freedoom::start::{Failure, Session};
use freedoom::svg::Picture;
use freedoom::report;

fn main() -> ExitCode {
    let (failure, code) = match Arguments::parse(lexopt::Parser::from_env()) {
        Ok(None) => return exit(print(HELP)),
        Ok(Some(arguments)) => return exit(play(&arguments)),
        Err(error) => (error.to_string(), 2),
    };
    complain(&format!("{failure}; --help lists the options"));
    ExitCode::from(code)
}
