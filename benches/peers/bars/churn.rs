//! Churn: in each step some of 10,000 entities are despawned and as many spawned, then all are visited. Of hecs, `despawn`, `spawn` and `query_mut` by
//! `for_each` of its iterator.

use laige::{World, query};
use laige_peers::cell::Cell;
use laige_peers::components::{Pos2, Vel2};
use laige_peers::contender::{Contender, Task};
use laige_peers::random::Random;
use laige_peers::session::{Bar, Session};

use crate::worlds::{COUNT, Ours, Theirs, moving, sum_ours, sum_theirs};

pub(crate) fn bars(session: &mut Session) {
    for (count, steps) in [(10, 10), (100, 5), (1_000, 1)] {
        measure(session, count, steps);
    }
}

/// A world, and the places of the handles that are exchanged in the steps to come.
pub(crate) struct Steps<S> {
    pub(crate) state: S,
    /// How many in each step.
    count: usize,
    places: Vec<u32>,
    at: usize,
    random: Random,
}

impl<S> Steps<S> {
    pub(crate) fn new(state: S, count: usize) -> Self {
        Self { state, count, places: Vec::new(), at: 0, random: Random::new(7) }
    }

    /// Decides what happens in the steps to come.
    pub(crate) fn plan(&mut self, steps: u32) {
        self.places.clear();
        self.at = 0;
        for _ in 0..steps {
            self.places.extend(self.random.distinct(self.count, COUNT));
        }
    }

    /// The state, and the places of the next step.
    pub(crate) fn next(&mut self) -> (&mut S, &[u32]) {
        let start = self.at;
        self.at += self.count;
        (&mut self.state, &self.places[start..self.at])
    }
}

impl Steps<Ours> {
    /// One step.
    #[inline]
    pub(crate) fn exchange(&mut self) {
        let (Ours { world, handles }, places) = self.next();
        for &place in places {
            world.despawn(handles[place as usize]).expect("alive");
        }
        for &place in places {
            handles[place as usize] = world.spawn(moving(place as usize)).expect("room");
        }
        visit_ours(world);
    }
}

impl Steps<Theirs> {
    /// One step.
    #[inline]
    fn exchange(&mut self) {
        let (Theirs { world, handles }, places) = self.next();
        for &place in places {
            world.despawn(handles[place as usize]).expect("alive");
        }
        for &place in places {
            handles[place as usize] = world.spawn(moving(place as usize));
        }
        visit_theirs(world);
    }
}

fn measure(session: &mut Session, count: usize, steps: u32) {
    let ours = Task {
        make: move || Steps::new(Ours::of(COUNT, moving), count),
        before: move |state: &mut Steps<Ours>| state.plan(steps),
        step: Steps::<Ours>::exchange,
        times: steps,
        sum: |state: &mut Steps<Ours>| sum_ours::<Pos2>(&state.state.world),
    };
    let theirs = Task {
        make: move || Steps::new(Theirs::of(COUNT, moving), count),
        before: move |state: &mut Steps<Theirs>| state.plan(steps),
        step: Steps::<Theirs>::exchange,
        times: steps,
        sum: |state: &mut Steps<Theirs>| sum_theirs::<Pos2>(&mut state.state.world),
    };
    let contenders = vec![Contender::new("laige", ours), Contender::new("hecs", theirs)];
    let bar =
        |name: String, limit| Bar { name, ours: "laige", against: &["hecs"], beside: &[], limit };
    let mut bars = vec![bar(format!("churn/{count}"), 1.0)];
    if count == 100 {
        bars.push(bar("first landing/churn/100".into(), 1.2));
    }
    session.measure(&Cell { operations: 1, contenders }, bars);
}

/// Moves everything that moves.
#[inline]
pub(crate) fn visit_ours(world: &mut World) {
    query!(world, |pos: &mut Pos2, vel: &Vel2| *pos += *vel);
}

/// Moves everything that moves.
#[inline]
pub(crate) fn visit_theirs(world: &mut hecs::World) {
    world.query_mut::<(&mut Pos2, &Vel2)>().into_iter().for_each(|(pos, vel)| *pos += *vel);
}
