//! Snapshots: a world's whole state as a value, to come back to. Here is the value; taking one and going back are `world/snapshot.rs`.

use alloc::vec::Vec;
use core::fmt;

use crate::component::ComponentInfo;
use crate::events::WarningCounts;
use crate::guardrails::Guardrails;
use crate::resource::ResourcesCopy;
use crate::storage::copy::StorageCopy;
use crate::storage::spare::Spare;
use crate::system::SystemsCopy;
use crate::{Error, Options, Result};

/// A world's whole state at one moment: from [`World::snapshot`](crate::World::snapshot).
///
/// Chunks are shared: a clone copies none, and a clone that is filled anew copies those that were written meanwhile.
///
/// ```
/// use laige_core::{Options, World};
///
/// let mut world = World::new(Options::with_capacity(100))?;
/// let before = world.snapshot();
/// let e = world.spawn_empty()?;
/// let mut after = before.clone();
/// world.snapshot_into(&mut after);
/// assert!(before != after && after.entity_count() == 1);
/// world.restore(&before)?;
/// assert!(!world.is_valid(e));
/// world.restore(&after)?;
/// assert!(world.is_valid(e));
/// # Ok::<(), laige_core::Error>(())
/// ```
///
/// Two are equal if they are the same state: worlds that are restored to them go on alike. Values are compared by their bits; what is
/// set up, as components registered without a use, does not count.
#[derive(Clone)]
pub struct Snapshot {
    /// What the world was made with.
    pub(crate) options: Options,
    /// The components that were registered, by id.
    pub(crate) components: Vec<ComponentInfo>,
    pub(crate) storage: StorageCopy,
    pub(crate) resources: ResourcesCopy,
    pub(crate) systems: SystemsCopy,
    pub(crate) guardrails: Guardrails,
    pub(crate) warnings: WarningCounts,
    /// Memory alone.
    pub(crate) spare: Spare,
}

impl Snapshot {
    /// A snapshot of nothing, to be filled.
    pub(crate) fn empty(options: &Options, guardrails: &Guardrails) -> Self {
        Self {
            options: options.clone(),
            components: Vec::new(),
            storage: StorageCopy::new(),
            resources: ResourcesCopy::default(),
            systems: SystemsCopy::default(),
            guardrails: guardrails.clone(),
            warnings: WarningCounts::default(),
            spare: Spare::default(),
        }
    }

    /// How many entities are alive in it.
    #[must_use]
    pub fn entity_count(&self) -> u32 {
        self.storage.slots.live()
    }

    /// Bytes of chunks and slots, those that other snapshots share as well, and of what is kept to be filled again.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.spare.bytes() + self.storage.bytes()
    }

    /// Turns the order around in which archetypes were born: the world looks the same, and is visited in another order.
    #[cfg(feature = "std")]
    pub(crate) fn reverse_births(&mut self) {
        if let Ok(layout) = self.options.layout() {
            self.storage.reverse_births(layout);
        }
    }

    /// Whether a world with these options and components can be what the snapshot says.
    pub(crate) fn fits(&self, options: &Options, components: &[ComponentInfo]) -> Result<()> {
        if let Some(option) = self.options.first_difference(options) {
            return Err(Error::SnapshotOption { option });
        }
        let mut registered = components.iter();
        for info in &self.components {
            let same = registered.next().is_some_and(|other| other.is_same_type(info));
            if !same {
                return Err(Error::SnapshotComponent { component: info.name(), id: info.id() });
            }
        }
        Ok(())
    }
}

impl PartialEq for Snapshot {
    fn eq(&self, other: &Self) -> bool {
        let Self {
            options,
            components,
            storage,
            resources,
            systems,
            guardrails,
            warnings,
            spare: _,
        } = self;
        let layout = options.layout();
        options.first_difference(&other.options).is_none()
            && components.iter().zip(&other.components).all(|(one, two)| one.is_same_type(two))
            && layout.is_ok_and(|layout| storage.agrees(&other.storage, layout))
            && *resources == other.resources
            && *systems == other.systems
            && *guardrails == other.guardrails
            && *warnings == other.warnings
    }
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Snapshot")
            .field("entities", &self.entity_count())
            .field("components", &self.components.len())
            .field("archetypes", &(self.storage.signatures().len() - 1))
            .field("bytes", &self.bytes())
            .finish_non_exhaustive()
    }
}
