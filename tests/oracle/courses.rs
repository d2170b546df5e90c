//! Courses: in which worlds the steps are done, how many, and how closely it is looked at them.

use crate::model::Rules;

/// A kind of world, and what is done in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course {
    pub(crate) rules: Rules,
    /// How many components are registered at first.
    pub(crate) registered: usize,
    /// In how many worlds, one after the other, and how many steps in each.
    pub(crate) worlds: u64,
    pub(crate) steps: usize,
    /// The whole state is compared every so many steps, and all values every so many times that.
    pub(crate) state_every: usize,
    pub(crate) values_every: usize,
    /// Worlds are cleared in every eighth block of so many steps.
    pub(crate) block: usize,
    /// Whether blocks of rows are refused now and then.
    pub(crate) shortage: bool,
}

/// The rules of a world with room for everything but time.
pub(crate) const fn rules(capacity: u32) -> Rules {
    Rules {
        capacity,
        reference: false,
        descending: false,
        max_archetypes: 256,
        max_components: 32,
        max_types: 64,
        churn_budget: 256,
    }
}

/// A course in a small world, everything compared after each step.
const fn small(rules: Rules, steps: usize) -> Course {
    Course {
        rules,
        registered: 10,
        worlds: 1,
        steps,
        state_every: 1,
        values_every: 4,
        block: 64,
        shortage: false,
    }
}

/// A course in a world so large that the whole is compared now and then.
const fn large(rules: Rules, steps: usize, state_every: usize) -> Course {
    Course {
        rules,
        registered: 10,
        worlds: 1,
        steps,
        state_every,
        values_every: 4,
        block: 512,
        shortage: false,
    }
}

/// The courses that are run side by side: 200,000 steps in all.
pub(crate) const COURSES: [&[Course]; 4] = [
    &[
        small(rules(0), 2_048),
        small(rules(1), 8_192),
        small(Rules { descending: true, ..rules(2) }, 8_192),
        small(rules(3), 16_384),
        small(Rules { reference: true, descending: true, ..rules(3) }, 8_192),
        small(CRAMPED, 40_960),
        small(
            Rules { churn_budget: 0, max_components: 1, max_archetypes: 65_535, ..rules(40) },
            16_384,
        ),
    ],
    &[
        small(rules(300), 24_576),
        small(Rules { descending: true, max_archetypes: 1_024, ..rules(300) }, 6_144),
        small(Rules { reference: true, descending: true, churn_budget: 8, ..rules(300) }, 15_360),
        Course {
            shortage: true,
            worlds: 64,
            ..small(Rules { max_archetypes: 60, ..rules(300) }, 128)
        },
    ],
    &[
        large(rules(5_000), 16_384, 32),
        large(Rules { descending: true, max_archetypes: 20, ..rules(5_000) }, 24_576, 32),
        Course {
            shortage: true,
            worlds: 64,
            ..large(Rules { max_archetypes: 6, max_types: 4, ..rules(8_000) }, 128, 4)
        },
    ],
    &[
        large(Rules { max_archetypes: 40, ..rules(70_000) }, 8_192, 512),
        large(
            Rules { reference: true, descending: true, max_archetypes: 12, ..rules(65_536) },
            8_192,
            512,
        ),
    ],
];

/// Every budget is small.
pub(crate) const CRAMPED: Rules =
    Rules { max_archetypes: 12, max_components: 3, max_types: 11, churn_budget: 5, ..rules(40) };
