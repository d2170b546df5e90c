//! What differs between two worlds, item by item and as bytes: the reference engine's diff. It names slots and component ids and allocates
//! nothing; text for people is [`report()`].

pub use super::report::report;
use super::union::union;
use crate::slots::Location;
use crate::{ComponentId, Entity, World};

/// A difference between two worlds: see [`World::state_diff`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DiffItem<'w> {
    /// The slot where the worlds differ.
    pub slot: u32,
    /// What differs there.
    pub difference: Difference<'w>,
}

impl DiffItem<'_> {
    /// The component that differs; `None` where the entity itself does.
    #[must_use]
    pub const fn component(&self) -> Option<ComponentId> {
        match self.difference {
            Difference::Component { id, .. } => Some(id),
            Difference::Presence { .. } | Difference::Generation { .. } => None,
        }
    }
}

/// What differs in a slot: `a` is the world that was asked, `b` the one it was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Difference<'w> {
    /// An entity is alive in one world only. What it carries is not listed.
    Presence {
        /// The entity, if it is `a`'s.
        a: Option<Entity>,
        /// The entity, if it is `b`'s.
        b: Option<Entity>,
    },
    /// The slot lives in both worlds, in different generations.
    Generation {
        /// The generation in `a`.
        a: u32,
        /// The generation in `b`.
        b: u32,
    },
    /// A component or toggle that only one of the two entities has, or a component whose bytes differ.
    Component {
        /// Its id.
        id: ComponentId,
        /// Its bytes in `a`, if it is there. A tag and a toggle have none.
        a: Option<&'w [u8]>,
        /// Its bytes in `b`, if it is there.
        b: Option<&'w [u8]>,
    },
}

impl World {
    /// Calls `each` with the first `max_items` differences between this world (`a`) and another (`b`); gives how many there are in all.
    ///
    /// A slot alive in one world only is one item. In a slot alive in both each component is one that only one of the two entities has, or
    /// that has other bytes. Generations are not compared, as in the reference engine, so two worlds may differ in nothing and hash to different
    /// numbers: [`state_diff_with_generations`](Self::state_diff_with_generations) tells. Components are compared by id, which means something if
    /// both worlds registered the same types in the same order; [`diff::report`](crate::diff::report()) goes by name. No memory is allocated.
    ///
    /// ```
    /// use laige_core::{Options, World, diff::Difference};
    ///
    /// let mut a = World::new(Options::with_capacity(8))?;
    /// let b = World::new(Options::with_capacity(8))?;
    /// let entity = a.spawn_empty()?;
    /// let count = a.state_diff(&b, 16, |item| {
    ///     assert_eq!(item.difference, Difference::Presence { a: Some(entity), b: None });
    /// });
    /// assert_eq!(count, 1);
    /// # Ok::<(), laige_core::Error>(())
    /// ```
    ///
    /// # Order
    ///
    /// By slot; in one slot by component id.
    pub fn state_diff<'w>(
        &'w self,
        other: &'w Self,
        max_items: u32,
        each: impl FnMut(DiffItem<'w>),
    ) -> u32 {
        Diff { a: self, b: other, generations: false }.run(max_items, each)
    }

    /// The same as [`state_diff`](Self::state_diff), and a slot that lives in different generations is one more item.
    ///
    /// # Order
    ///
    /// By slot; in one slot the generation, then components by id.
    pub fn state_diff_with_generations<'w>(
        &'w self,
        other: &'w Self,
        max_items: u32,
        each: impl FnMut(DiffItem<'w>),
    ) -> u32 {
        Diff { a: self, b: other, generations: true }.run(max_items, each)
    }

    /// The live entities by slot, and where their rows are.
    pub(super) fn occupants(&self) -> impl Iterator<Item = (u32, (Entity, Location))> + '_ {
        let layout = self.layout();
        self.storage.ground.slots.iter().map(move |found| (layout.slot_of(found.0), found))
    }

    /// What the entity in `slot` carries, by ascending id: components with their bytes, and toggles, which have none.
    pub(super) fn carried(
        &self,
        slot: u32,
        location: Location,
    ) -> impl Iterator<Item = (ComponentId, &[u8])> {
        let archetype = self.storage.archetype(location.archetype);
        let components = archetype
            .signature
            .iter()
            .filter_map(move |&id| Some((id, archetype.cell_bytes(slot, location.row, id)?)));
        let toggles = self.storage.toggles_of(location, slot).map(|id| (id, &[][..]));
        union(components, toggles).filter_map(|(id, bytes, toggle)| Some((id, bytes.or(toggle)?)))
    }
}

/// Two worlds that are compared.
#[derive(Clone, Copy)]
struct Diff<'w> {
    a: &'w World,
    b: &'w World,
    generations: bool,
}

impl<'w> Diff<'w> {
    fn run(self, max_items: u32, mut each: impl FnMut(DiffItem<'w>)) -> u32 {
        let mut count = 0_u32;
        let mut found = |slot, difference| {
            if count < max_items {
                each(DiffItem { slot, difference });
            }
            count = count.saturating_add(1);
        };
        for (slot, a, b) in union(self.a.occupants(), self.b.occupants()) {
            match (a, b) {
                (Some(a), Some(b)) => self.compare(slot, a, b, |item| found(slot, item)),
                (a, b) => {
                    let [a, b] = [a, b].map(|side| side.map(|(entity, _)| entity));
                    found(slot, Difference::Presence { a, b });
                }
            }
        }
        count
    }

    /// Compares the entities of one slot.
    fn compare(
        self,
        slot: u32,
        a: (Entity, Location),
        b: (Entity, Location),
        mut found: impl FnMut(Difference<'w>),
    ) {
        let generations = (self.a.generation_of(a.0), self.b.generation_of(b.0));
        if self.generations && generations.0 != generations.1 {
            found(Difference::Generation { a: generations.0, b: generations.1 });
        }
        for (id, a, b) in union(self.a.carried(slot, a.1), self.b.carried(slot, b.1)) {
            if a != b {
                found(Difference::Component { id, a, b });
            }
        }
    }
}
