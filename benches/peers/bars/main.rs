//! The bars: what laige promises of its speed, memory and steadiness, beside another library and hand-written code.
//!
//! `cargo bench -p laige-peers --bench bars -- [--filter NAME].. [--quick] [--json FILE] [--table FILE] [--strict] [--profile NAME]`. How it measures is in
//! `benches/README.md`.
#![expect(
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a report on the terminal; counts far below 2^52"
)]

mod access;
mod archetypes;
mod arguments;
mod bits;
mod bulk;
mod churn;
mod columns;
mod deltas;
mod despawn;
mod digests;
mod hashes;
mod iterate;
mod matching;
mod memory;
mod parallel;
mod settling;
mod snapshots;
mod spawn;
mod steady;
mod structure;
mod systems;
mod tails;
mod toggle;
mod worlds;

use std::fs;
use std::path::Path;

use arguments::Arguments;
use laige_peers::heap::Counting;
use laige_peers::probe::Probe;
use laige_peers::session::Session;
use laige_peers::{flags, json, machine, table};

#[global_allocator]
static HEAP: Counting = Counting;

fn main() -> Result<(), String> {
    let arguments = Arguments::parse()?;
    introduce();
    machine::keep_memory();
    let mut session = Session {
        effort: arguments.effort(),
        probe: Probe::new(),
        filters: arguments.filters.clone(),
        profile: arguments.profile.clone(),
        outcomes: Vec::new(),
    };
    for group in GROUPS {
        group(&mut session);
    }
    conclude(&arguments, &session)
}

/// What is measured, in the order of the report.
const GROUPS: &[fn(&mut Session)] = &[
    iterate::bars,
    access::bars,
    bits::bars,
    spawn::bars,
    columns::bars,
    despawn::bars,
    structure::bars,
    bulk::bars,
    churn::bars,
    toggle::bars,
    archetypes::bars,
    matching::bars,
    tails::bars,
    settling::report,
    memory::bars,
    steady::bars,
    parallel::report,
    systems::bars,
    hashes::bars,
    digests::bars,
    snapshots::bars,
    deltas::bars,
];

/// Says how this was built.
fn introduce() {
    let how = if flags::loops_are_aligned() { "with" } else { "WITHOUT" };
    println!("built {how} aligned loops (RUSTFLAGS=\"{}\")", flags::ALIGNED_LOOPS);
    if !flags::loops_are_aligned() {
        println!("differences under 2 times in loops of a few microseconds mean nothing here");
    }
    if cfg!(debug_assertions) {
        println!("built with debug assertions: the times mean nothing");
    }
}

/// Writes the file, and says how many bars failed.
fn conclude(arguments: &Arguments, session: &Session) -> Result<(), String> {
    save(&arguments.json, &json::write(&session.outcomes))?;
    if let Some(path) = &arguments.table {
        save(path, &table::write(&session.outcomes))?;
    }
    let failed = session.outcomes.iter().filter(|outcome| outcome.verdict() == "FAIL").count();
    println!(
        "{failed} of {} bars failed; all numbers in {}",
        session.outcomes.len(),
        arguments.json.display()
    );
    if arguments.strict && failed != 0 {
        return Err(format!("{failed} bars failed"));
    }
    Ok(())
}

fn save(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
