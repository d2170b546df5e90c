//! Guardrails: early warnings that a world nears its capacity, or moves more rows in a frame than it should.
//! They refuse nothing; what is refused is an error.

use crate::events::{Event, EventKind, EventLog};

/// The levels of the entity budget, in percent of the capacity.
const LEVELS: [u32; 3] = [25, 50, 100];

/// What the guardrails of a world counted: see `World::guardrail_stats`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct GuardrailStats {
    /// How many entities may be alive at a time.
    pub capacity: u32,
    /// How many entities are alive.
    pub entity_count: u32,
    /// The highest level that was ever reached: 0, 25, 50 or 100 percent of the capacity.
    pub entity_budget_level: u32,
    /// How often the world warned at 25, 50 and 100 percent.
    pub entity_budget_warns: [u64; 3],
    /// Components inserted (overwrites included) and really removed since the frame began.
    pub frame_churn: u64,
    /// How many of them a frame may have before the world warns; 0 never warns.
    pub churn_per_frame_budget: u32,
    /// How often the world warned of churn.
    pub churn_warns: u64,
    /// How often a handle of no living entity was used.
    pub stale_access_warns: u64,
    /// How often a handle of no living entity was to be despawned.
    pub stale_despawn_warns: u64,
    /// How often a component was written or removed whose type is not registered.
    pub component_unregistered_warns: u64,
    /// How often a component type was registered again.
    pub component_duplicate_warns: u64,
    /// How often a component was refused because the entity would have carried too many.
    pub component_limit_warns: u64,
    /// How often a set of components was refused because the world had all its archetypes.
    pub archetype_budget_warns: u64,
}

/// The guardrails of one world. A level warns once per frame, and so does churn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Guardrails {
    capacity: u32,
    /// Live counts that warn; 0 never does, and no two others are equal.
    thresholds: [u32; 3],
    /// Which levels have warned in this frame.
    warned: [bool; 3],
    budget_warns: [u64; 3],
    churn_budget: u32,
    frame_churn: u64,
    /// The churn above which to warn: the budget, or out of reach when this frame has warned or never will.
    churn_alarm: u64,
    churn_warns: u64,
}

impl Guardrails {
    pub(crate) fn new(capacity: u32, churn_budget: u32) -> Self {
        Self {
            capacity,
            thresholds: LEVELS.map(|percent| threshold(capacity, percent)),
            warned: [false; 3],
            budget_warns: [0; 3],
            churn_budget,
            frame_churn: 0,
            churn_alarm: alarm(churn_budget),
            churn_warns: 0,
        }
    }

    /// An entity was spawned, and that many are alive now.
    #[inline]
    pub(crate) fn on_spawn(&mut self, live_after: u32, events: &EventLog) {
        if self.thresholds.contains(&live_after) {
            self.reached(live_after, events);
        }
    }

    /// Entities were spawned together: warns as if they had been spawned one by one.
    pub(crate) fn on_spawn_many(&mut self, live_before: u32, live_after: u32, events: &EventLog) {
        for threshold in self.thresholds {
            if live_before < threshold && threshold <= live_after {
                self.reached(threshold, events);
            }
        }
    }

    /// `components` were inserted or removed.
    #[inline]
    pub(crate) fn on_churn(&mut self, components: u64, events: &EventLog) {
        self.frame_churn += components;
        if self.frame_churn > self.churn_alarm {
            self.churned(events);
        }
    }

    /// A frame has begun: churn starts from zero, and everything may warn again.
    pub(crate) fn begin_frame(&mut self) {
        self.warned = [false; 3];
        self.frame_churn = 0;
        self.churn_alarm = alarm(self.churn_budget);
    }

    /// What was counted in this frame, and which levels have warned: what decides which warnings are still to come.
    pub(crate) fn frame(&self) -> (u64, [bool; 3]) {
        (self.frame_churn, self.warned)
    }

    /// How many numbers [`counted`](Self::counted) gives, and which of them are flags.
    pub(crate) const COUNTED: usize = 8;
    pub(crate) const FLAGS: core::ops::Range<usize> = 1..4;

    /// What was counted, as numbers: the frame's churn and which levels have warned in it, how often each has warned, and churn.
    pub(crate) fn counted(&self) -> [u64; Self::COUNTED] {
        // The rest follows from the options, and whether churn has warned in this frame from the churn.
        let &Self {
            capacity: _,
            thresholds: _,
            warned: [low, middle, high],
            budget_warns: [lows, middles, highs],
            churn_budget: _,
            frame_churn,
            churn_alarm: _,
            churn_warns,
        } = self;
        let [low, middle, high] = [low, middle, high].map(u64::from);
        [frame_churn, low, middle, high, lows, middles, highs, churn_warns]
    }

    /// These guardrails with what others counted.
    pub(crate) fn at(mut self, counted: [u64; Self::COUNTED]) -> Self {
        let [frame_churn, low, middle, high, lows, middles, highs, churn_warns] = counted;
        self.frame_churn = frame_churn;
        self.warned = [low, middle, high].map(|flag| flag != 0);
        self.budget_warns = [lows, middles, highs];
        self.churn_warns = churn_warns;
        if frame_churn > self.churn_alarm {
            self.churn_alarm = u64::MAX;
        }
        self
    }

    /// The counts; `live` and `peak` are the world's.
    pub(crate) fn stats(&self, live: u32, peak: u32, events: &EventLog) -> GuardrailStats {
        let reached = |threshold: u32| threshold != 0 && threshold <= peak;
        let level =
            LEVELS.iter().zip(self.thresholds).rev().find(|&(_, threshold)| reached(threshold));
        GuardrailStats {
            capacity: self.capacity,
            entity_count: live,
            entity_budget_level: level.map_or(0, |(&percent, _)| percent),
            entity_budget_warns: self.budget_warns,
            frame_churn: self.frame_churn,
            churn_per_frame_budget: self.churn_budget,
            churn_warns: self.churn_warns,
            stale_access_warns: events.count(EventKind::StaleEntityAccess),
            stale_despawn_warns: events.count(EventKind::StaleEntityDestroy),
            component_unregistered_warns: events.count(EventKind::ComponentUnregistered),
            component_duplicate_warns: events.count(EventKind::ComponentDuplicate),
            component_limit_warns: events.count(EventKind::ComponentLimit),
            archetype_budget_warns: events.count(EventKind::ArchetypeBudget),
        }
    }

    /// The live count is at a threshold.
    #[cold]
    fn reached(&mut self, entity_count: u32, events: &EventLog) {
        let Some(level) = self.thresholds.iter().position(|&threshold| threshold == entity_count)
        else {
            return;
        };
        // An entity count of 0 is no threshold, though thresholds that never fire are kept as 0.
        if entity_count == 0 || self.warned[level] {
            return;
        }
        self.warned[level] = true;
        self.budget_warns[level] += 1;
        let (capacity, percent) = (self.capacity, LEVELS[level]);
        events.emit(match level {
            0 => Event::EntityBudget25 { entity_count, capacity, level: percent },
            1 => Event::EntityBudget50 { entity_count, capacity, level: percent },
            _ => Event::EntityBudget100 { entity_count, capacity, level: percent },
        });
    }

    /// The churn of this frame is above its budget.
    #[cold]
    fn churned(&mut self, events: &EventLog) {
        self.churn_alarm = u64::MAX;
        self.churn_warns += 1;
        events.emit(Event::ChurnPerFrame {
            frame_churn: self.frame_churn,
            churn_budget: self.churn_budget,
        });
    }
}

/// The live count at that many percent of the capacity, rounded down.
#[expect(clippy::cast_possible_truncation, reason = "at most 100 percent of a u32")]
const fn threshold(capacity: u32, percent: u32) -> u32 {
    (capacity as u64 * percent as u64 / 100) as u32
}

/// The churn above which a fresh frame warns.
fn alarm(budget: u32) -> u64 {
    if budget == 0 { u64::MAX } else { u64::from(budget) }
}

#[cfg(test)]
impl Guardrails {
    /// For each field that is state a way to change it alone.
    pub(crate) const CHANGES: [crate::state::Change<Self>; 5] = [
        ("the levels that have warned", |rails| rails.warned[1] ^= true),
        ("how often levels have warned", |rails| rails.budget_warns[2] += 1),
        ("the churn of the frame", |rails| rails.frame_churn += 1),
        ("the churn that warns", |rails| rails.churn_alarm -= 1),
        ("how often churn has warned", |rails| rails.churn_warns += 1),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The warnings after the live count went from 0 to `live`, one by one.
    fn warns_at(capacity: u32, live: u32) -> [u64; 3] {
        let (mut rails, events) = (Guardrails::new(capacity, 256), EventLog::new());
        for count in 1..=live {
            rails.on_spawn(count, &events);
        }
        rails.stats(live, live, &events).entity_budget_warns
    }

    #[test]
    fn levels_are_rounded_down_and_zero_never_warns() {
        let table: [(u32, [u32; 3]); 6] = [
            (2_000, [500, 1_000, 2_000]),
            (8, [2, 4, 8]),
            (4, [1, 2, 4]),
            (2, [0, 1, 2]),
            (1, [0, 0, 1]),
            (0, [0; 3]),
        ];
        for (capacity, expected) in table {
            for (level, at) in expected.into_iter().enumerate() {
                let warned = u64::from(at != 0);
                assert_eq!(
                    warns_at(capacity, capacity)[level],
                    warned,
                    "capacity {capacity}, level {level}"
                );
                if at != 0 {
                    assert_eq!(
                        warns_at(capacity, at - 1)[level],
                        0,
                        "capacity {capacity}, level {level}"
                    );
                    assert_eq!(
                        warns_at(capacity, at)[level],
                        1,
                        "capacity {capacity}, level {level}"
                    );
                }
            }
        }
        let huge = u32::MAX;
        assert_eq!(LEVELS.map(|percent| threshold(huge, percent)), [huge / 4, huge / 2, huge]);
    }

    #[test]
    fn crossing_again_warns_again_only_in_a_new_frame() {
        let (mut rails, events) = (Guardrails::new(8, 256), EventLog::new());
        rails.on_spawn(2, &events);
        rails.on_spawn(2, &events);
        assert_eq!(rails.stats(2, 2, &events).entity_budget_warns, [1, 0, 0]);
        rails.begin_frame();
        rails.on_spawn(2, &events);
        assert_eq!(rails.stats(2, 2, &events).entity_budget_warns, [2, 0, 0]);
    }

    #[test]
    fn spawning_together_warns_like_spawning_one_by_one() {
        for capacity in 0..40 {
            for live in 0..=capacity {
                let (mut rails, events) = (Guardrails::new(capacity, 256), EventLog::new());
                rails.on_spawn_many(0, live / 3, &events);
                rails.on_spawn_many(live / 3, live, &events);
                assert_eq!(
                    rails.stats(live, live, &events).entity_budget_warns,
                    warns_at(capacity, live)
                );
            }
        }
    }

    #[test]
    fn level_follows_the_peak() {
        let rails = Guardrails::new(8, 256);
        let level = |peak| rails.stats(0, peak, &EventLog::new()).entity_budget_level;
        assert_eq!([0, 1, 2, 3, 4, 7, 8].map(level), [0, 0, 25, 25, 50, 50, 100]);
        assert_eq!(Guardrails::new(0, 256).stats(0, 0, &EventLog::new()).entity_budget_level, 0);
    }

    #[test]
    fn churn_warns_once_per_frame_above_its_budget() {
        let (mut rails, events) = (Guardrails::new(8, 4), EventLog::new());
        let stats = |rails: &Guardrails| {
            (
                rails.stats(0, 0, &EventLog::new()).frame_churn,
                rails.stats(0, 0, &EventLog::new()).churn_warns,
            )
        };
        rails.on_churn(4, &events);
        assert_eq!(stats(&rails), (4, 0));
        rails.on_churn(1, &events);
        assert_eq!(stats(&rails), (5, 1));
        rails.on_churn(100, &events);
        assert_eq!(stats(&rails), (105, 1));
        rails.begin_frame();
        assert_eq!(stats(&rails), (0, 1));
        rails.on_churn(5, &events);
        assert_eq!(stats(&rails), (5, 2));
    }

    #[test]
    fn a_churn_budget_of_zero_counts_and_never_warns() {
        let (mut rails, events) = (Guardrails::new(8, 0), EventLog::new());
        rails.on_churn(u64::from(u32::MAX), &events);
        rails.on_churn(u64::from(u32::MAX), &events);
        let stats = rails.stats(0, 0, &events);
        assert_eq!((stats.frame_churn, stats.churn_warns), (2 * u64::from(u32::MAX), 0));
    }
}
