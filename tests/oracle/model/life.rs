//! The naive world: entities come and go.

use std::collections::BTreeMap;

use laige::{Entity, Error};

use super::{Body, Model};
use crate::parts::{PARTS, without_toggles};

/// A set of components in the order of sets.
fn ascending(members: &[usize]) -> Vec<usize> {
    let mut set = without_toggles(members);
    set.sort_unstable();
    set
}

impl Model {
    /// The slots of a world in which nothing lives, the next one last.
    pub(super) fn fresh_slots(&self) -> Vec<u32> {
        if self.rules.descending {
            (0..self.rules.capacity).collect()
        } else {
            (0..self.rules.capacity).rev().collect()
        }
    }

    /// Whether all of these components are registered.
    pub(super) fn check_registered(&mut self, members: &[usize]) -> Result<(), Error> {
        match members.iter().find(|&&part| self.id(part).is_none()) {
            None => Ok(()),
            Some(&part) => {
                self.counts.unregistered += 1;
                Err(Error::ComponentUnregistered { component: PARTS[part].name })
            }
        }
    }

    /// Whether an entity may have this set of components. Bears no archetype.
    pub(super) fn check_set(&mut self, entity: Entity, members: &[usize]) -> Result<(), Error> {
        let max = self.rules.max_components;
        if members.len() as u32 > max {
            self.counts.component_limit += 1;
            return Err(Error::ComponentLimit { entity, components: members.len() as u32, max });
        }
        let max = self.rules.max_archetypes;
        if self.find(members).is_none() && self.kinds.len() as u32 > max {
            self.counts.archetype_budget += 1;
            return Err(Error::ArchetypesFull { entity, max });
        }
        Ok(())
    }

    /// Spawns an entity for each row of numbers; `requested` is what an error is to say.
    pub(crate) fn spawn(
        &mut self,
        members: &[usize],
        rows: &[Vec<u64>],
        requested: u32,
    ) -> Result<Vec<Entity>, Error> {
        self.check_registered(members)?;
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let set = ascending(members);
        self.check_set(Entity::NONE, &set)?;
        if rows.len() > self.free.len() {
            return Err(Error::CapacityFull { capacity: self.rules.capacity, requested });
        }
        let before = self.live.len() as u32;
        let archetype = self.find_or_bear(&set);
        let born =
            rows.iter().map(|numbers| self.bring_to_life(archetype, members, numbers)).collect();
        self.warn_of_budget(before);
        Ok(born)
    }

    fn bring_to_life(&mut self, archetype: usize, members: &[usize], numbers: &[u64]) -> Entity {
        let slot = self.free.pop().expect("a free slot was counted");
        let generation = self.next_generation.get(&slot).copied().unwrap_or(1);
        let values: BTreeMap<usize, u64> = members
            .iter()
            .zip(numbers)
            .map(|(&part, &number)| (part, (PARTS[part].keeps)(number)))
            .collect();
        self.live.insert(slot, Body { generation, archetype, values });
        let entity = self.handle(slot, generation);
        self.kinds[archetype].entities.insert(entity);
        self.counts.spawned += 1;
        self.counts.peak = self.counts.peak.max(self.live.len() as u32);
        entity
    }

    /// Warns at each level that was passed on the way from `before` living entities to those of now.
    fn warn_of_budget(&mut self, before: u32) {
        let after = self.live.len() as u32;
        for (level, percent) in [25, 50, 100].into_iter().enumerate() {
            let threshold = u64::from(self.rules.capacity) * percent / 100;
            let reached = u64::from(before) < threshold && threshold <= u64::from(after);
            if reached && !self.warned[level] {
                self.warned[level] = true;
                self.counts.budget_warns[level] += 1;
            }
        }
    }

    /// Ends a life.
    pub(crate) fn despawn(&mut self, entity: Entity) -> Result<(), Error> {
        let Some(slot) = self.slot(entity) else {
            self.counts.stale_despawn += 1;
            return Err(Error::StaleEntity { entity });
        };
        self.end(slot);
        self.free.push(slot);
        Ok(())
    }

    fn end(&mut self, slot: u32) {
        let body = self.live.remove(&slot).expect("the slot is alive");
        let entity = self.handle(slot, body.generation);
        self.kinds[body.archetype].entities.remove(&entity);
        // No run is so long that a slot runs out of generations: that is a promise of its own.
        self.next_generation.insert(slot, body.generation + 1);
    }

    /// Ends every life.
    pub(crate) fn clear(&mut self) {
        let slots: Vec<u32> = self.live.keys().copied().collect();
        for slot in slots {
            self.end(slot);
            self.free.push(slot);
        }
        if !self.rules.reference {
            self.free = self.fresh_slots();
        }
    }

    /// Whether the handle is of a living entity; a stale one is counted.
    pub(crate) fn check(&mut self, entity: Entity) -> Result<u32, Error> {
        self.slot(entity).ok_or_else(|| {
            self.counts.stale_access += 1;
            Error::StaleEntity { entity }
        })
    }
}
