//! The sync test: every tick of a game is run again, from a snapshot and under other circumstances, and has to come to the same state.
//! What a game keeps outside of its world, or takes from elsewhere, shows here before it shows between two players.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write as _};
use core::ops::ControlFlow;

use crate::replay::{Build, Game, Setup};
use crate::{Config, Digest, Snapshot, World, diff};

/// Runs a game, each tick of it several times under other circumstances, and panics at the first tick that does not come to the same state: one
/// line in a game's tests.
///
/// A tick is run again in the same world after it was restored, in a world that was made anew and so lies elsewhere in memory, and with the feature
/// `rayon` there on one thread and on three. Digests are compared, both halves. [`SyncTest`] has more to ask for.
///
/// ```
/// use laige_core::replay::{Setup, WorldRun};
/// use laige_core::{Config, World, testing};
///
/// let setup = Setup::new(Config::with_capacity(100), |config| {
///     let world = World::new(config.options())?;
///     Ok::<_, laige_core::Error>(WorldRun::new(world, |world, _tick, _input| {
///         world.spawn_empty().map(drop)
///     }))
/// });
/// testing::sync_test(&setup, 50);
/// ```
///
/// ```should_panic
/// # use laige_core::replay::{Setup, WorldRun};
/// # use laige_core::{Config, World, testing};
/// # let setup = Setup::new(Config::with_capacity(100), |config| {
/// #     let world = World::new(config.options())?;
/// let mut spawned = 0; // outside of the world, so no snapshot has it
/// Ok::<_, laige_core::Error>(WorldRun::new(world, move |world, _tick, _input| {
///     spawned += 1;
///     if spawned < 3 { world.spawn_empty().map(drop) } else { Ok(()) }
/// }))
/// # });
/// # testing::sync_test(&setup, 50);
/// ```
///
/// # Panics
///
/// If the game cannot be set up, a tick fails, or a tick does not come to the same state. The message says which tick, under what circumstances, after
/// which step, and what differs.
#[track_caller]
pub fn sync_test<B, G, E>(setup: &Setup<B>, ticks: u64)
where
    B: Fn(&Config) -> Result<G, E>,
    G: Game + Send,
    E: fmt::Display,
{
    if let Err(fault) = SyncTest::new(setup).run(ticks) {
        panic!("{fault}");
    }
}

/// A sync test with a choice of circumstances; [`sync_test`] is the usual one.
///
/// ```
/// use laige_core::replay::{Setup, WorldRun};
/// use laige_core::testing::{SyncTest, Variation};
/// use laige_core::{Config, World};
///
/// let setup = Setup::new(Config::with_capacity(100), |config| {
///     let world = World::new(config.options())?;
///     Ok::<_, laige_core::Error>(WorldRun::new(world, |world, _, _| world.spawn_empty().map(drop)))
/// });
/// SyncTest::new(&setup).also(Variation::OtherBirths).run(20)?;
/// # Ok::<(), laige_core::testing::SyncFault>(())
/// ```
#[derive(Debug)]
pub struct SyncTest<'s, B> {
    setup: &'s Setup<B>,
    variations: Vec<Variation>,
}

/// Circumstances under which a tick is run again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Variation {
    /// In the same world, restored to before the tick.
    Restored,
    /// In a world that was made anew and then restored, so that all its memory lies elsewhere, and what the game keeps outside of the world is as it is at
    /// its beginning.
    MadeAnew,
    /// The same on so many threads.
    #[cfg(feature = "rayon")]
    Threads(usize),
    /// The same with archetypes born in the opposite order. Rows are visited in another order then, so only games whose ticks do not depend on it pass;
    /// and only the content is compared.
    OtherBirths,
}

impl<'s, B, G, E> SyncTest<'s, B>
where
    B: Fn(&Config) -> Result<G, E>,
    G: Game + Send,
    E: fmt::Display,
{
    /// A test under the circumstances of [`sync_test`].
    #[must_use]
    pub fn new(setup: &'s Setup<B>) -> Self {
        let mut variations = alloc::vec![Variation::Restored, Variation::MadeAnew];
        #[cfg(feature = "rayon")]
        variations.extend([Variation::Threads(1), Variation::Threads(3)]);
        // `extend` is there with the feature alone.
        let _ = &mut variations;
        Self { setup, variations }
    }

    /// A test under no other circumstances than those asked for.
    #[must_use]
    pub fn only(setup: &'s Setup<B>, variations: impl IntoIterator<Item = Variation>) -> Self {
        Self { setup, variations: variations.into_iter().collect() }
    }

    /// Adds circumstances.
    #[must_use]
    pub fn also(mut self, variation: Variation) -> Self {
        self.variations.push(variation);
        self
    }

    /// Runs so many ticks.
    ///
    /// # Errors
    ///
    /// [`SyncFault`]: the first tick that does not come to the same state, or why there are no more ticks.
    pub fn run(self, ticks: u64) -> Result<(), SyncFault> {
        let Self { setup, variations } = self;
        let mut game = begun(setup)?;
        let mut before = game.world_mut().snapshot();
        let mut after = before.clone();
        let mut input = Vec::new();
        for tick in 1..=ticks {
            setup.input(tick, &mut input);
            game.world_mut().snapshot_into(&mut before);
            ran(&mut game, tick, &input)?;
            game.world_mut().snapshot_into(&mut after);
            let this = Tick { number: tick, input: &input, before: &before, after: &after };
            let expected = game.world_mut().digest();
            for &variation in &variations {
                this.again(setup, &mut game, variation, expected)?;
            }
        }
        Ok(())
    }
}

/// A tick that was run.
struct Tick<'a> {
    number: u64,
    input: &'a [u8],
    before: &'a Snapshot,
    after: &'a Snapshot,
}

impl Tick<'_> {
    /// Runs it again, and compares.
    fn again<B: Build<Game: Send>>(
        &self,
        setup: &Setup<B>,
        game: &mut B::Game,
        variation: Variation,
        expected: Digest,
    ) -> Result<(), SyncFault> {
        if variation == Variation::Restored {
            restored(game.world_mut(), self.before)?;
            ran(game, self.number, self.input)?;
            let found = game.world_mut().digest();
            return if found == expected {
                Ok(())
            } else {
                Err(self.fault(setup, game, variation))
            };
        }
        let mut other = begun(setup)?;
        let mut before = self.before.clone();
        if variation == Variation::OtherBirths {
            before.reverse_births();
        }
        restored(other.world_mut(), &before)?;
        match variation {
            #[cfg(feature = "rayon")]
            Variation::Threads(threads) => {
                on_threads(threads, || ran(&mut other, self.number, self.input))?
            }
            _ => ran(&mut other, self.number, self.input),
        }?;
        let found = other.world_mut().digest();
        let same = found.content == expected.content
            && (variation == Variation::OtherBirths || found.control == expected.control);
        if same { Ok(()) } else { Err(self.fault(setup, &mut other, variation)) }
    }

    /// What is wrong with a game that came to another state.
    fn fault<B: Build<Game: Send>>(
        &self,
        setup: &Setup<B>,
        game: &mut B::Game,
        variation: Variation,
    ) -> SyncFault {
        let mut right = match begun(setup) {
            Ok(right) => right,
            Err(fault) => return fault,
        };
        if let Err(fault) = restored(right.world_mut(), self.after) {
            return fault;
        }
        let mut report = diff::report(right.world(), game.world(), LINES);
        if report.is_empty() {
            let (one, other) = (right.world_mut().digest_tree(), game.world_mut().digest_tree());
            for difference in one.compare(&other) {
                // A `String` takes whatever is written to it.
                let _ = writeln!(report, "{difference}");
            }
        }
        let step = self.culprit(&mut right, game, variation);
        SyncFault::Differs(Box::new(Differs { tick: self.number, variation, step, report }))
    }

    /// The first step after which both differ, if running the tick once more shows it.
    fn culprit<G: Game + Send>(
        &self,
        right: &mut G,
        wrong: &mut G,
        variation: Variation,
    ) -> Option<String> {
        let other_births = variation == Variation::OtherBirths;
        let steps = |game: &mut G, before: &Snapshot| {
            let mut steps = Vec::new();
            game.world_mut().restore(before).ok()?;
            let ran = game.tick_by_steps(self.number, self.input, &mut |name, world| {
                let Digest { content, control } = world.digest_uncached();
                steps.push((name.to_string(), content, (!other_births).then_some(control)));
                ControlFlow::Continue(())
            });
            ran.ok().map(|()| steps)
        };
        let mut before = self.before.clone();
        let right = steps(right, &before)?;
        if other_births {
            before.reverse_births();
        }
        let wrong = match variation {
            #[cfg(feature = "rayon")]
            Variation::Threads(threads) => on_threads(threads, || steps(wrong, &before)).ok()?,
            _ => steps(wrong, &before),
        }?;
        let differing = right.into_iter().zip(wrong).find(|(one, other)| one != other);
        differing.map(|((name, ..), _)| name)
    }
}

/// How many differences are told.
const LINES: u32 = 16;

fn begun<B: Build>(setup: &Setup<B>) -> Result<B::Game, SyncFault> {
    setup.begin().map_err(|error| SyncFault::Setup(error.to_string()))
}

fn ran(game: &mut impl Game, tick: u64, input: &[u8]) -> Result<(), SyncFault> {
    game.tick(tick, input).map_err(|error| SyncFault::Tick { tick, error: error.to_string() })
}

fn restored(world: &mut World, snapshot: &Snapshot) -> Result<(), SyncFault> {
    world.restore(snapshot).map_err(|error| SyncFault::Setup(error.to_string()))
}

/// Does something on so many threads.
#[cfg(feature = "rayon")]
fn on_threads<T: Send>(threads: usize, run: impl FnOnce() -> T + Send) -> Result<T, SyncFault> {
    let pool = rayon_core::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map(|pool| pool.install(run)).map_err(|error| SyncFault::Setup(error.to_string()))
}

/// Why a sync test failed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SyncFault {
    /// A tick came to another state when it was run again.
    Differs(Box<Differs>),
    /// The game could not be set up, or not be restored.
    Setup(String),
    /// A tick failed.
    Tick {
        /// Which.
        tick: u64,
        /// What it failed with.
        error: String,
    },
}

/// A tick that came to another state.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Differs {
    /// Which tick: 1, 2, 3, ..
    pub tick: u64,
    /// Under what circumstances.
    pub variation: Variation,
    /// The step after which the states differ first, if it could be found.
    pub step: Option<String>,
    /// What differs after the tick, from how it was to how it is under these circumstances: as [`diff::report`](crate::diff::report()).
    pub report: String,
}

impl fmt::Display for Variation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Restored => f.write_str("in the restored world"),
            Self::MadeAnew => f.write_str("in a world made anew"),
            #[cfg(feature = "rayon")]
            Self::Threads(1) => f.write_str("on 1 thread"),
            #[cfg(feature = "rayon")]
            Self::Threads(threads) => write!(f, "on {threads} threads"),
            Self::OtherBirths => f.write_str("with archetypes born in another order"),
        }
    }
}

impl fmt::Display for SyncFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Differs(differs) => {
                let Differs { tick, variation, step, report } = &**differs;
                write!(f, "tick {tick} comes to another state {variation}")?;
                if let Some(step) = step {
                    write!(f, ", first after `{step}`")?;
                }
                write!(f, ":\n{}", report.trim_end())
            }
            Self::Setup(error) => write!(f, "the game could not be set up: {error}"),
            Self::Tick { tick, error } => write!(f, "tick {tick} failed: {error}"),
        }
    }
}

impl core::error::Error for SyncFault {}
