//! Both worlds: entities come and go.

use std::panic::{AssertUnwindSafe, catch_unwind};

use laige::{Entity, Error};

use super::{Pair, bundle};
use crate::bundles::{Manners, Rudeness};
use crate::step::Step;

/// How many handles of the dead are kept to be used again.
const DEAD: usize = 64;

impl Pair {
    pub(super) fn spawn(&mut self, step: Step) -> bool {
        let bundle = bundle(step);
        let members = (bundle.members)();
        let numbers = self.numbers(&members, step.number);
        let got = (bundle.spawn)(&mut self.world, &numbers);
        self.agree(step, got, |model| model.spawn(&members, &[numbers], 1).map(|born| born[0]))
    }

    /// How many rows a batch has: seldom many.
    fn rows(&self, step: Step) -> usize {
        let most = (self.model.rules.capacity as usize / 2 + 4).min(2_000);
        (usize::from(step.count >> 2) % most) >> (2 * (step.count % 4))
    }

    pub(super) fn spawn_batch(&mut self, step: Step) -> bool {
        let bundle = bundle(step);
        let members = (bundle.members)();
        let mut rows: Vec<Vec<u64>> = Vec::new();
        for row in 0..self.rows(step) as u64 {
            rows.push(self.numbers(&members, step.number.wrapping_add(row)));
        }
        let manners = manners(step, rows.len());
        let call = || (bundle.batch)(&mut self.world, &rows, manners);
        let outcome = catch_unwind(AssertUnwindSafe(call));
        rows.truncate(manners.panics_at.unwrap_or(rows.len()));
        let most = self.model.rules.capacity - self.model.live.len() as u32;
        let requested = u32::try_from(manners.hint.0).unwrap_or(u32::MAX).max(most + 1);
        match outcome {
            Ok(got) => self.agree(step, got, |model| model.spawn(&members, &rows, requested)),
            Err(panic) => {
                assert!(panic.is::<Rudeness>(), "{step:?}: the world panicked");
                let expected = self.model.spawn(&members, &rows, requested);
                assert!(expected.is_ok(), "{step:?}: {expected:?} before the iterator panics");
                false
            }
        }
    }

    pub(super) fn spawn_columns(&mut self, step: Step) -> bool {
        let bundle = bundle(step);
        let members = (bundle.members)();
        let rows = self.rows(step);
        let numbers: Vec<Vec<u64>> = (0..rows as u64)
            .map(|row| self.numbers(&members, step.number.wrapping_add(row)))
            .collect();
        let mut columns: Vec<Vec<u64>> = (0..members.len())
            .map(|member| numbers.iter().map(|row| row[member]).collect())
            .collect();
        let wrong = (step.number.is_multiple_of(8) && !members.is_empty())
            .then(|| step.pick as usize % members.len());
        if let Some(wrong) = wrong {
            if step.pick.is_multiple_of(2) {
                columns[wrong].push(1);
            } else {
                columns[wrong].truncate(rows / 2);
            }
        }
        let wrong = wrong.filter(|&wrong| columns[wrong].len() != rows);
        let found = wrong.map(|wrong| columns[wrong].len() as u32);
        let got = (bundle.columns)(&mut self.world, rows as u32, columns);
        let rows = rows as u32;
        self.agree(step, got, |model| {
            let registered = members.iter().all(|&part| model.id(part).is_some());
            match wrong.zip(found).filter(|_| registered) {
                Some((wrong, found)) => {
                    let component = model.id(members[wrong]).expect("it is registered");
                    Err(Error::ColumnLength { component, expected: rows, found })
                }
                None => model.spawn(&members, &numbers, rows),
            }
        })
    }

    pub(super) fn despawn(&mut self, step: Step) -> bool {
        let mut refused = false;
        for entity in self.picks(step) {
            let got = self.world.despawn(entity);
            refused |= self.agree(step, got, |model| model.despawn(entity));
            self.bury(entity);
        }
        refused
    }

    /// Keeps the handle of an entity that died.
    pub(super) fn bury(&mut self, entity: Entity) {
        if self.dead.len() == DEAD {
            self.dead.remove(0);
        }
        self.dead.push(entity);
    }

    pub(super) fn clear(&mut self) -> bool {
        if let Some(entity) = self.living(0) {
            self.bury(entity);
        }
        self.world.clear();
        self.model.clear();
        self.check_layout();
        false
    }
}

/// How the iterator of a batch behaves: honest in most cases.
fn manners(step: Step, rows: usize) -> Manners {
    let hint = match step.pick % 8 {
        0 => (0, None),
        1 => (usize::MAX, None),
        2 => (rows * 2 + 1, Some(rows / 2)),
        3 => (0, Some(0)),
        _ => (rows, Some(rows)),
    };
    let panics_at =
        (step.pick.is_multiple_of(11) && rows > 0).then(|| (step.pick >> 5) as usize % rows);
    Manners { hint, panics_at }
}
