//! The world: everything together, and the verbs users call, grouped by file.

mod access;
mod append;
mod apply;
mod bulk;
mod debug;
mod identity;
mod inspect;
mod life;
mod parallel;
mod prepared;
mod query;
mod refused;
mod register;
mod resources;
mod run;
mod snapshot;
#[cfg(feature = "serde")]
mod spawn_each;
mod split;
mod structure;
mod systems;
mod timing;
mod toggles;

pub use append::HandleMap;
pub use inspect::{ArchetypeView, ChunkView, EntityView};
pub use life::Columns;
pub use prepared::PreparedQuery;
pub use run::RunReport;
pub use split::Split;

use alloc::boxed::Box;
use alloc::vec::Vec;

use self::bulk::Selection;
use self::identity::Identity;
use crate::bundle::BundleEntry;
use crate::guardrails::Guardrails;
use crate::query::MatchCache;
use crate::registry::Registry;
use crate::resource::Resources;
use crate::slots::Slots;
use crate::state::digest::DigestCache;
use crate::storage::Storage;
use crate::system::{Systems, Watch};
use crate::type_table::TypeTable;
use crate::{Entity, HandleLayout, Options, Result};

/// A world: entities, their components, and everything that decides how the simulation goes on.
///
/// ```
/// use laige_core::{Options, World};
///
/// let mut world = World::new(Options::with_capacity(2_000).seed(42))?;
/// let e = world.spawn_empty()?;
/// assert!(world.is_valid(e));
/// world.despawn(e)?;
/// assert!(!world.is_valid(e));
/// # Ok::<(), laige_core::Error>(())
/// ```
///
/// A world is `Send` and `Sync`, valid after any error and after a panic in user code, and not `Clone`. Handles of another world are memory-safe
/// and meaningless: one may name an entity here by chance.
pub struct World {
    /// State, as its fields say.
    pub(crate) storage: Storage,
    /// Set up: what is registered later stays registered when the world is restored.
    pub(crate) registry: Registry,
    /// State, but for those that are transient.
    pub(crate) resources: Resources,
    /// Which systems there are is set up; the rest is state, as its fields say.
    pub(crate) systems: Systems,
    /// Follows from registry and archetypes.
    pub(crate) matches: MatchCache,
    /// Which world it is, whatever its state.
    identity: Identity,
    /// Of the call that is under way; kept for its memory.
    selection: Selection,
    /// Follows from registry and archetypes.
    bundles: Vec<BundleEntry>,
    /// Follows from the bundle types that were used.
    bundle_types: TypeTable<u32>,
    /// State.
    pub(crate) guardrails: Guardrails,
    /// The entities of the last batch; kept for its memory.
    batch: Vec<Entity>,
    /// Set up when the world is made.
    options: Options,
    /// The hashes of what was hashed before; a cache.
    pub(crate) digests: DigestCache,
    /// The caller's.
    watch: Option<Box<Watch>>,
}

impl World {
    /// An empty world.
    ///
    /// # Errors
    ///
    /// [`CapacityTooLarge`](crate::Error::CapacityTooLarge) and [`OptionOutOfRange`](crate::Error::OptionOutOfRange) name the option at fault;
    /// [`OutOfMemory`](crate::Error::OutOfMemory) if the slot table (8 bytes per entity of capacity) cannot be had.
    pub fn new(options: Options) -> Result<Self> {
        let layout = options.validate()?;
        let slots =
            Slots::new(options.capacity, layout, options.slot_order, options.on_generation_wrap)?;
        Ok(Self {
            storage: Storage::new(slots, options.max_archetypes),
            registry: Registry::new(options.max_component_types, options.forbid_floats),
            resources: Resources::new(),
            systems: Systems::new(),
            matches: MatchCache::new(),
            identity: Identity::new(),
            selection: Selection::default(),
            bundles: Vec::new(),
            bundle_types: TypeTable::new(0),
            guardrails: Guardrails::new(options.capacity, options.churn_per_frame_budget),
            batch: Vec::new(),
            options,
            digests: DigestCache::default(),
            watch: None,
        })
    }

    /// What the world was made with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The seed that the world's random streams come from.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.options.seed
    }

    /// Where slot and generation lie in this world's handles.
    #[must_use]
    #[inline]
    pub fn layout(&self) -> HandleLayout {
        self.storage.ground.slots.layout()
    }

    /// Starts a frame: the per-frame counters and warnings begin anew, and every chunk is settled.
    pub fn begin_frame(&mut self) {
        self.let_go_of_batch();
        self.guardrails.begin_frame();
        self.storage.ground.events.begin_frame();
        self.settle();
    }

    /// Settles every chunk: afterwards rows lie in order, and the division into chunks follows from what is alive alone. Nothing a
    /// query shows changes; a query from `&World` is faster on settled chunks.
    pub fn settle(&mut self) {
        self.storage.settle();
        self.storage.ground.events.tell();
    }

    /// Sends the summaries of suppressed warnings to `tracing` now; dropping the world does so too.
    pub fn flush_events(&mut self) {
        self.storage.ground.events.flush();
    }
}
