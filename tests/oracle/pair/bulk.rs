//! Both worlds: whole-query operations.

use super::Pair;
use crate::bulk::{BULK, BulkInfo};
use crate::step::Step;

fn bulk(step: Step) -> &'static BulkInfo {
    &BULK[step.choice as usize % BULK.len()]
}

impl Pair {
    pub(super) fn insert_all(&mut self, step: Step) -> bool {
        let bulk = bulk(step);
        let members = (bulk.members)();
        let numbers = self.numbers(&members, step.number);
        let got = (bulk.insert_all)(&mut self.world, &numbers);
        self.agree(step, got, |model| model.insert_all(&(bulk.terms)(), &members, &numbers))
    }

    pub(super) fn remove_all(&mut self, step: Step) -> bool {
        let bulk = bulk(step);
        let got = (bulk.remove_all)(&mut self.world);
        self.agree(step, got, |model| model.remove_all(&(bulk.terms)(), &(bulk.members)()))
    }

    pub(super) fn despawn_all(&mut self, step: Step) -> bool {
        let bulk = bulk(step);
        let got = (bulk.despawn_all)(&mut self.world);
        let dead = self.model.despawn_all(&(bulk.terms)()).expect("all were alive");
        assert_eq!(got as usize, dead.len(), "{step:?}");
        dead.into_iter().take(3).for_each(|entity| self.bury(entity));
        false
    }
}
