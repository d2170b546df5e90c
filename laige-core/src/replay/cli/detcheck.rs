//! The command `detcheck`: the same run in several processes, of this program and of other builds of it, and the first tick
//! whose state hashes or digests differ.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::env;
use std::io::{BufRead, BufReader, Lines, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::json;

use super::Ending;
use super::arguments::Detcheck;
use super::fault::Fault;
use super::output::{Output, Progress};

/// Runs the game in other processes.
pub(super) fn detcheck(asked: &Detcheck, output: &mut Output<'_>) -> Result<Ending, Fault> {
    let own = env::current_exe()
        .map_err(|error| Fault::Process(PathBuf::from("this program"), error.to_string()))?;
    let programs = [own.clone(), own].into_iter().chain(asked.programs.iter().cloned());
    let mut runs =
        programs.map(|program| Running::start(program, asked)).collect::<Result<Vec<_>, _>>()?;
    let progress = Progress::new(Some(asked.ticks));
    for tick in 0..=asked.ticks {
        let mut lines = Vec::new();
        for run in &mut runs {
            lines.push(run.line(tick)?);
        }
        if let Some(other) = lines.iter().position(|line| *line != lines[0]) {
            drop(progress);
            let program = runs[other].program.display().to_string();
            let (part, here, there) = differing(&lines[0], &lines[other]);
            output.verdict(
                format_args!("tick {tick}: {part} {here} here, {there} in process {} of {program}", other + 1),
                &json!({ "equal": false, "tick": tick, "differs": part, "here": here, "there": there, "program": program }),
            )?;
            return Ok(Ending::Differs);
        }
        progress.tick();
    }
    drop(progress);
    let processes = runs.len();
    runs.into_iter().try_for_each(Running::end)?;
    output.verdict(
        format_args!("{} ticks in {processes} processes, all equal", asked.ticks),
        &json!({ "equal": true, "ticks": asked.ticks, "processes": processes }),
    )?;
    Ok(Ending::Equal)
}

/// The first part in which two lines differ: its name, and both values.
fn differing<'l>(here: &'l str, there: &'l str) -> (&'static str, &'l str, &'l str) {
    let parts = ["state hash", "content", "control"].into_iter();
    let words = here.split(' ').zip(there.split(' '));
    parts
        .zip(words)
        .find(|(_, (here, there))| here != there)
        .map_or(("line", here, there), |(part, (here, there))| (part, here, there))
}

/// A process that runs the game and prints digests.
struct Running {
    program: PathBuf,
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Running {
    fn start(program: PathBuf, asked: &Detcheck) -> Result<Self, Fault> {
        let mut command = Command::new(&program);
        command.args(["run", "--digests", "--ticks"]).arg(asked.ticks.to_string());
        if let Some(seed) = asked.seed {
            command.arg("--seed").arg(seed.to_string());
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| failed(&program, &error.to_string()))?;
        let out =
            child.stdout.take().ok_or_else(|| failed(&program, "nothing can be read from it"))?;
        Ok(Self { lines: BufReader::new(out).lines(), program, child })
    }

    /// Hash and digest of the tick.
    fn line(&mut self, tick: u64) -> Result<String, Fault> {
        let line = match self.lines.next() {
            Some(line) => line.map_err(|error| failed(&self.program, &error.to_string()))?,
            None => return Err(self.ended(tick)),
        };
        let words = line.strip_prefix(&*tick.to_string()).and_then(|rest| rest.strip_prefix(' '));
        match words {
            Some(words) => Ok(words.to_string()),
            None => Err(failed(
                &self.program,
                &format!("it printed `{line}` in place of the digest of tick {tick}"),
            )),
        }
    }

    /// Why there is no line of that tick.
    fn ended(&mut self, tick: u64) -> Fault {
        let mut said = String::new();
        if let Some(err) = &mut self.child.stderr {
            // What cannot be read is not told.
            let _ = err.read_to_string(&mut said);
        }
        failed(&self.program, &format!("it ended before tick {tick}: {}", said.trim()))
    }

    fn end(mut self) -> Result<(), Fault> {
        let status =
            self.child.wait().map_err(|error| failed(&self.program, &error.to_string()))?;
        if status.success() { Ok(()) } else { Err(failed(&self.program, &status.to_string())) }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn failed(program: &Path, reason: &str) -> Fault {
    Fault::Process(program.into(), reason.into())
}

#[cfg(test)]
mod tests {
    use super::differing;

    #[test]
    fn the_first_part_that_differs_is_named() {
        assert_eq!(differing("aa bb cc", "aa dd ee"), ("content", "bb", "dd"));
        assert_eq!(differing("aa bb cc", "aa bb ee"), ("control", "cc", "ee"));
        assert_eq!(differing("aa bb cc", "ff dd ee"), ("state hash", "aa", "ff"));
        assert_eq!(differing("aa", "aa bb"), ("line", "aa", "aa bb"));
    }
}
