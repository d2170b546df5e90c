//! What is said of systems where they are added: order, sets, stage, how often. All of it goes for every system of the call; what is wrong
//! with it is told when the schedule is made.

use alloc::vec::Vec;
use core::time::Duration;

use super::System;
use super::registry::{Setup, Systems};
use crate::{World, unique};

/// Systems that were just added: from [`World::add_systems`]. Each method is about all of them.
#[derive(Debug)]
pub struct SystemsAdded<'w> {
    systems: &'w mut Systems,
    first: usize,
}

#[expect(
    clippy::must_use_candidate,
    clippy::return_self_not_must_use,
    reason = "what is said is said, whether or not more follows"
)]
impl<'w> SystemsAdded<'w> {
    pub(crate) fn new(systems: &'w mut Systems, first: usize) -> Self {
        Self { systems, first }
    }

    /// They come after that system. It may be added later.
    pub fn after<S: System>(self) -> Self {
        self.each(|setup| setup.after.push(S::NAME))
    }

    /// They come before that system. It may be added later.
    pub fn before<S: System>(self) -> Self {
        self.each(|setup| setup.before.push(S::NAME))
    }

    /// They come after the systems of these names, which are separated by commas.
    pub fn after_named(self, names: &'static str) -> Self {
        let names: Vec<&'static str> = match names.trim_matches(BLANK) {
            "" => Vec::new(),
            names => names.split(',').map(|name| name.trim_matches(BLANK)).collect(),
        };
        self.each(|setup| setup.after.extend_from_slice(&names))
    }

    /// They are of that set, and of those said before.
    pub fn in_set(self, set: &'static str) -> Self {
        self.each(|setup| setup.sets.push(set))
    }

    /// They come after all systems of that set.
    pub fn after_set(self, set: &'static str) -> Self {
        self.each(|setup| setup.after_sets.push(set))
    }

    /// They come before all systems of that set.
    pub fn before_set(self, set: &'static str) -> Self {
        self.each(|setup| setup.before_sets.push(set))
    }

    /// They are of that stage. Stages come in the order in which they were first mentioned, after that of the systems of which nothing is
    /// said. At the end of each, commands are applied.
    pub fn in_stage(self, stage: &'static str) -> Self {
        self.each(|setup| setup.stage = stage)
    }

    /// They run in the ticks whose number is divisible by that one.
    pub fn every(self, ticks: u64) -> Self {
        self.each(|setup| setup.every = ticks)
    }

    /// They run once: in the first tick in which they would run, and then never again.
    pub fn once(self) -> Self {
        self.each(|setup| setup.once = true)
    }

    /// They run in ticks in which that is true when their stage begins, and all conditions that were said before.
    pub fn run_if(self, condition: fn(&World) -> bool) -> Self {
        self.each(|setup| setup.conditions.push(condition))
    }

    /// How long a run of each may take, in milliseconds, before the world warns.
    pub fn budget_ms(self, milliseconds: f64) -> Self {
        let budget = Duration::try_from_secs_f64(milliseconds / 1_000.0).unwrap_or(Duration::ZERO);
        self.each(|setup| setup.budget = Some(budget))
    }

    fn each(self, mut say: impl FnMut(&mut Setup)) -> Self {
        for entry in self.systems.entries.iter_mut().skip(self.first) {
            say(&mut entry.setup);
        }
        self.systems.version = unique::draw();
        self
    }
}

/// What may stand around names.
const BLANK: [char; 4] = [' ', '\t', '\r', '\n'];
