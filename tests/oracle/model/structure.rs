//! The naive world: components come to entities and leave them.

use std::collections::BTreeSet;

use laige::{Entity, Error};

use super::{Kind, Model};
use crate::parts::PARTS;

impl Model {
    /// The archetype of a set of components, if it was born.
    pub(super) fn find(&self, members: &[usize]) -> Option<usize> {
        self.kinds.iter().position(|kind| kind.members == members)
    }

    pub(super) fn find_or_bear(&mut self, members: &[usize]) -> usize {
        self.find(members).unwrap_or_else(|| {
            self.kinds.push(Kind { members: members.to_vec(), entities: BTreeSet::new() });
            self.kinds.len() - 1
        })
    }

    /// Gives an entity components.
    pub(crate) fn insert(
        &mut self,
        entity: Entity,
        members: &[usize],
        numbers: &[u64],
    ) -> Result<(), Error> {
        let slot = self.check(entity)?;
        self.check_registered(members)?;
        let mut set = self.set_of(slot);
        set.extend(members);
        set.sort_unstable();
        set.dedup();
        self.check_set(entity, &set)?;
        self.relocate(entity, slot, &set);
        let values = &mut self.live.get_mut(&slot).expect("it is alive").values;
        values.extend(
            members.iter().zip(numbers).map(|(&part, &number)| (part, (PARTS[part].keeps)(number))),
        );
        self.counts.inserts += members.len() as u64;
        self.warn_of_churn(members.len());
        Ok(())
    }

    /// Takes components from an entity; gives the numbers of those that were there.
    pub(crate) fn remove(&mut self, entity: Entity, members: &[usize]) -> Result<Vec<u64>, Error> {
        let slot = self.check(entity)?;
        self.check_registered(members)?;
        let mut set = self.set_of(slot);
        set.retain(|part| !members.contains(part));
        self.check_set(entity, &set)?;
        self.relocate(entity, slot, &set);
        let values = &mut self.live.get_mut(&slot).expect("it is alive").values;
        let taken: Vec<u64> = members.iter().filter_map(|part| values.remove(part)).collect();
        self.counts.removes += taken.len() as u64;
        self.warn_of_churn(taken.len());
        Ok(taken)
    }

    fn set_of(&self, slot: u32) -> Vec<usize> {
        self.kinds[self.live[&slot].archetype].members.clone()
    }

    fn relocate(&mut self, entity: Entity, slot: u32, members: &[usize]) {
        let target = self.find_or_bear(members);
        let body = self.live.get_mut(&slot).expect("it is alive");
        self.kinds[body.archetype].entities.remove(&entity);
        body.archetype = target;
        self.kinds[target].entities.insert(entity);
    }

    fn warn_of_churn(&mut self, components: usize) {
        self.counts.frame_churn += components as u64;
        let budget = u64::from(self.rules.churn_budget);
        if budget != 0 && self.counts.frame_churn > budget && !self.warned[3] {
            self.warned[3] = true;
            self.counts.churn_warns += 1;
        }
    }
}
