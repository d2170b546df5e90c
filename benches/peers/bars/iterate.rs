//! Iteration: `pos += vel` over all rows, by each way of visiting them, and over columns as flat slices of numbers.
//!
//! Of hecs, `query_mut` by a `for` loop and by `for_each` of its iterator: the faster one counts. Hand-written: two plain vectors walked by an
//! index, the bounds known before the loop.

use std::ops::AddAssign;

use bytemuck::cast_slice;
use laige::{World, query};
use laige_peers::cell::Cell;
use laige_peers::components::{Pos2, Pos3, Vector, Vel2, Vel3};
use laige_peers::contender::{Contender, Task};
use laige_peers::session::{Bar, Session};

use crate::worlds::{Ours, Theirs, sum_ours, sum_theirs};

pub(crate) fn bars(session: &mut Session) {
    rows::<Pos2, Vel2>(session, "8B", 10_000);
    rows::<Pos2, Vel2>(session, "8B", 60_000);
    rows::<Pos3, Vel3>(session, "12B", 10_000);
    rows::<Pos3, Vel3>(session, "12B", 60_000);
    slices::<Pos2, Vel2>(session, "8B", 10_000);
    slices::<Pos2, Vel2>(session, "8B", 60_000);
    slices::<Pos3, Vel3>(session, "12B", 10_000);
    slices::<Pos3, Vel3>(session, "12B", 60_000);
}

/// A place and the velocity that moves it.
pub(crate) trait Moves<V>: Vector + AddAssign<V> {}
impl<P: Vector + AddAssign<V>, V> Moves<V> for P {}

/// Row by row.
fn rows<P: Moves<V>, V: Vector>(session: &mut Session, size: &str, count: usize) {
    let cell = Cell {
        operations: 1,
        contenders: vec![
            ours::<P, V>("laige query!", count, |w| query!(w, |p: &mut P, v: &V| *p += *v)),
            ours::<P, V>("laige for_each", count, |w| {
                w.query_mut::<(&mut P, &V)>().for_each(|(p, v)| *p += *v);
            }),
            ours::<P, V>("laige iter", count, |w| {
                w.query_mut::<(&mut P, &V)>().iter().for_each(|(p, v)| *p += *v);
            }),
            theirs::<P, V>("hecs for", count, |w| {
                for (p, v) in w.query_mut::<(&mut P, &V)>() {
                    *p += *v;
                }
            }),
            theirs::<P, V>("hecs for_each", count, |w| {
                w.query_mut::<(&mut P, &V)>().into_iter().for_each(|(p, v)| *p += *v);
            }),
            plain::<P, V>("by hand", count, |Plain { places, steps }: &mut Plain<P, V>| {
                let count = places.len();
                let (places, steps) = (&mut places[..count], &steps[..count]);
                for i in 0..count {
                    places[i] += steps[i];
                }
            }),
        ],
    };
    let bar = |ways: &str, ours, limit| Bar {
        name: format!("iterate/{size}/{}k/{ways}", count / 1_000),
        ours,
        against: &["hecs for", "hecs for_each"],
        beside: &["by hand"],
        limit,
    };
    let mut bars = vec![
        bar("query!", "laige query!", 1.10),
        bar("for_each", "laige for_each", 1.10),
        bar("iter", "laige iter", 1.10),
    ];
    if count == 10_000 {
        let name = format!("first landing/iterate/{size}/10k");
        let against = &["hecs for_each"];
        bars.push(Bar { name, against, limit: 1.15, ..bars[0].clone() });
    }
    session.measure(&cell, bars);
}

/// Chunk by chunk, each column as numbers. Of hecs, the columns of its archetypes, for comparison only.
fn slices<P: Moves<V>, V: Vector>(session: &mut Session, size: &str, count: usize) {
    let cell = Cell {
        operations: 1,
        contenders: vec![
            ours::<P, V>("laige chunks", count, |w| {
                for (_, (places, steps)) in w.query_mut::<(&mut P, &V)>().chunks() {
                    add(bytemuck::cast_slice_mut(places), cast_slice(steps));
                }
            }),
            theirs::<P, V>("hecs columns", count, |w| {
                for archetype in w.archetypes() {
                    if let (Some(mut places), Some(steps)) =
                        (archetype.get::<&mut P>(), archetype.get::<&V>())
                    {
                        add(bytemuck::cast_slice_mut(&mut places), cast_slice(&steps));
                    }
                }
            }),
            plain::<P, V>("by hand", count, |Plain { places, steps }: &mut Plain<P, V>| {
                add(bytemuck::cast_slice_mut(places), cast_slice(steps));
            }),
        ],
    };
    let bar = Bar {
        name: format!("slices/{size}/{}k", count / 1_000),
        ours: "laige chunks",
        against: &["by hand"],
        beside: &["hecs columns"],
        limit: 1.05,
    };
    session.measure(&cell, vec![bar]);
}

/// Adds numbers to as many others.
#[inline]
fn add(sums: &mut [f32], steps: &[f32]) {
    for (sum, step) in sums.iter_mut().zip(steps) {
        *sum += step;
    }
}

/// A pass of laige.
fn ours<P: Moves<V>, V: Vector>(
    name: &'static str,
    count: usize,
    step: impl Fn(&mut World) + Copy + 'static,
) -> Contender {
    let make = move || Ours::of(count, |i| (P::of(i), V::of(1))).world;
    let sum = |world: &mut World| sum_ours::<P>(world);
    Contender::new(name, Task { make, before: step, step, times: times(count), sum })
}

/// A pass of hecs.
fn theirs<P: Moves<V>, V: Vector>(
    name: &'static str,
    count: usize,
    step: impl Fn(&mut hecs::World) + Copy + 'static,
) -> Contender {
    let make = move || Theirs::of(count, |i| (P::of(i), V::of(1))).world;
    let sum = sum_theirs::<P>;
    Contender::new(name, Task { make, before: step, step, times: times(count), sum })
}

/// A pass over plain vectors.
fn plain<P: Moves<V>, V: Vector>(
    name: &'static str,
    count: usize,
    step: impl Fn(&mut Plain<P, V>) + Copy + 'static,
) -> Contender {
    let make = move || Plain {
        places: (0..count).map(P::of).collect(),
        steps: (0..count).map(|_| V::of(1)).collect(),
    };
    let sum = |plain: &mut Plain<P, V>| plain.places.iter().map(Vector::bits).sum();
    Contender::new(name, Task { make, before: step, step, times: times(count), sum })
}

/// The vectors of the hand-written form.
struct Plain<P, V> {
    places: Vec<P>,
    steps: Vec<V>,
}

/// How many passes make a sample of some ten microseconds.
fn times(count: usize) -> u32 {
    (200_000 / count) as u32
}
