//! Instruction counts of the hottest operations, compared with those on record in `benches/instructions.txt`. Counts are the same
//! on every run, so this is what a change is judged by; what they come to in time is the business of `bars`.
//!
//! `cargo bench -p laige-peers --bench instructions -- [--bless]`. It starts itself once per operation under valgrind, which must be installed, and must be built
//! without `RUSTFLAGS`.
#![expect(
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a report on the terminal; counts far below 2^52"
)]

mod commands;
mod matching;
mod operations;
mod prepared;

mod record;
mod systems;
mod terms;
mod valgrind;

use laige_peers::flags;
use lexopt::prelude::*;
use operations::OPERATIONS;
use record::Record;

/// How far a count may be from the one on record: compilers lay out code a little differently from build to build.
const TOLERANCE: f64 = 0.03;

fn main() -> Result<(), String> {
    let arguments = Arguments::parse().map_err(|error| error.to_string())?;
    if flags::loops_are_aligned() {
        return Err(ALIGNED.into());
    }
    match arguments {
        Arguments::Operation(name) => run_here(&name),
        Arguments::Compare => compare(),
        Arguments::Bless => bless(),
    }
}

const ALIGNED: &str = "built with aligned loops, which execute some instructions more that do nothing; \
     counts are compared without RUSTFLAGS";

/// What the command line asks for.
enum Arguments {
    /// `--operation NAME`: do it, under the eyes of valgrind.
    Operation(String),
    /// Nothing: measure and compare.
    Compare,
    /// `--bless`: measure, and put the counts on record.
    Bless,
}

impl Arguments {
    fn parse() -> Result<Self, lexopt::Error> {
        let mut parser = lexopt::Parser::from_env();
        let mut arguments = Self::Compare;
        while let Some(argument) = parser.next()? {
            match argument {
                Long("operation") => arguments = Self::Operation(parser.value()?.string()?),
                Long("bless") => arguments = Self::Bless,
                // What cargo gives to every benchmark.
                Long("bench") => {}
                other => return Err(other.unexpected()),
            }
        }
        Ok(arguments)
    }
}

fn run_here(name: &str) -> Result<(), String> {
    let operation = OPERATIONS.iter().find(|operation| operation.name == name);
    let operation = operation.ok_or_else(|| format!("no operation `{name}`"))?;
    (operation.run)();
    Ok(())
}

/// The instructions of each operation, in hundredths.
fn measure() -> Result<Record, String> {
    let mut counts = Record::default();
    for operation in OPERATIONS {
        let instructions = valgrind::count(operation.name)?;
        counts.push(operation.name, instructions as f64 / f64::from(operation.times));
    }
    Ok(counts)
}

fn bless() -> Result<(), String> {
    let counts = measure()?;
    print!("{counts}");
    counts.save()
}

fn compare() -> Result<(), String> {
    let expected = Record::load()?;
    let mut changed = 0;
    for (name, count) in measure()?.iter() {
        let line = match expected.get(name) {
            Some(on_record) if (count / on_record - 1.0).abs() <= TOLERANCE => {
                format!("same     {name:<36} {count:>9.2}  ({:+.1} %)", percent(count, on_record))
            }
            Some(on_record) => {
                changed += 1;
                let word = if count > on_record { "SLOWER" } else { "FASTER" };
                let change = percent(count, on_record);
                format!("{word}   {name:<36} {count:>9.2}  ({change:+.1} % of {on_record:.2})")
            }
            None => {
                changed += 1;
                format!("NEW      {name:<36} {count:>9.2}")
            }
        };
        println!("{line}");
    }
    if changed == 0 {
        return Ok(());
    }
    Err(format!(
        "{changed} counts are not those on record; if that is meant, run with `-- --bless` and commit the file"
    ))
}

/// How far a count is from another.
fn percent(count: f64, from: f64) -> f64 {
    (count / from - 1.0) * 100.0
}
