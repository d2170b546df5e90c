//! The command `diff`: two logs are played until they part, and once more to see after which step of that tick, and in what. They part where the
//! contents of digests do: resources and toggles count, which the reference's hash of components is without.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use std::path::Path;

use serde_json::json;

use super::super::{
    Build, Checkpoint, Comparable, Game, Setup, Side, Simulation, Source, diff as diff_logs,
};
use super::Ending;
use super::arguments::Diff;
use super::fault::Fault;
use super::output::{Output, Progress};
use super::play::{Watched, open};
use crate::{Digest, diff};

/// Plays two logs side by side.
pub(super) fn diff<B: Build>(
    setup: &Setup<B>,
    asked: &Diff,
    output: &mut Output<'_>,
) -> Result<Ending, Fault> {
    let [a, b] = &asked.files;
    let (log_a, log_b) = (open(a)?, open(b)?);
    let (config_a, config_b) = (setup.config_of(log_a.header()), setup.config_of(log_b.header()));
    let begin = |config| setup.begin_with(config).map_err(|error| Fault::setup(&error));
    let (mut game_a, mut game_b) =
        (Digested::of(begin(&config_a)?), Digested::of(begin(&config_b)?));
    let watched = Watched { source: log_a, progress: Progress::new(None) };
    let report = diff_logs(
        Side { source: watched, config: &config_a, simulation: &mut game_a },
        Side { source: log_b, config: &config_b, simulation: &mut game_b },
        0,
    )
    .map_err(|error| Fault::Run(format!("{error}")))?;
    drop((game_a, game_b));
    let hidden = report.full_state_divergent;
    let Some(tick) = report.first_divergent_tick else {
        let note = if hidden { "; what is hidden differs, as random streams" } else { "" };
        output.verdict(
            format_args!("the logs do not part{note}"),
            &json!({ "equal": true, "control_differs": hidden }),
        )?;
        return Ok(Ending::Equal);
    };
    if report.length_divergence {
        output.verdict(
            format_args!("equal as long as both last: one log ends after tick {}", tick - 1),
            &json!({ "equal": false, "tick": tick, "length": true, "control_differs": hidden }),
        )?;
        return Ok(Ending::Differs);
    }
    Parting::find(setup, [a, b], tick)?.tell(tick, asked.max, output)?;
    Ok(Ending::Differs)
}

/// A game of which digests are compared in place of the reference's hashes.
struct Digested<G> {
    game: G,
    digest: Digest,
}

impl<G: Game> Digested<G> {
    fn of(mut game: G) -> Self {
        let digest = game.world_mut().digest();
        Self { game, digest }
    }
}

impl<G: Game> Simulation for Digested<G> {
    type Error = G::Error;

    fn schema_hash(&self) -> u64 {
        self.game.schema_hash()
    }

    fn schema_digest(&self) -> Option<u128> {
        self.game.schema_digest()
    }

    fn tick(&mut self, tick: u64, input: &[u8]) -> Result<(), G::Error> {
        self.game.tick(tick, input)?;
        self.digest = self.game.world_mut().digest();
        Ok(())
    }

    fn state_hash(&self, _tick: u64) -> u64 {
        folded(self.digest.control)
    }

    fn checkpoint(&mut self, tick: u64) -> Checkpoint {
        self.game.checkpoint(tick)
    }
}

impl<G: Game> Comparable for Digested<G> {
    type Item = G::Item;

    fn component_state_hash(&self, _tick: u64) -> u64 {
        folded(self.digest.content)
    }

    fn differences(&self, other: &Self, max_items: u32, each: &mut dyn FnMut(G::Item)) -> u32 {
        self.game.differences(&other.game, max_items, each)
    }
}

/// Half a digest as a hash.
fn folded(half: u128) -> u64 {
    (half >> 64) as u64 ^ half as u64
}

/// Two games as they are where they part.
struct Parting<G> {
    games: [G; 2],
    /// The step after which they differ; none where they differ before the first.
    step: Option<String>,
}

impl<G: Game> Parting<G> {
    fn find<B: Build<Game = G>>(
        setup: &Setup<B>,
        files: [&Path; 2],
        tick: u64,
    ) -> Result<Self, Fault> {
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

    /// Says what differs, in at most so many lines.
    fn tell(&self, tick: u64, max: u32, output: &mut Output<'_>) -> Result<(), Fault> {
        let ([a, b], step) = (&self.games, self.step.as_deref());
        let text = diff::report(a.world(), b.world(), max);
        let mut lines: Vec<_> = text.lines().collect();
        let counted = |line: &&str| line.strip_prefix("and ")?.strip_suffix(" more")?.parse().ok();
        let more: u64 = lines.last().and_then(counted).unwrap_or(0);
        if more > 0 {
            lines.pop();
        }
        let at = step.map_or_else(String::new, |step| format!(", after `{step}`"));
        output.verdict(
            format_args!("tick {tick}{at}: the runs part\n{}", text.trim_end()),
            &json!({
                "equal": false,
                "tick": tick,
                "step": step,
                "system": step.map(|step| step.strip_prefix("commands of ").unwrap_or(step)),
                "differences": lines,
                "more": more,
            }),
        )?;
        Ok(())
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
fn before<'a, B: Build>(
    setup: &Setup<B>,
    file: &'a Path,
    tick: u64,
) -> Result<Before<'a, B::Game>, Fault> {
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
    /// Runs the tick: the name of each step, and the content after it.
    fn steps(mut self) -> Result<Vec<(String, u128)>, Fault> {
        let mut steps = Vec::new();
        let ran = self.game.tick_by_steps(self.tick, &self.input, &mut |name, world| {
            steps.push((name.into(), world.digest_uncached().content));
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
