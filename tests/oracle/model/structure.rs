//! The naive world: components come to entities and leave them.

use std::collections::BTreeSet;

use laige::{Entity, Error};

use super::{Kind, Model};
use crate::parts::{PARTS, without_toggles};

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
        set.extend(without_toggles(members));
        set.sort_unstable();
        set.dedup();
        self.check_set(entity, &set)?;
        self.relocate(entity, slot, &set);
        let values = &mut self.live.get_mut(&slot).expect("it is alive").values;
        let new = |part: &&usize| PARTS[**part].is_toggle && !values.contains_key(part);
        self.counts.toggled += members.iter().filter(new).count() as u64;
        values.extend(
            members.iter().zip(numbers).map(|(&part, &number)| (part, (PARTS[part].keeps)(number))),
        );
        let written = without_toggles(members).len();
        self.counts.inserts += written as u64;
        self.warn_of_churn(written);
        Ok(())
    }

    /// Sets a toggle or takes it back; gives whether it was set.
    pub(crate) fn set_toggle(
        &mut self,
        entity: Entity,
        part: usize,
        on: bool,
    ) -> Result<bool, Error> {
        let slot = self.check(entity)?;
        self.check_registered(&[part])?;
        let values = &mut self.live.get_mut(&slot).expect("it is alive").values;
        let was = if on { values.insert(part, 0) } else { values.remove(&part) };
        self.counts.toggled += u64::from(was.is_some() != on);
        Ok(was.is_some())
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
        let mut taken = Vec::new();
        let mut removed = 0;
        for part in members {
            let Some(number) = values.remove(part) else { continue };
            taken.push(number);
            let of = if PARTS[*part].is_toggle { &mut self.counts.toggled } else { &mut removed };
            *of += 1;
        }
        self.counts.removes += removed;
        self.warn_of_churn(removed as usize);
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
