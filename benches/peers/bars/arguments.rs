//! The command line.

use std::env;
use std::path::PathBuf;

use laige_peers::cell::Effort;
use lexopt::prelude::*;

/// What the command line asks for.
pub(crate) struct Arguments {
    /// `--filter NAME`: only bars with that in their name; may be given several times.
    pub(crate) filters: Vec<String>,
    /// `--json FILE`: where the numbers go.
    pub(crate) json: PathBuf,
    /// `--table FILE`: where a table in Markdown goes.
    pub(crate) table: Option<PathBuf>,
    /// `--strict`: end with an error if a bar failed.
    pub(crate) strict: bool,
    /// `--profile NAME`: let that contender work for some seconds, and measure nothing.
    pub(crate) profile: Option<String>,
    /// `--quick`: few samples.
    quick: bool,
}

impl Arguments {
    pub(crate) fn parse() -> Result<Self, String> {
        let mut arguments = Self {
            filters: Vec::new(),
            json: default_json(),
            table: None,
            strict: false,
            profile: None,
            quick: false,
        };
        arguments.read().map_err(|error| error.to_string())?;
        Ok(arguments)
    }

    fn read(&mut self) -> Result<(), lexopt::Error> {
        let mut parser = lexopt::Parser::from_env();
        while let Some(argument) = parser.next()? {
            match argument {
                Long("filter") => self.filters.push(parser.value()?.string()?),
                Long("json") => self.json = PathBuf::from(parser.value()?),
                Long("profile") => self.profile = Some(parser.value()?.string()?),
                Long("table") => self.table = Some(PathBuf::from(parser.value()?)),
                Long("strict") => self.strict = true,
                Long("quick") => self.quick = true,
                // What cargo gives to every benchmark.
                Long("bench") => {}
                other => return Err(other.unexpected()),
            }
        }
        Ok(())
    }

    /// How much is measured.
    pub(crate) fn effort(&self) -> Effort {
        if self.quick {
            Effort { worlds: 2, rounds: 5, patience: 2 }
        } else {
            Effort { worlds: 6, rounds: 6, patience: 5 }
        }
    }
}

/// `bars.json` in the target directory.
fn default_json() -> PathBuf {
    let target = env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let target =
        target.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target"));
    target.join("bars.json")
}
