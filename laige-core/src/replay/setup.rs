//! Setups: how runs of a game begin, so that a run can be made as often as it takes to record, replay and compare. Nothing is run here.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use super::{Game, Header, ReplayIdentity};
use crate::Config;

/// How runs of a game begin: a configuration, and a function that makes the game as it is before its first tick.
///
/// The function is called for each run and has to make the same game each time, from the configuration alone. It is handed the configuration because
/// that of a recording may have another seed.
///
/// ```
/// use laige_core::replay::{Setup, WorldRun};
/// use laige_core::{Config, World};
///
/// let setup = Setup::new(Config::with_capacity(100).seed(42), |config| {
///     let world = World::new(config.options())?;
///     Ok::<_, laige_core::Error>(WorldRun::new(world, |world, _tick, input| {
///         input.iter().try_for_each(|_| world.spawn_empty().map(drop))
///     }))
/// })
/// .name("garden")
/// .inputs(|tick, input| input.push(tick as u8));
/// assert_eq!(setup.begin()?.world().entity_count(), 0);
/// # Ok::<(), laige_core::Error>(())
/// ```
pub struct Setup<B> {
    config: Config,
    begin: B,
    inputs: Box<Inputs>,
    name: &'static str,
}

/// Writes the input of a tick.
type Inputs = dyn Fn(u64, &mut Vec<u8>) + Send + Sync;

/// A function that makes a game: what whoever runs a setup asks of it.
#[cfg(feature = "std")]
pub(crate) trait Build:
    Fn(&Config) -> Result<<Self as Build>::Game, <Self as Build>::Error>
{
    type Game: Game;
    type Error: fmt::Display;
}

#[cfg(feature = "std")]
impl<B, G, E> Build for B
where
    B: Fn(&Config) -> Result<G, E>,
    G: Game,
    E: fmt::Display,
{
    type Game = G;
    type Error = E;
}

impl<B, G, E> Setup<B>
where
    B: Fn(&Config) -> Result<G, E>,
    G: Game,
{
    /// A setup whose runs have no input, unless they are replayed.
    #[must_use]
    pub fn new(config: Config, begin: B) -> Self {
        Self { config, begin, inputs: Box::new(|_, _| {}), name: "game" }
    }

    /// Sets what the game is called; for texts.
    #[must_use]
    pub fn name(mut self, name: &'static str) -> Self {
        self.name = name;
        self
    }

    /// Sets where the input of a run comes from that replays no log: `inputs` writes that of a tick (1, 2, 3, ..) into an empty list of bytes.
    #[must_use]
    pub fn inputs(mut self, inputs: impl Fn(u64, &mut Vec<u8>) + Send + Sync + 'static) -> Self {
        self.inputs = Box::new(inputs);
        self
    }

    /// A game as it is before its first tick.
    ///
    /// # Errors
    ///
    /// What the function says.
    pub fn begin(&self) -> Result<G, E> {
        self.begin_with(&self.config)
    }

    /// The same with another configuration.
    ///
    /// # Errors
    ///
    /// What the function says.
    pub fn begin_with(&self, config: &Config) -> Result<G, E> {
        (self.begin)(config)
    }

    /// The configuration of runs that replay no log.
    #[must_use]
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The configuration with which the run of a log is played: it has the log's seed.
    ///
    /// The seed tells one match from another. Whatever else differs makes the log one of another game, which the check of its identity says.
    #[must_use]
    pub const fn config_of(&self, header: &Header) -> Config {
        self.config.seed(header.identity().seed)
    }

    /// What the game is called.
    #[must_use]
    pub const fn shown_name(&self) -> &'static str {
        self.name
    }

    /// Writes the input of a tick into `input`, whose bytes are replaced.
    pub fn input(&self, tick: u64, input: &mut Vec<u8>) {
        input.clear();
        (self.inputs)(tick, input);
    }

    /// The head of a log of a run, with checkpoints every so many ticks.
    #[must_use]
    pub fn header(&self, config: &Config, game: &G, checkpoint_every: u32) -> Header {
        let header = Header::new(ReplayIdentity::new(config, game.schema_hash()))
            .checkpoint_every(checkpoint_every)
            .systems(game.step_names());
        match game.schema_digest() {
            Some(digest) => header.schema_digest(digest),
            None => header,
        }
    }
}

impl<B> fmt::Debug for Setup<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Setup")
            .field("name", &self.name)
            .field("config", &self.config)
            .finish_non_exhaustive()
    }
}
