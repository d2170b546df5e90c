//! Inserting a component of 4 bytes into each of 10,000 entities, then removing it from each, on rows of 4 and of 100 bytes besides.
//!
//! In order: of handles, the same in each pass. In random order: another order for each pass, so that no library finds its rows lying as
//! it is going to visit them. Ours settles all chunks after each pass. Of hecs, `insert_one` and `remove_one`.

use laige_peers::cell::Cell;
use laige_peers::components::{Data, Flag};
use laige_peers::contender::{Contender, Task};
use laige_peers::random::Random;
use laige_peers::session::{Bar, Session};

use crate::worlds::{COUNT, Ours, Theirs, row100};

pub(crate) fn bars(session: &mut Session) {
    for random in [false, true] {
        let order = if random { "random order, settled" } else { "in order" };
        let small = |i: usize| (Data { value: i as f32 },);
        let (ours, theirs) = (move || Ours::of(COUNT, small), move || Theirs::of(COUNT, small));
        let mut bars = vec![bar(format!("structure/8B/{order}"), if random { 1.1 } else { 0.9 })];
        if !random {
            bars.push(bar(format!("first landing/structure/{order}"), 1.0));
        }
        measure(session, random, ours, theirs, bars);

        let (ours, theirs) = (|| Ours::of(COUNT, row100), || Theirs::of(COUNT, row100));
        let bars = vec![bar(format!("structure/104B/{order}"), 0.6)];
        measure(session, random, ours, theirs, bars);
    }
}

fn bar(name: String, limit: f64) -> Bar {
    Bar { name, ours: "laige", against: &["hecs"], beside: &[], limit }
}

/// A world, and the orders of the two passes.
struct Passes<S, H> {
    state: S,
    insert: Vec<H>,
    remove: Vec<H>,
    random: Random,
}

impl<S, H: Copy> Passes<S, H> {
    fn new(state: S, handles: &[H]) -> Self {
        Self { state, insert: handles.to_vec(), remove: handles.to_vec(), random: Random::new(3) }
    }

    fn shuffle(&mut self) {
        self.random.shuffle(&mut self.insert);
        self.random.shuffle(&mut self.remove);
    }
}

fn measure(
    session: &mut Session,
    random: bool,
    ours: impl Fn() -> Ours + 'static,
    theirs: impl Fn() -> Theirs + 'static,
    bars: Vec<Bar>,
) {
    let ours = Task {
        make: move || {
            let Ours { world, handles } = ours();
            Passes::new(world, &handles)
        },
        before: move |passes: &mut Passes<_, _>| {
            if random {
                passes.shuffle();
            }
        },
        step: |passes: &mut Passes<laige::World, laige::Entity>| {
            let world = &mut passes.state;
            for (i, &entity) in passes.insert.iter().enumerate() {
                world.insert(entity, Flag { value: i as u32 }).expect("room");
            }
            world.settle();
            for &entity in &passes.remove {
                world.remove::<Flag>(entity).expect("alive");
            }
            world.settle();
        },
        times: 1,
        sum: |passes: &mut Passes<laige::World, _>| u64::from(passes.state.entity_count()),
    };
    let theirs = Task {
        make: move || {
            let Theirs { world, handles } = theirs();
            Passes::new(world, &handles)
        },
        before: move |passes: &mut Passes<_, _>| {
            if random {
                passes.shuffle();
            }
        },
        step: |passes: &mut Passes<hecs::World, hecs::Entity>| {
            let world = &mut passes.state;
            for (i, &entity) in passes.insert.iter().enumerate() {
                world.insert_one(entity, Flag { value: i as u32 }).expect("alive");
            }
            for &entity in &passes.remove {
                world.remove_one::<Flag>(entity).expect("inserted before");
            }
        },
        times: 1,
        sum: |passes: &mut Passes<hecs::World, _>| u64::from(passes.state.len()),
    };
    let contenders = vec![Contender::new("laige", ours), Contender::new("hecs", theirs)];
    session.measure(&Cell { operations: 2 * COUNT, contenders }, bars);
}
