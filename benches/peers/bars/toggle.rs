//! Toggling: in each step some of 10,000 entities get a component or lose it, then all are visited, in whichever archetype they are. At the start half
//! of them have it. Of hecs, `insert_one`, `remove_one` and `query_mut` by `for_each` of its iterator.

use laige_peers::cell::Cell;
use laige_peers::components::{Flag, Pos2};
use laige_peers::contender::{Contender, Task};
use laige_peers::random::Random;
use laige_peers::session::{Bar, Session};

use crate::churn::{Steps, visit_ours, visit_theirs};
use crate::worlds::{COUNT, Ours, Theirs, moving, sum_ours, sum_theirs};

/// Entities of which some have the flag.
pub(crate) struct Flagged<S> {
    pub(crate) state: S,
    pub(crate) has: Vec<bool>,
}

pub(crate) fn bars(session: &mut Session) {
    for (count, steps, limit) in [(10, 5, 1.3), (100, 2, 2.3), (1_000, 1, 2.6)] {
        let contenders = vec![ours(count, steps), theirs(count, steps)];
        let name = format!("toggle/{count}");
        let bar = Bar { name, ours: "laige", against: &["hecs"], beside: &[], limit };
        session.measure(&Cell { operations: 1, contenders }, vec![bar]);
    }
}

fn ours(count: usize, steps: u32) -> Contender {
    let task = Task {
        make: move || Steps::new(Flagged::ours(), count),
        before: move |state: &mut Steps<Flagged<Ours>>| state.plan(steps),
        step: |state: &mut Steps<Flagged<Ours>>| {
            let (flagged, places) = state.next();
            flagged.toggle(places);
            visit_ours(&mut flagged.state.world);
        },
        times: steps,
        sum: |state: &mut Steps<Flagged<Ours>>| sum_ours::<Pos2>(&state.state.state.world),
    };
    Contender::new("laige", task)
}

fn theirs(count: usize, steps: u32) -> Contender {
    let task = Task {
        make: move || Steps::new(Flagged::theirs(), count),
        before: move |state: &mut Steps<Flagged<Theirs>>| state.plan(steps),
        step: |state: &mut Steps<Flagged<Theirs>>| {
            let (flagged, places) = state.next();
            flagged.toggle(places);
            visit_theirs(&mut flagged.state.world);
        },
        times: steps,
        sum: |state: &mut Steps<Flagged<Theirs>>| sum_theirs::<Pos2>(&mut state.state.state.world),
    };
    Contender::new("hecs", task)
}

/// Who is toggled before the start: half of the entities once, then all of them twice, in random order, so that rows lie as they do after a long time.
fn history() -> Vec<u32> {
    let mut random = Random::new(11);
    let mut places = random.distinct(COUNT / 2, COUNT);
    places.extend(random.distinct(COUNT, COUNT));
    places.extend(random.distinct(COUNT, COUNT));
    places
}

impl Flagged<Ours> {
    pub(crate) fn ours() -> Self {
        let mut flagged = Self { state: Ours::of(COUNT, moving), has: vec![false; COUNT] };
        flagged.toggle(&history());
        flagged
    }

    #[inline]
    pub(crate) fn toggle(&mut self, places: &[u32]) {
        let Ours { world, handles } = &mut self.state;
        for &place in places {
            let (entity, has) = (handles[place as usize], &mut self.has[place as usize]);
            if *has {
                world.remove::<Flag>(entity).expect("alive");
            } else {
                world.insert(entity, Flag { value: place }).expect("alive");
            }
            *has = !*has;
        }
    }
}

impl Flagged<Theirs> {
    fn theirs() -> Self {
        let mut flagged = Self { state: Theirs::of(COUNT, moving), has: vec![false; COUNT] };
        flagged.toggle(&history());
        flagged
    }

    #[inline]
    fn toggle(&mut self, places: &[u32]) {
        let Theirs { world, handles } = &mut self.state;
        for &place in places {
            let (entity, has) = (handles[place as usize], &mut self.has[place as usize]);
            if *has {
                world.remove_one::<Flag>(entity).expect("it has the flag");
            } else {
                world.insert_one(entity, Flag { value: place }).expect("alive");
            }
            *has = !*has;
        }
    }
}
