//! Tails: how much longer than usual a single operation can take. Each of 100,000 inserts, removes and spawns is timed by
//! itself, the cost of the timing taken off; the first visit after many toggles is compared with a settled one; the longest settling is reported.
//!
//! Of hecs, `insert_one`, `remove_one` and `spawn`, shown beside.

use std::hint::black_box;

use laige_peers::cell::Cell;
use laige_peers::components::Flag;
use laige_peers::contender::{Contender, Task};
use laige_peers::probe::Probe;
use laige_peers::random::Random;
use laige_peers::session::{Bar, Outcome, Session};
use laige_peers::stopwatch::Stopwatch;
use laige_peers::summary::{Summary, quantile};

use crate::churn::{Steps, visit_ours};
use crate::toggle::Flagged;
use crate::worlds::{COUNT, Ours, Theirs, empty, moving};

/// Passes over all entities that make 100,000 operations.
const PASSES: usize = 10;
/// How often the whole run is repeated.
const REPLAYS: usize = 12;

pub(crate) fn bars(session: &mut Session) {
    let names = ["tails/p99 of insert", "tails/p99 of remove", "tails/p99 of spawn"];
    if names.iter().any(|name| session.wants(name)) {
        let stopwatch = Stopwatch::new();
        let ours = replays(session, || ours(stopwatch));
        let theirs = replays(session, || theirs(stopwatch));
        for ((name, ours), theirs) in names.into_iter().zip(ours).zip(theirs) {
            report(session, name, stopwatch, ours, theirs);
        }
    }
    first_visit(session);
}

/// The 99th percentile as a multiple of the median.
fn report(
    session: &mut Session,
    name: &str,
    stopwatch: Stopwatch,
    mut ours: Vec<f64>,
    mut theirs: Vec<f64>,
) {
    let sides = vec![Summary::of("laige", &mut ours), Summary::of("hecs", &mut theirs)];
    let tail = |times: &[f64]| [0.99, 0.999, 1.0].map(|part| quantile(times, part));
    let (ours, theirs) = (tail(&ours), tail(&theirs));
    let note = format!(
        "p99, p99.9, longest: {ours:.0?} ns, of hecs {theirs:.0?} ns ({:.1} times); {:.0} ns of timing taken off",
        theirs[0] / sides[1].median,
        stopwatch.overhead()
    );
    let value = ours[0] / sides[0].median;
    if session.wants(name) {
        session.report(Outcome {
            name: name.into(),
            value,
            limit: Some(8.0),
            unit: "times",
            sides,
            note,
        });
    }
}

/// The times of operations, in the order in which they happen.
type Times = Vec<f64>;

/// The times of inserts, removes and spawns, in several replays of the same run. What happens in it is the same each time, so each
/// operation gets the mean of its own times, the two longest left out: an interrupt is no tail of the library's, and the mean is finer than
/// the clock, which on some processors ticks every ten nanoseconds.
fn replays(session: &mut Session, run: impl Fn() -> [Times; 3]) -> [Times; 3] {
    let mut taken: Vec<(f64, [Times; 3])> = Vec::new();
    run();
    while taken.len() < 3 * REPLAYS
        && taken.iter().filter(|(slowness, _)| Probe::is_clean(*slowness)).count() < REPLAYS
    {
        let before = session.probe.run();
        let times = run();
        taken.push((before.max(session.probe.run()), times));
    }
    taken.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    taken.truncate(REPLAYS);
    [0, 1, 2].map(|kind| {
        let of_one = |operation: usize| {
            let mut times: Times = taken.iter().map(|(_, times)| times[kind][operation]).collect();
            times.sort_unstable_by(f64::total_cmp);
            times[..REPLAYS - 2].iter().sum::<f64>() / (REPLAYS - 2) as f64
        };
        (0..taken[0].1[kind].len()).map(of_one).collect()
    })
}

/// Inserts, removes and spawns of laige: in random order, settled after each pass; into fresh worlds. The first pass is not counted.
fn ours(stopwatch: Stopwatch) -> [Times; 3] {
    let Ours { mut world, mut handles } = Ours::of(COUNT, moving);
    let mut random = Random::new(13);
    let mut all = [const { Vec::new() }; 3];
    for pass in 0..=PASSES {
        if pass == 1 {
            all.iter_mut().for_each(Vec::clear);
        }
        random.shuffle(&mut handles);
        let flag = Flag { value: 1 };
        all[0].extend(handles.iter().map(|&e| stopwatch.time(|| world.insert(e, flag))));
        world.settle();
        random.shuffle(&mut handles);
        all[1].extend(handles.iter().map(|&e| stopwatch.time(|| world.remove::<Flag>(e))));
        world.settle();
        let mut fresh = empty(COUNT);
        all[2].extend((0..COUNT).map(|i| stopwatch.time(|| fresh.spawn(moving(i)))));
    }
    all
}

/// The same of hecs.
fn theirs(stopwatch: Stopwatch) -> [Times; 3] {
    let Theirs { mut world, mut handles } = Theirs::of(COUNT, moving);
    let mut random = Random::new(13);
    let mut all = [const { Vec::new() }; 3];
    for pass in 0..=PASSES {
        if pass == 1 {
            all.iter_mut().for_each(Vec::clear);
        }
        random.shuffle(&mut handles);
        let flag = Flag { value: 1 };
        all[0].extend(handles.iter().map(|&e| stopwatch.time(|| world.insert_one(e, flag))));
        random.shuffle(&mut handles);
        all[1].extend(handles.iter().map(|&e| stopwatch.time(|| world.remove_one::<Flag>(e))));
        let mut fresh = hecs::World::new();
        all[2].extend((0..COUNT).map(|i| stopwatch.time(|| fresh.spawn(moving(i)))));
    }
    all
}

/// A visit that must settle what 1,000 toggles left, beside one that need not.
fn first_visit(session: &mut Session) {
    let visit = |name, settled: bool| {
        let task = Task {
            make: || Steps::new(Flagged::ours(), 1_000),
            before: move |state: &mut Steps<Flagged<Ours>>| {
                state.plan(1);
                let (flagged, places) = state.next();
                flagged.toggle(places);
                if settled {
                    flagged.state.world.settle();
                }
            },
            step: |state: &mut Steps<Flagged<Ours>>| visit_ours(&mut state.state.state.world),
            times: 1,
            sum: |state: &mut Steps<Flagged<Ours>>| {
                black_box(&state.state.has).iter().map(|&has| u64::from(has)).sum()
            },
        };
        Contender::new(name, task)
    };
    let contenders = vec![visit("laige, first", false), visit("laige, settled", true)];
    let bar = Bar {
        name: "tails/first visit after 1,000 toggles".into(),
        ours: "laige, first",
        against: &["laige, settled"],
        beside: &[],
        limit: 25.0,
    };
    session.measure(&Cell { operations: 1, contenders }, vec![bar]);
}
