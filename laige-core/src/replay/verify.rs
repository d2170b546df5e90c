//! Verifying: a log is played and compared with its own checkpoints, up to the first that differs. What differs there is not said; two
//! logs side by side (`diff`) say it.

use super::check::{check_determinism, check_identity};
use super::{Checkpoint, RunError, Simulation, Source};
use crate::Config;

/// What came of comparing a run with the checkpoints of its log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verification {
    /// Ticks that were run.
    pub ticks: u64,
    /// Checkpoints that were equal. A log of version 1 has none, and then nothing was verified.
    pub equal_checkpoints: u64,
    /// The first checkpoint that differs, where the run was ended.
    pub divergence: Option<Divergence>,
}

/// A checkpoint that differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Divergence {
    /// The tick of the checkpoint: the first tick that went wrong lies after the checkpoint before it, and not after this one.
    pub tick: u64,
    /// What the log says.
    pub logged: Checkpoint,
    /// What the run looks like.
    pub found: Checkpoint,
}

/// Plays a log and compares the run with the log's checkpoints, until one differs.
///
/// # Errors
///
/// As [`run()`](super::run()). That a checkpoint differs is no error but an answer.
pub fn verify<S: Simulation>(
    source: &mut impl Source,
    config: &Config,
    simulation: &mut S,
) -> Result<Verification, RunError<S::Error>> {
    check_identity(source.header(), config, simulation, None)?;
    check_determinism(config, None)?;
    let mut seen = Verification { ticks: 0, equal_checkpoints: 0, divergence: None };
    if !seen.agrees(source.start(), simulation) {
        return Ok(seen);
    }
    while let Some(frame) = source.next_frame()? {
        let tick = frame.tick;
        simulation.tick(tick, frame.input).map_err(|error| RunError::Tick { tick, error })?;
        seen.ticks = tick;
        if !seen.agrees(frame.checkpoint, simulation) {
            break;
        }
    }
    Ok(seen)
}

impl Verification {
    /// Compares with a checkpoint, where there is one.
    fn agrees(&mut self, logged: Option<Checkpoint>, simulation: &mut impl Simulation) -> bool {
        let Some(logged) = logged else { return true };
        let found = simulation.checkpoint(self.ticks);
        if found == logged {
            self.equal_checkpoints += 1;
            return true;
        }
        self.divergence = Some(Divergence { tick: self.ticks, logged, found });
        false
    }
}
