//! Saves: a snapshot as bytes that another world, build or machine knows again. Here is the frame of the format, which is written down in
//! `docs/save.md`; each section has a file, with both directions side by side. What a snapshot is, is `state/snapshot.rs`.
//!
//! ```text
//! header ─ sections by ascending number ─ checksum
//! header: magic, version, kind, length of the whole │ section: number, length, what it says │ checksum: XXH3 of all before
//! ```
//!
//! A section with nothing to say is left out, so that what a later version adds changes no bytes of who does not use it. Whatever
//! says how long it is, is compared with what is there before anything is made for it.

mod archetypes;
mod components;
mod counters;
mod delta;
mod error;
mod frame;
mod options;
mod places;
mod reader;
mod resources;
mod slots;
mod systems;
mod versions;
mod writer;

pub use delta::Delta;
pub use error::{LoadError, LoadFault, SavePart};

use alloc::vec::Vec;

use self::components::Dictionary;
use self::frame::{Kind, Sections};
use self::writer::{Mark, Writer};
use crate::slots::SlotSpace;
use crate::state::Snapshot;
use crate::storage::spare::Spare;
use crate::{Result, World};

/// The version of the format.
const VERSION: u32 = 1;

/// What is loaded, and where to.
struct Loading<'a> {
    world: &'a World,
    /// The slots of the world that was saved.
    from: SlotSpace,
    /// Those of the world that it is for.
    to: SlotSpace,
}

impl Snapshot {
    /// The snapshot as bytes, to be kept or sent: see [`from_bytes`](Self::from_bytes).
    ///
    /// The bytes are the same for the same state, on every machine and in every build, and in whatever order components were registered. The format is written
    /// down in `docs/save.md`.
    ///
    /// # Errors
    ///
    /// [`ImplicitId`](crate::Error::ImplicitId) if a component or resource has a name that is only its place in the source, and
    /// [`Options::implicit_ids`](crate::Options::implicit_ids) does not allow that.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        Ok(self.to_marked_bytes()?.0)
    }

    /// The same, and where its parts begin.
    fn to_marked_bytes(&self) -> Result<(Vec<u8>, Vec<Mark>)> {
        let space = SlotSpace::of(&self.options, self.options.layout()?);
        let dictionary = Dictionary::of(self);
        let mut writer = Writer::new(Kind::Snapshot);
        writer.section(SavePart::Options, |out| options::write(&self.options, space, out));
        dictionary.write(self.options.implicit_ids, &mut writer)?;
        writer.section(SavePart::Slots, |out| slots::write(&self.storage.slots, space, out));
        writer.section(SavePart::Archetypes, |out| {
            archetypes::write(&self.storage, &dictionary, space.layout, out);
        });
        writer.section(SavePart::Counters, |out| counters::write(self, out));
        resources::write(&self.resources, &self.options, space.layout, &mut writer)?;
        systems::write(&self.systems, &mut writer);
        Ok(writer.finish_marked())
    }

    /// The snapshot of these bytes, for a world with the options of `world` and its components: [`World::restore`] makes it what they say.
    ///
    /// Components may be registered in another order than where the bytes come from, capacity and layout of handles may be others,
    /// as long as what is alive fits: handles in components and resources become those of the world. Handles that the world cannot
    /// have are [`Entity::NONE`](crate::Entity::NONE). Options are those of `world`. With equal options everything goes on as it would have gone on.
    ///
    /// A resource is known once it was in the world, or by [`World::register_resource`]. Systems have the numbers that they had in the world that was
    /// saved; more may follow.
    ///
    /// The bytes may be anything. They are checked wholly, and take no more memory than they and the world's slots.
    ///
    /// ```
    /// use laige_core::{Options, Snapshot, World};
    ///
    /// let mut world = World::new(Options::with_capacity(100))?;
    /// let e = world.spawn_empty()?;
    /// let bytes = world.snapshot().to_bytes()?;
    ///
    /// let mut other = World::new(Options::with_capacity(5_000))?;
    /// let snapshot = Snapshot::from_bytes(&bytes, &other)?;
    /// other.restore(&snapshot)?;
    /// assert_eq!(other.entity_count(), 1);
    /// assert!(Snapshot::from_bytes(&bytes[1..], &other).is_err());
    /// # Ok::<(), laige_core::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A [`LoadError`] with the byte, the part of the save and what is wrong there, which converts into [`Error`](crate::Error): bytes that are no save
    /// or were changed, components that the world does not know or knows otherwise, entities for which it has no room.
    pub fn from_bytes(bytes: &[u8], world: &World) -> Result<Self, LoadError> {
        let mut sections = Sections::of(bytes, Kind::Snapshot)?;
        let to = SlotSpace::of(world.options(), world.layout());
        let from = options::read(sections.take(SavePart::Options)?)?;
        let loading = Loading { world, from, to };
        let dictionary = Dictionary::read(sections.find(SavePart::Components), &loading)?;
        let slots = slots::read(sections.take(SavePart::Slots)?, &loading)?;
        let rows = sections.take(SavePart::Archetypes)?;
        let assembly = archetypes::read(rows, slots.draft, &dictionary, &loading)?;
        let counted = counters::read(sections.take(SavePart::Counters)?, world)?;
        let resources = resources::read(sections.find(SavePart::Resources), &loading)?;
        let systems = systems::read(sections.find(SavePart::Systems), world)?;
        let storage = slots.numbers.finish(assembly, counted.totals)?;
        Ok(Self {
            options: world.options().clone(),
            components: world.registry.infos().to_vec(),
            storage,
            resources,
            systems,
            guardrails: counted.guardrails,
            warnings: counted.warnings,
            spare: Spare::default(),
        })
    }
}
