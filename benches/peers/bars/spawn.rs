//! Spawning 10,000 entities of 100 bytes into a fresh world, one by one and by an iterator of rows; by columns is in `columns.rs`.
//!
//! Of hecs, `spawn` into a world that grows as it goes, as ours does (beside: after `reserve`), and `spawn_batch`. Handles are collected
//! in each case.

use laige_peers::cell::Cell;
use laige_peers::components::{Pos3, Spin};
use laige_peers::contender::{Contender, Task};
use laige_peers::session::{Bar, Session};

use crate::worlds::{COUNT, Ours, Row100, Theirs, empty, row100, sum_ours, sum_theirs};

pub(crate) fn bars(session: &mut Session) {
    one_by_one(session);
    batch(session);
}

fn one_by_one(session: &mut Session) {
    let spawn = |state: &mut Theirs| {
        state.handles.extend((0..COUNT).map(|i| state.world.spawn(row100(i))));
    };
    let contenders = vec![
        ours("laige spawn", |state| {
            let world = &mut state.world;
            state.handles.extend((0..COUNT).map(|i| world.spawn(row100(i)).expect("room")));
        }),
        theirs("hecs spawn", |_| (), spawn),
        theirs("hecs spawn, reserved", |world| world.reserve::<Row100>(COUNT as u32), spawn),
    ];
    let bar = Bar {
        name: "spawn/one by one".into(),
        ours: "laige spawn",
        against: &["hecs spawn"],
        beside: &["hecs spawn, reserved"],
        limit: 0.7,
    };
    session.measure(&Cell { operations: COUNT, contenders }, vec![bar]);
}

fn batch(session: &mut Session) {
    let contenders = vec![
        ours("laige spawn_batch", |state| {
            let batch = state.world.spawn_batch((0..COUNT).map(row100)).expect("room");
            state.handles.extend_from_slice(batch);
        }),
        theirs(
            "hecs spawn_batch",
            |_| (),
            |state| state.handles.extend(state.world.spawn_batch((0..COUNT).map(row100))),
        ),
    ];
    let bar = Bar {
        name: "spawn/batch".into(),
        ours: "laige spawn_batch",
        against: &["hecs spawn_batch"],
        beside: &[],
        limit: 0.75,
    };
    session.measure(&Cell { operations: COUNT, contenders }, vec![bar]);
}

/// Spawns into a fresh world of laige.
fn ours(name: &'static str, spawn: impl Fn(&mut Ours) + Copy + 'static) -> Contender {
    let step = move |state: &mut Option<Ours>| spawn(state.as_mut().expect("made before"));
    let sum = |state: &mut Option<Ours>| sum_of_ours(state);
    Contender::new(name, Task { make: no_ours, before: fresh_ours, step, times: 1, sum })
}

/// Spawns into a fresh world of hecs.
fn theirs(
    name: &'static str,
    prepare: impl Fn(&mut hecs::World) + Copy + 'static,
    spawn: impl Fn(&mut Theirs) + Copy + 'static,
) -> Contender {
    let before = move |state: &mut Option<Theirs>| {
        fresh_theirs(state);
        prepare(&mut state.as_mut().expect("just made").world);
    };
    let step = move |state: &mut Option<Theirs>| spawn(state.as_mut().expect("made before"));
    let sum = |state: &mut Option<Theirs>| sum_of_theirs(state);
    Contender::new(name, Task { make: || None, before, step, times: 1, sum })
}

pub(crate) fn no_ours() -> Option<Ours> {
    None
}

/// The old world goes before the new one comes, which then has its memory.
pub(crate) fn fresh_ours(state: &mut Option<Ours>) {
    *state = None;
    *state = Some(Ours { world: empty(COUNT), handles: Vec::with_capacity(COUNT) });
}

pub(crate) fn fresh_theirs(state: &mut Option<Theirs>) {
    *state = None;
    *state = Some(Theirs { world: hecs::World::new(), handles: Vec::with_capacity(COUNT) });
}

pub(crate) fn sum_of_ours(state: &mut Option<Ours>) -> u64 {
    let state = state.as_mut().expect("made before");
    sum_ours::<Pos3>(&state.world) + sum_ours::<Spin>(&state.world)
}

pub(crate) fn sum_of_theirs(state: &mut Option<Theirs>) -> u64 {
    let state = state.as_mut().expect("made before");
    sum_theirs::<Pos3>(&mut state.world) + sum_theirs::<Spin>(&mut state.world)
}
