//! The whole-query operations of the oracle: what they match, and what comes or goes.

use laige::{Entity, Result, With, Without, World};

use crate::bundles::{Build, build};
use crate::parts::*;
use crate::seen::{Describe, Term};

/// What is done to all that a query matches, known by its place only.
pub(crate) struct BulkInfo {
    pub(crate) terms: fn() -> Vec<Term>,
    /// The places in [`PARTS`] of what comes or goes.
    pub(crate) members: fn() -> Vec<usize>,
    pub(crate) insert_all: fn(&mut World, &[u64]) -> Result<u32>,
    pub(crate) remove_all: fn(&mut World) -> Result<u32>,
    pub(crate) despawn_all: fn(&mut World) -> u32,
}

/// The operations on what the terms match, with a bundle.
macro_rules! bulk {
    ([$($term:ty),*], $bundle:ty) => { BulkInfo {
        terms: || vec![$(<$term as Describe>::TERM),*],
        members: members::<$bundle>,
        insert_all: |world, numbers| {
            world.insert_all::<($($term,)*), _>(build::<$bundle>(numbers))
        },
        remove_all: World::remove_all::<($($term,)*), $bundle>,
        despawn_all: World::despawn_all::<($($term,)*)>,
    } };
}

fn members<B: Build>() -> Vec<usize> {
    let mut members = Vec::new();
    B::members(&mut members);
    members
}

/// All pairs of a query and a bundle. The bundles are those of the second column for what comes and goes; queries match few, or worlds would
/// be empty all the time.
pub(crate) static BULK: &[BulkInfo] = &[
    bulk!([With<Page>, Without<Quad>], Clock),
    bulk!([With<Health>, Without<Clock>], (Level, Colour)),
    bulk!([Entity, &Level, Without<Asleep>], (Health, Asleep, Stunned)),
    bulk!([&mut Wide, Option<&Door>], (Follows, (Wide, Marked))),
    bulk!([With<Line>], (Quad, Line, Ticks, Record)),
    bulk!([Without<Health>, With<Clock>], Hidden),
    bulk!([With<Ghost>], Level),
    bulk!([With<Stunned>, Without<Page>], (Level, Hidden)),
    bulk!([&Hidden, With<Follows>, Without<Stunned>], (Stunned, Clock)),
    bulk!([With<Follows>, Without<Wide>], (Health, Ghost)),
];
