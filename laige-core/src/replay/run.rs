//! Playing a log: every input is fed again, and the hash of the state taken after each tick. Nothing is compared here.

use alloc::vec::Vec;

use super::check::{check_determinism, check_identity};
use super::{RunError, Simulation, Source};
use crate::Config;

/// Plays a log, and gives the state hash before the first tick and after each: one more than there are frames.
///
/// The log has to belong to runs with this configuration and these components, and the configuration has to be deterministic, or
/// no tick is run.
///
/// ```
/// # #[cfg(feature = "std")]
/// # {
/// use laige_core::Config;
/// use laige_core::replay::{self, Checkpoint, Header, Log, LogWriter, ReplayIdentity, Simulation};
///
/// /// A simulation that adds up its input.
/// struct Sum(u64);
///
/// impl Simulation for Sum {
///     type Error = laige_core::Error;
///
///     fn schema_hash(&self) -> u64 {
///         0
///     }
///
///     fn tick(&mut self, _tick: u64, input: &[u8]) -> laige_core::Result<()> {
///         self.0 += input.iter().map(|&byte| u64::from(byte)).sum::<u64>();
///         Ok(())
///     }
///
///     fn state_hash(&self, _tick: u64) -> u64 {
///         self.0
///     }
///
///     fn checkpoint(&mut self, tick: u64) -> Checkpoint {
///         Checkpoint { state_hash: self.state_hash(tick), content: 0, control: 0 }
///     }
/// }
///
/// let config = Config::with_capacity(8);
/// let header = Header::new(ReplayIdentity::new(&config, 0));
/// let mut writer = LogWriter::new(Vec::new(), header, 0)?;
/// writer.frame(1, &[5])?;
/// writer.frame(2, &[7, 1])?;
/// let log = Log::parse(writer.finish()?)?;
///
/// let hashes = replay::run(&mut log.frames(), &config, &mut Sum(0))?;
/// assert_eq!(hashes, [0, 5, 13]);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`RunError`], checked in this order: the identity differs (event `replay/identity_mismatch`), the configuration is not
/// deterministic (`replay/determinism_disabled`), then per frame: the log cannot be read on, a tick fails. There are no hashes then.
/// A log that is streamed shows only at its end whether it was whole.
///
/// # Order
///
/// The hashes are by tick: the one at index 0 is of the state before any tick.
pub fn run<S: Simulation>(
    source: &mut impl Source,
    config: &Config,
    simulation: &mut S,
) -> Result<Vec<u64>, RunError<S::Error>> {
    check_identity(source.header(), config, simulation, None)?;
    check_determinism(config, None)?;
    let mut hashes = alloc::vec![simulation.state_hash(0)];
    while let Some(frame) = source.next_frame()? {
        let tick = frame.tick;
        simulation.tick(tick, frame.input).map_err(|error| RunError::Tick { tick, error })?;
        hashes.push(simulation.state_hash(tick));
    }
    Ok(hashes)
}
