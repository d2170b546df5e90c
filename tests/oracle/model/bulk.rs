//! The naive world: whole-query operations, which are the same call on each entity in visit order, once it is known that none is refused.

use laige::{Entity, Error};

use super::Model;
use crate::parts::without_toggles;
use crate::seen::Term;

impl Model {
    /// The entities that the terms match, in visit order.
    fn matched(&self, terms: &[Term]) -> Vec<Entity> {
        let matching = self.matching(terms).into_iter();
        let entities = matching.flat_map(|kind| self.kinds[kind].entities.iter().copied());
        entities.filter(|&entity| self.passes(entity, terms)).collect()
    }

    /// Bears the archetypes that a change of all these entities needs; none, if one of them is refused.
    fn prepare(&mut self, terms: &[Term], change: impl Fn(&mut Vec<usize>)) -> Result<(), Error> {
        let before = self.kinds.len();
        for kind in self.matching(terms) {
            let mut entities = self.kinds[kind].entities.iter();
            let first = entities.find(|&&entity| self.passes(entity, terms));
            let Some(&first) = first else { continue };
            let mut set = self.kinds[kind].members.clone();
            change(&mut set);
            set.sort_unstable();
            set.dedup();
            if let Err(error) = self.check_set(first, &set) {
                self.kinds.truncate(before);
                return Err(error);
            }
            self.find_or_bear(&set);
        }
        Ok(())
    }

    /// Gives components to all that match; gives how many they are.
    pub(crate) fn insert_all(
        &mut self,
        terms: &[Term],
        members: &[usize],
        numbers: &[u64],
    ) -> Result<u32, Error> {
        self.check_registered(members)?;
        let matched = self.matched(terms);
        self.prepare(terms, |set| set.extend(without_toggles(members)))?;
        for &entity in &matched {
            self.insert(entity, members, numbers)?;
        }
        Ok(matched.len() as u32)
    }

    /// Takes components from all that match; gives from how many something was taken.
    pub(crate) fn remove_all(&mut self, terms: &[Term], members: &[usize]) -> Result<u32, Error> {
        self.check_registered(members)?;
        let matched = self.matched(terms);
        self.prepare(terms, |set| set.retain(|part| !members.contains(part)))?;
        let mut count = 0;
        for entity in matched {
            count += u32::from(!self.remove(entity, members)?.is_empty());
        }
        Ok(count)
    }

    /// Ends the lives of all that match, and gives who they were.
    pub(crate) fn despawn_all(&mut self, terms: &[Term]) -> Result<Vec<Entity>, Error> {
        let matched = self.matched(terms);
        matched.iter().try_for_each(|&entity| self.despawn(entity))?;
        Ok(matched)
    }
}
