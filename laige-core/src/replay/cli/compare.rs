//! The command `diff`: two logs are played until they part, and once more to see after which step of that tick, and in what.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Display;
use core::ops::ControlFlow;
use std::path::Path;

use serde_json::json;

use super::super::{Game, Setup, Side, Source, diff as diff_logs};
use super::Ending;
use super::arguments::Diff;
use super::fault::Fault;
use super::output::{Output, Progress};
use super::play::{Watched, open};
use crate::{Config, diff};

/// Plays two logs side by side.
pub(super) fn diff<B, G, E>(
    setup: &Setup<B>,
    asked: &Diff,
    output: &mut Output<'_>,
) -> Result<Ending, Fault>
where
    B: Fn(&Config) -> Result<G, E>,
    G: Game,
    E: Display,
{
    let [a, b] = &asked.files;
    let (log_a, log_b) = (open(a)?, open(b)?);
    let (config_a, config_b) = (setup.config_of(log_a.header()), setup.config_of(log_b.header()));
    let begin = |config| setup.begin_with(config).map_err(|error| Fault::setup(&error));
    let (mut game_a, mut game_b) = (begin(&config_a)?, begin(&config_b)?);
    let watched = Watched { source: log_a, progress: Progress::new(None) };
    let report = diff_logs(
        Side { source: watched, config: &config_a, simulation: &mut game_a },
        Side { source: log_b, config: &config_b, simulation: &mut game_b },
        0,
    )
    .map_err(|error| Fault::Run(alloc::format!("{error}")))?;
    let random = report.full_state_divergent;
    let Some(tick) = report.first_divergent_tick else {
        let note = if random { "; their random streams differ" } else { "" };
        output.verdict(
            format_args!("the logs do not part{note}"),
            &json!({ "equal": true, "random_streams_differ": random }),
        )?;
        return Ok(Ending::Equal);
    };
    if report.length_divergence {
        output.verdict(
            format_args!("equal as long as both last: one log ends after tick {}", tick - 1),
            &json!({ "equal": false, "tick": tick, "length": true, "random_streams_differ": random }),
        )?;
        return Ok(Ending::Differs);
    }
    drop((game_a, game_b));
    let parting = Parting::find(setup, [a, b], tick)?;
    let (step, text) = (&parting.step, parting.report(asked.max));
    let at = step.as_ref().map_or_else(String::new, |step| alloc::format!(", after `{step}`"));
    output.verdict(
        format_args!("tick {tick}{at}: the runs part\n{}", text.trim_end()),
        &json!({
            "equal": false,
            "tick": tick,
            "system": step,
            "differences": text.lines().collect::<Vec<_>>(),
            "random_streams_differ": random,
        }),
    )?;
    Ok(Ending::Differs)
}

/// Two games as they are where they part.
struct Parting<G> {
    games: [G; 2],
    /// The step after which they differ; none where they differ before the first.
    step: Option<String>,
}

impl<G: Game> Parting<G> {
    fn find<B, E>(setup: &Setup<B>, files: [&Path; 2], tick: u64) -> Result<Self, Fault>
    where
        B: Fn(&Config) -> Result<G, E>,
        E: Display,
    {
        let [a, b] = files;
        if tick == 0 {
            let games = [before(setup, a, 0)?.game, before(setup, b, 0)?.game];
            return Ok(Self { games, step: None });
        }
        let (steps_a, steps_b) =
            (before(setup, a, tick)?.steps()?, before(setup, b, tick)?.steps()?);
        let differing = steps_a.iter().zip(&steps_b).position(|(one, other)| one != other);
        // Without a step that differs, or with fewer on one side, it is the last.
        let last = differing.unwrap_or(steps_a.len().min(steps_b.len()).saturating_sub(1));
        let step = steps_a.get(last).map(|(name, _)| name.clone());
        let games = [before(setup, a, tick)?.up_to(last)?, before(setup, b, tick)?.up_to(last)?];
        Ok(Self { games, step })
    }

    fn report(&self, max: u32) -> String {
        let [a, b] = &self.games;
        diff::report(a.world(), b.world(), max)
    }
}

/// A game before a tick, with the input of the tick.
struct Before<'a, G> {
    file: &'a Path,
    game: G,
    tick: u64,
    input: Vec<u8>,
}

/// Plays a log up to before that tick; tick 0 is the beginning.
fn before<'a, B, G, E>(setup: &Setup<B>, file: &'a Path, tick: u64) -> Result<Before<'a, G>, Fault>
where
    B: Fn(&Config) -> Result<G, E>,
    G: Game,
    E: Display,
{
    let mut log = open(file)?;
    let config = setup.config_of(log.header());
    let mut game = setup.begin_with(&config).map_err(|error| Fault::setup(&error))?;
    let mut input = Vec::new();
    let failed = |error| Fault::Log(file.into(), error);
    for _ in 1..tick {
        let Some(frame) = log.next_frame().map_err(failed)? else { break };
        game.tick(frame.tick, frame.input).map_err(|error| Fault::play(file, &error))?;
    }
    if tick > 0 {
        let frame = log.next_frame().map_err(failed)?;
        input.extend_from_slice(frame.map_or(&[], |frame| frame.input));
    }
    Ok(Before { file, game, tick, input })
}

impl<G: Game> Before<'_, G> {
    /// Runs the tick: the name of each step, and the hash after it.
    fn steps(mut self) -> Result<Vec<(String, u64)>, Fault> {
        let mut steps = Vec::new();
        let tick = self.tick;
        let ran = self.game.tick_by_steps(tick, &self.input, &mut |name, world| {
            steps.push((name.into(), world.component_state_hash(tick)));
            ControlFlow::Continue(())
        });
        ran.map_err(|error| Fault::play(self.file, &error))?;
        Ok(steps)
    }

    /// Runs the tick up to that step.
    fn up_to(mut self, last: usize) -> Result<G, Fault> {
        let mut steps = 0;
        let ran = self.game.tick_by_steps(self.tick, &self.input, &mut |_, _| {
            steps += 1;
            if steps > last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        ran.map_err(|error| Fault::play(self.file, &error))?;
        Ok(self.game)
    }
}
