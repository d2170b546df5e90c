//! Whole-query operations: components come to all entities that a query matches, leave them, or the entities die. Rows move in runs of
//! neighbours, whole chunks at a time, where the same done one by one looks at every row.
//!
//! Everything that can fail is done before anything that cannot be undone: archetypes are found or born, rows are carried to them while the old ones
//! stay; then values are overwritten, and the old rows go.
#![expect(unsafe_code, reason = "starts writing rows; argued by S2 and S6 of `storage`")]

use alloc::vec::Vec;

use super::World;
use crate::bundle::{Change, RowWriter};
use crate::query::{Terms, assert_bundle, assert_query, runs};
use crate::storage::Storage;
use crate::storage::bulk::{Carried, RowRun};
use crate::{Bundle, ComponentId, Entity, Result};

/// What a whole-query operation is about. Kept for its memory.
#[derive(Default)]
pub(super) struct Selection {
    /// The rows that match, in visit order.
    runs: Vec<RowRun>,
    /// The entities among them that stay in their archetype and are written, as their rows may yet move.
    staying: Vec<Entity>,
}

impl World {
    /// Gives a component or a bundle to every entity that the query `F` matches: [`insert`](Self::insert) for all of them, in a few large
    /// moves. Components they have are overwritten. Gives how many entities they are.
    ///
    /// `F` is a filter, or a tuple of filters and terms, of which a term asks for its component and borrows nothing:
    /// `world.insert_all::<(With<Pos>, Without<Dead>), _>(Burning { ticks: 3 })`. What counts is what matches before the call.
    ///
    /// # Errors
    ///
    /// Those of [`insert`](Self::insert), but for stale handles; no entity has changed then. The entity that an error names is the first in its
    /// archetype.
    ///
    /// # Order
    ///
    /// Archetypes are born in the order of the visit.
    pub fn insert_all<F: Terms, B: Bundle + Copy>(&mut self, bundle: B) -> Result<u32> {
        const { assert_bundle(&B::ACCESS) };
        let entry = self.entry::<B>(Entity::NONE)?;
        let all = self.select::<F>();
        let toggled = const { B::ACCESS.has_toggle() };
        self.carry_all(entry, Change::Insert, toggled, |storage, rows, members| {
            // SAFETY: the rows are in an archetype that has the bundle's members.
            unsafe { fill(storage, rows, members, bundle) };
        })?;
        self.overwrite(entry, bundle);
        self.leave(entry, Change::Insert);
        let written = u64::from(self.bundles[entry].components()) * u64::from(all);
        self.storage.ground.counters.inserts += written;
        self.storage.ground.events.tell();
        self.guardrails.on_churn(written, &self.storage.ground.events);
        Ok(all)
    }

    /// Takes a component, or those of a bundle that are there, from every entity that the query `F` matches: [`remove`](Self::remove) for
    /// all of them, in a few large moves. Gives from how many entities something was taken.
    ///
    /// `F` is as for [`insert_all`](Self::insert_all): `world.remove_all::<With<Dead>, (Pos, Vel)>()`.
    ///
    /// # Errors
    ///
    /// Those of [`remove`](Self::remove), but for stale handles; no entity has changed then.
    ///
    /// # Order
    ///
    /// Archetypes are born in the order of the visit.
    pub fn remove_all<F: Terms, B: Bundle>(&mut self) -> Result<u32> {
        const { assert_bundle(&B::ACCESS) };
        let entry = self.entry::<B>(Entity::NONE)?;
        self.select::<F>();
        self.carry_all(entry, Change::Remove, false, |_, _, _| ())?;
        let untoggled = if const { B::ACCESS.has_toggle() } { self.untoggle_all(entry) } else { 0 };
        let (moved, removed) = self.leave(entry, Change::Remove);
        self.storage.ground.counters.removes += removed;
        self.storage.ground.events.tell();
        self.guardrails.on_churn(removed, &self.storage.ground.events);
        Ok(moved + untoggled)
    }

    /// Ends the life of every entity that the query `F` matches, and gives how many they were: [`despawn`](Self::despawn) for all of
    /// them. `F` is as for [`insert_all`](Self::insert_all); `despawn_all::<()>()` spares nobody.
    ///
    /// # Order
    ///
    /// That of the visit, so the slot of the entity visited last is the next to be used again.
    pub fn despawn_all<F: Terms>(&mut self) -> u32 {
        let all = self.select::<F>();
        for &run in &self.selection.runs {
            self.storage.despawn_run(run);
        }
        self.storage.ground.events.tell();
        all
    }

    /// Settles and notes the rows that a query matches; gives how many they are.
    fn select<F: Terms>(&mut self) -> u32 {
        const { assert_query::<F::Rows>() };
        let matches = self.matches.get::<F::Rows>(&self.registry, self.storage.archetypes());
        self.storage.settle_matched(matches);
        let Selection { runs: selected, staying } = &mut self.selection;
        selected.clear();
        staying.clear();
        selected.extend(runs::<F::Rows>(&self.storage, matches));
        selected.iter().map(|run| u32::from(run.rows)).sum()
    }

    /// Makes the rows where the change leads, which `write` is to write. On an error nothing has changed.
    fn carry_all(
        &mut self,
        entry: usize,
        change: Change,
        toggled: bool,
        write: impl Fn(&mut Storage, Carried, &[ComponentId]),
    ) -> Result<()> {
        let archetypes = self.archetype_count();
        let counted = self.storage.ground.counters.toggled;
        let carried = self.find_targets(entry, change, toggled).and_then(|()| {
            let World { selection, bundles, storage, .. } = self;
            let bundle = &bundles[entry];
            for &run in &selection.runs {
                let target = bundle.targets(change).get(run.archetype);
                if let Some(to) = target.filter(|&to| to != run.archetype) {
                    carry(storage, run, (to, toggled), |storage, rows| {
                        write(storage, rows, &bundle.members);
                    })?;
                }
            }
            Ok(())
        });
        carried.inspect_err(|_| {
            for &run in &self.selection.runs {
                self.storage.take_back(run);
            }
            self.unbear(archetypes);
            self.storage.ground.counters.toggled = counted;
            self.storage.ground.events.tell();
        })
    }

    /// Finds where the change leads from each archetype, bears archetypes for it, and notes who stays.
    fn find_targets(&mut self, entry: usize, change: Change, toggled: bool) -> Result<()> {
        let is_written = change == Change::Insert || !self.bundles[entry].toggles.is_empty();
        for place in 0..self.selection.runs.len() {
            let run = self.selection.runs[place];
            let entities = self.storage.entities(run);
            let target = match self.bundles[entry].targets(change).get(run.archetype) {
                Some(target) => target,
                None => self.find_target(entry, change, run.archetype, entities[0])?,
            };
            if target == run.archetype && is_written {
                let entities = self.storage.entities(run);
                self.selection.staying.extend_from_slice(entities);
                if toggled {
                    let slot = self.storage.ground.slots.layout().slot_of(entities[0]);
                    self.storage.reserve_toggles(run.archetype, slot)?;
                }
            }
        }
        Ok(())
    }

    /// Writes the bundle into the rows of those that stay.
    fn overwrite<B: Bundle + Copy>(&mut self, entry: usize, bundle: B) {
        let mut rest = &self.selection.staying[..];
        while let Some((location, rows)) = self.storage.neighbours(rest) {
            let slot = self.storage.ground.slots.layout().slot_of(rest[0]);
            let members = &self.bundles[entry].members;
            let first = Carried { slot, location, rows: rows as u16 };
            // SAFETY: the rows are in an archetype that has the bundle's members.
            unsafe { fill(&mut self.storage, first, members, bundle) };
            rest = &rest[rows..];
        }
    }

    /// Takes the toggles of a bundle from everybody. Gives how many of those that stay had one.
    fn untoggle_all(&mut self, entry: usize) -> u32 {
        let selection = core::mem::take(&mut self.selection);
        let targets = |world: &Self, from| world.bundles[entry].targets(Change::Remove).get(from);
        for &run in &selection.runs {
            // Rows of those that stay may lie elsewhere now, as others were carried among them.
            if targets(self, run.archetype) != Some(run.archetype) {
                for place in 0..run.rows as usize {
                    self.untoggle_one(entry, self.storage.entities(run)[place]);
                }
            }
        }
        let stay = selection.staying.iter();
        let untoggled = stay.filter(|&&entity| self.untoggle_one(entry, entity)).count();
        self.selection = selection;
        untoggled as u32
    }

    /// Takes the toggles of a bundle from an entity; whether one was set.
    fn untoggle_one(&mut self, entry: usize, entity: Entity) -> bool {
        let location = self.storage.ground.slots.locate(entity);
        location.is_some_and(|location| self.untoggle(entry, entity, location))
    }

    /// Drops the rows that were carried away. Gives how many they are, and by how many components their entities have changed.
    fn leave(&mut self, entry: usize, change: Change) -> (u32, u64) {
        let (mut entities, mut components) = (0, 0);
        for &run in &self.selection.runs {
            let target = self.bundles[entry].targets(change).get(run.archetype);
            let Some(to) = target.filter(|&to| to != run.archetype) else { continue };
            let signature = |archetype| self.storage.archetype(archetype).signature.len();
            let changed = signature(run.archetype).abs_diff(signature(to)) as u64;
            entities += u32::from(run.rows);
            components += u64::from(run.rows) * changed;
            self.storage.leave(run);
        }
        (entities, components)
    }
}

/// Carries a run to another archetype, and lets the new rows be written.
fn carry(
    storage: &mut Storage,
    mut run: RowRun,
    (to, toggled): (u16, bool),
    mut write: impl FnMut(&mut Storage, Carried),
) -> Result<()> {
    while run.rows > 0 {
        let carried = storage.carry(run, to, toggled)?;
        write(storage, carried);
        run.first += carried.rows;
        run.rows -= carried.rows;
    }
    Ok(())
}

/// Writes a bundle into rows that lie one behind the other.
///
/// # Safety
///
/// They are rows of live entities in one chunk, in an archetype that has `members`, which are the bundle's.
unsafe fn fill<B: Bundle>(
    storage: &mut Storage,
    rows: Carried,
    members: &[ComponentId],
    bundle: B,
) {
    storage.toggle_all(rows, members);
    // SAFETY: the caller's duty.
    bundle.put(&mut unsafe { RowWriter::<false>::new(storage, rows.location, rows.slot, members) });
    // SAFETY: the caller's duty; the first row was just written.
    unsafe { storage.repeat(rows, members) };
}
