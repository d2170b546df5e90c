//! The command line: what can be asked for, and what is asked for if nothing is said.
//! It opens no files.

use std::path::PathBuf;

use lexopt::{Arg, Parser, ValueExt as _};

/// The text of `--help`.
pub const HELP: &str = "\
Plays a recorded demo on a level of Freedoom, with everything placed in its 68 maps as entities.

Usage: freedoom [OPTIONS]

Options:
      --demo NAME     the demo whose commands drive the player: DEMO1 to DEMO4 [default: DEMO2]
      --map NAME      the map to play: E1M4, E2M3, E3M3 or E4M6 [default: the demo's own]
      --ticks N       how many tics to play, 35 of them a second; a longer game plays the demo again
                      [default: the whole demo, once]
      --things FILE   the wad with the placed things [default: examples/data/freedoom-things.wad]
      --demos FILE    the wad with the demos and their maps [default: examples/data/freedoom-demos.wad]
      --svg FILE      draw the level, its things and the player's path
  -h, --help          print this
";

/// What the command line asks for.
#[derive(Debug, PartialEq, Eq)]
pub struct Arguments {
    pub demo: String,
    pub map: Option<String>,
    pub ticks: Option<u64>,
    pub things: PathBuf,
    pub demos: PathBuf,
    pub svg: Option<PathBuf>,
}

/// Where the example's own data is.
pub fn data_file(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "examples", "data", name].iter().collect()
}

impl Default for Arguments {
    fn default() -> Self {
        Self {
            demo: "DEMO2".to_owned(),
            map: None,
            ticks: None,
            things: data_file("freedoom-things.wad"),
            demos: data_file("freedoom-demos.wad"),
            svg: None,
        }
    }
}

impl Arguments {
    /// Reads the command line; `None` if it asks for help.
    pub fn parse(mut parser: Parser) -> Result<Option<Self>, lexopt::Error> {
        let mut arguments = Self::default();
        while let Some(argument) = parser.next()? {
            let name = |value: std::ffi::OsString| {
                Ok::<_, lexopt::Error>(value.string()?.to_ascii_uppercase())
            };
            match argument {
                Arg::Long("demo") => arguments.demo = name(parser.value()?)?,
                Arg::Long("map") => arguments.map = Some(name(parser.value()?)?),
                Arg::Long("ticks") => arguments.ticks = Some(parser.value()?.parse()?),
                Arg::Long("things") => arguments.things = parser.value()?.into(),
                Arg::Long("demos") => arguments.demos = parser.value()?.into(),
                Arg::Long("svg") => arguments.svg = Some(parser.value()?.into()),
                Arg::Long("help") | Arg::Short('h') => return Ok(None),
                other => return Err(other.unexpected()),
            }
        }
        Ok(Some(arguments))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Result<Option<Arguments>, String> {
        Arguments::parse(Parser::from_args(arguments)).map_err(|error| error.to_string())
    }

    #[test]
    fn nothing_said_means_the_whole_second_demo() {
        assert_eq!(parse(&[]), Ok(Some(Arguments::default())));
    }

    #[test]
    fn names_may_be_written_small() {
        let small = parse(&["--demo=demo4", "--map", "e1m4", "--ticks", "7"]);
        assert_eq!(small, parse(&["--demo=DEMO4", "--map", "E1M4", "--ticks", "7"]));
        let Ok(Some(arguments)) = small else { panic!("they are right") };
        assert_eq!(arguments.map.as_deref(), Some("E1M4"));
        assert_eq!(arguments.ticks, Some(7));
    }

    #[test]
    fn help_may_stand_anywhere() {
        assert_eq!(parse(&["--ticks", "7", "-h"]), Ok(None));
        assert_eq!(parse(&["--help", "--map"]), Ok(None));
    }

    #[test]
    fn wrong_arguments_are_refused_in_words() {
        for (arguments, word) in [
            (vec!["--fast"], "--fast"),
            (vec!["--ticks", "-3"], "-3"),
            (vec!["--map"], "--map"),
            (vec!["DEMO2"], "DEMO2"),
        ] {
            let error = parse(&arguments).expect_err("it is wrong");
            assert!(error.contains(word) && !error.contains('\n'), "{error}");
        }
    }
}
