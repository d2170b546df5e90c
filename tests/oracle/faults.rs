//! The oracle itself on trial: it catches each fault that can be planted in storage, from the seed that is written down here.
//!
//! `RUSTFLAGS="--cfg laige_faults" cargo test -p laige-oracle planted` builds the engine with the faults in it.

use std::collections::BTreeSet;

use laige::limits::CHUNK_ROWS;
use laige::{Entity, Options, World};
use laige_core::faults::{Fault, plant};

use crate::courses::{COURSES, Course};
use crate::runs::fails;

/// Each fault, with the course and the seed that show it: the first ones that do.
const CAUGHT: &[(Fault, usize, u64)] = &[
    (Fault::WrongHoleRefilled, 5, 0),
    (Fault::HoleStillCounted, 2, 0),
    (Fault::StaleRecordAfterSplit, 11, 0),
    (Fault::SplitOffByOne, 11, 0),
    (Fault::TailNotMerged, 2, 0),
    (Fault::RunsUpNotMoved, 2, 0),
    (Fault::GatherLeavesOutLast, 5, 0),
    (Fault::NoMergeAtTheBorder, 11, 0),
    (Fault::DirectoryNotPointed, 11, 0),
    (Fault::GenerationNotBumped, 1, 0),
    (Fault::FreshBeforeReleased, 2, 0),
    (Fault::TailGapNotRecorded, 3, 0),
    (Fault::LastColumnNotMoved, 1, 0),
    (Fault::HolesNotListed, 2, 0),
    (Fault::MatchNotExtended, 1, 0),
    (Fault::ToggleOutlivesRow, 1, 0),
    (Fault::TogglesLeftBehind, 1, 0),
    (Fault::TogglesNotSettled, 2, 0),
    (Fault::BatchNotUncounted, 1, 0),
    (Fault::WriteNotMarked, 1, 0),
];

/// Faults that random steps show too seldom; [`ranges_come_and_go`] shows them.
const DIRECTED: &[Fault] = &[Fault::EmptyRangeNotAbsorbed, Fault::RangeOpenedTooSmall];

/// Fills ranges of slots and empties them one by one, and audits the world after each.
fn ranges_come_and_go() {
    let rows = CHUNK_ROWS as u32;
    for first in 0..4 {
        let mut world = World::new(Options::with_capacity(8 * rows)).expect("legal options");
        let audited = |world: &World| world.audit().expect("every invariant holds");
        world.spawn_empty().expect("there is room");
        audited(&world);
        // Before it is settled: settling would join a range that was opened too small.
        let alone = world.archetypes().next().and_then(|archetype| archetype.chunks().next());
        let slots = alone.map(|chunk| chunk.start()..chunk.end());
        assert!(slots.is_some_and(|slots| slots.start == 0 && slots.end >= 8 * rows));
        let all: Vec<Entity> = (1..4 * rows).filter_map(|_| world.spawn_empty().ok()).collect();
        world.settle();
        audited(&world);
        for turn in 0..4 {
            let range = (first + turn) % 4;
            let layout = world.layout();
            for &entity in all.iter().filter(|&&e| layout.slot_of(e) / rows == range) {
                world.despawn(entity).expect("it is alive");
            }
            world.settle();
            audited(&world);
        }
    }
}

/// Whether [`ranges_come_and_go`] goes wrong with the fault planted.
fn is_directed(fault: Fault) -> bool {
    plant(Some(fault));
    let caught = std::panic::catch_unwind(ranges_come_and_go).is_err();
    plant(None);
    DIRECTED.contains(&fault) && caught
}

/// All courses by number.
fn courses() -> Vec<Course> {
    COURSES.concat()
}

/// Whether the course goes wrong with the fault planted.
fn shows(fault: Fault, course: &Course, seed: u64) -> bool {
    plant(Some(fault));
    let caught = fails(course, seed);
    plant(None);
    caught
}

/// Where a fault shows first, of a few seeds: steps that are new to the oracle make others of all that follow.
fn found(fault: Fault) -> Option<(usize, u64)> {
    let courses = courses();
    let places = (0..8).flat_map(|seed| (0..courses.len()).map(move |course| (course, seed)));
    places.into_iter().find(|&(course, seed)| shows(fault, &courses[course], seed))
}

#[test]
fn planted_faults_are_caught() {
    let courses = courses();
    let is_listed = |fault: Fault| {
        let mut places = CAUGHT.iter().filter(|(listed, ..)| *listed == fault);
        places.any(|&(_, course, seed)| shows(fault, &courses[course], seed))
    };
    let missed: Vec<Fault> =
        Fault::ALL.into_iter().filter(|&fault| !is_listed(fault) && !is_directed(fault)).collect();
    eprintln!("the list is old for {missed:?}");
    let missed: Vec<_> = missed.into_iter().map(|fault| (fault, found(fault))).collect();
    assert_eq!(missed, [], "the list is old: these show at those places, or nowhere");
}

#[test]
fn without_planted_faults_nothing_is_wrong() {
    ranges_come_and_go();
    let courses = courses();
    let places: BTreeSet<(usize, u64)> =
        CAUGHT.iter().map(|&(_, course, seed)| (course, seed)).collect();
    for (course, seed) in places {
        assert!(!fails(&courses[course], seed), "course {course} from {seed}");
    }
}
