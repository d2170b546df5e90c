//! The oracle itself on trial: it catches each fault that can be planted in storage, from the seed that is written down here.
//!
//! `RUSTFLAGS="--cfg laige_faults" cargo test -p laige-tests --test oracle planted` builds the engine with the faults in it.

use std::collections::BTreeSet;

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
    (Fault::EmptyRangeNotAbsorbed, 12, 1),
    (Fault::DirectoryNotPointed, 11, 0),
    (Fault::RangeOpenedTooSmall, 1, 0),
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
    let missed: Vec<Fault> = Fault::ALL.into_iter().filter(|&fault| !is_listed(fault)).collect();
    eprintln!("the list is old for {missed:?}");
    let missed: Vec<_> = missed.into_iter().map(|fault| (fault, found(fault))).collect();
    assert_eq!(missed, [], "the list is old: these show at those places, or nowhere");
}

#[test]
fn without_planted_faults_nothing_is_wrong() {
    let courses = courses();
    let places: BTreeSet<(usize, u64)> =
        CAUGHT.iter().map(|&(_, course, seed)| (course, seed)).collect();
    for (course, seed) in places {
        assert!(!fails(&courses[course], seed), "course {course} from {seed}");
    }
}
