//! Both worlds: components come to entities and leave them.

use super::{Pair, bundle};
use crate::parts::{PARTS, TOGGLES};
use crate::step::{Step, Verb};

impl Pair {
    pub(super) fn insert(&mut self, step: Step) -> bool {
        let mut refused = false;
        for (turn, entity) in self.picks(step).into_iter().enumerate() {
            let seed = step.number.wrapping_add(turn as u64);
            refused |= if step.verb == Verb::Insert {
                let part = step.choice as usize % PARTS.len();
                let numbers = self.numbers(&[part], seed);
                let got = (PARTS[part].insert)(&mut self.world, entity, numbers[0]);
                self.agree(step, got, |model| model.insert(entity, &[part], &numbers))
            } else {
                let bundle = bundle(step);
                let members = (bundle.members)();
                let numbers = self.numbers(&members, seed);
                let got = (bundle.insert)(&mut self.world, entity, &numbers);
                self.agree(step, got, |model| model.insert(entity, &members, &numbers))
            };
        }
        refused
    }

    pub(super) fn set_toggle(&mut self, step: Step) -> bool {
        let (part, set) = TOGGLES[step.choice as usize % TOGGLES.len()];
        let on = !step.number.is_multiple_of(3);
        let mut refused = false;
        for entity in self.picks(step) {
            let got = set(&mut self.world, entity, on);
            refused |= self.agree(step, got, |model| model.set_toggle(entity, part, on));
        }
        refused
    }

    pub(super) fn remove(&mut self, step: Step) -> bool {
        let part = step.choice as usize % PARTS.len();
        let mut refused = false;
        for entity in self.picks(step) {
            refused |= match step.verb {
                Verb::Take => {
                    let got = (PARTS[part].take)(&mut self.world, entity);
                    self.agree(step, got, |model| {
                        Ok(model.remove(entity, &[part])?.first().copied())
                    })
                }
                Verb::Remove => {
                    let got = (PARTS[part].remove)(&mut self.world, entity);
                    self.agree(step, got, |model| Ok(!model.remove(entity, &[part])?.is_empty()))
                }
                _ => {
                    let bundle = bundle(step);
                    let got = (bundle.remove)(&mut self.world, entity);
                    self.agree(step, got, |model| {
                        Ok(!model.remove(entity, &(bundle.members)())?.is_empty())
                    })
                }
            };
        }
        refused
    }
}
