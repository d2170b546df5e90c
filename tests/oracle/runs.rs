//! Runs of many steps, and the worlds they are made in.

use std::collections::BTreeMap;

use laige::ArchetypeStats;

use crate::model::Rules;
use crate::pair::Pair;
use crate::step::{Numbers, VERBS, Verb};

/// A kind of world, and how much is done in it.
#[derive(Clone, Copy, Debug)]
struct Course {
    rules: Rules,
    /// How many components are registered at first.
    registered: usize,
    seed: u64,
    steps: usize,
    /// The whole state is compared every so many steps, and all values every so many times that.
    state_every: usize,
    values_every: usize,
    /// Worlds are cleared in every eighth block of so many steps.
    block: usize,
}

const ROOMY: Rules = Rules {
    capacity: 0,
    reference: false,
    descending: false,
    max_archetypes: 256,
    max_components: 32,
    max_types: 64,
    churn_budget: 256,
};

const COURSE: Course =
    Course { rules: ROOMY, registered: 10, seed: 1, steps: 0, state_every: 1, values_every: 4, block: 64 };

/// How often each verb was done, and how many steps were refused.
#[derive(Debug, Default)]
struct Shares {
    steps: BTreeMap<Verb, usize>,
    refused: usize,
}

impl Course {
    /// Does all steps with all comparisons.
    fn run(self, shares: &mut Shares) -> ArchetypeStats {
        let mut pair = Pair::new(self.rules, self.registered);
        let mut numbers = Numbers(self.seed);
        for at in 0..self.steps {
            let step = numbers.step(at, self.block);
            *shares.steps.entry(step.verb).or_default() += 1;
            shares.refused += usize::from(pair.apply(step));
            pair.check_counts();
            if at % self.state_every == 0 || at + 1 == self.steps {
                pair.check_state();
            }
            if at % (self.state_every * self.values_every) == 0 || at + 1 == self.steps {
                pair.check_values();
            }
        }
        counters(&pair)
    }

    /// Does all steps again, without looking at the whole in between.
    fn repeat(self) -> ArchetypeStats {
        let mut pair = Pair::new(self.rules, self.registered);
        let mut numbers = Numbers(self.seed);
        for at in 0..self.steps {
            pair.apply(numbers.step(at, self.block));
        }
        counters(&pair)
    }
}

/// What the layout of storage counted; bytes may differ from machine to machine.
fn counters(pair: &Pair) -> ArchetypeStats {
    let mut stats = pair.world.archetype_stats();
    stats.bytes_pooled = 0;
    stats.bytes_reserved = 0;
    stats
}

#[test]
fn timing() {
    let mut shares = Shares::default();
    for (capacity, steps, every) in [(0, 2000, 1), (3, 2000, 1), (300, 4000, 1), (5000, 2000, 1), (70_000, 1000, 400)] {
        let t = std::time::Instant::now();
        let c = Course { rules: Rules { capacity, ..ROOMY }, steps, state_every: every, block: if capacity > 1000 {512} else {64}, ..COURSE };
        let s = c.run(&mut shares);
        println!("{capacity} {steps} {:?} {s:?}", t.elapsed());
        let t = std::time::Instant::now();
        assert_eq!(c.repeat(), s);
        println!("repeat {:?}", t.elapsed());
    }
    let total: usize = shares.steps.values().sum();
    for (v, n) in &shares.steps { println!("{v:?} {:.1}", *n as f64*100.0 / total as f64); }
    println!("refused {:.1}", shares.refused as f64 * 100.0 / total as f64);
    let _ = VERBS;
}
