//! Spawning 10,000 entities of 100 bytes into a fresh world, in three ways, and despawning them in random order.
//!
//! Of hecs, `spawn` into a world that grows as it goes, as ours does (beside: after `reserve`); `spawn_batch`; `spawn_column_batch` with
//! the making of the batch from slices, as the user's columns are copied in ours (beside: of a batch that was made before); `despawn`.
//! Handles are collected in each case.

use laige_peers::cell::Cell;
use laige_peers::components::{Matrix, Pos3, Spin, Vel3};
use laige_peers::contender::{Contender, Task};
use laige_peers::session::{Bar, Session};

use crate::worlds::{COUNT, Ours, Row100, Theirs, empty, row100, shuffled, sum_ours, sum_theirs};

pub(crate) fn bars(session: &mut Session) {
    one_by_one(session);
    batch(session);
    columns(session);
    despawn(session);
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

/// Rows as columns, and where they go.
struct Filling<S, Ready> {
    state: S,
    columns: (Vec<Pos3>, Vec<Vel3>, Vec<Spin>, Vec<Matrix>),
    ready: Ready,
}

fn columns(session: &mut Session) {
    let ours = Task {
        make: || filling(no_ours(), ()),
        before: |filling: &mut Filling<Option<Ours>, ()>| fresh_ours(&mut filling.state),
        step: |filling: &mut Filling<Option<Ours>, ()>| {
            let (a, b, c, d) = &filling.columns;
            let state = filling.state.as_mut().expect("made before");
            let batch = state.world.spawn_columns(COUNT as u32, (a, b, c, d)).expect("room");
            state.handles.extend_from_slice(batch);
        },
        times: 1,
        sum: |filling: &mut Filling<Option<Ours>, ()>| sum_of_ours(&mut filling.state),
    };
    let contenders = vec![
        Contender::new("laige spawn_columns", ours),
        column_batch("hecs spawn_column_batch", |filling| {
            filling.ready = Some(batch_of(&filling.columns));
            spawn_ready(filling);
        }),
        column_batch("hecs, batch made before", spawn_ready),
    ];
    let bar = Bar {
        name: "spawn/columns".into(),
        ours: "laige spawn_columns",
        against: &["hecs spawn_column_batch"],
        beside: &["hecs, batch made before"],
        limit: 1.0,
    };
    session.measure(&Cell { operations: COUNT, contenders }, vec![bar]);
}

type Peer = Filling<Option<Theirs>, Option<hecs::ColumnBatch>>;

fn column_batch(name: &'static str, step: impl Fn(&mut Peer) + Copy + 'static) -> Contender {
    let make = || filling(None, None);
    let before = |filling: &mut Peer| {
        fresh_theirs(&mut filling.state);
        filling.ready = Some(batch_of(&filling.columns));
    };
    let sum = |filling: &mut Peer| sum_of_theirs(&mut filling.state);
    Contender::new(name, Task { make, before, step, times: 1, sum })
}

fn spawn_ready(filling: &mut Peer) {
    let state = filling.state.as_mut().expect("made before");
    let batch = filling.ready.take().expect("made before");
    state.handles.extend(state.world.spawn_column_batch(batch));
}

/// The batch that hecs spawns, filled from slices.
fn batch_of(columns: &(Vec<Pos3>, Vec<Vel3>, Vec<Spin>, Vec<Matrix>)) -> hecs::ColumnBatch {
    let mut kinds = hecs::ColumnBatchType::new();
    kinds.add::<Pos3>().add::<Vel3>().add::<Spin>().add::<Matrix>();
    let batch = kinds.into_batch(COUNT as u32);
    fill(&batch, &columns.0);
    fill(&batch, &columns.1);
    fill(&batch, &columns.2);
    fill(&batch, &columns.3);
    batch.build().ok().expect("all columns are full")
}

fn fill<T: Copy + Send + Sync + 'static>(batch: &hecs::ColumnBatchBuilder, column: &[T]) {
    let mut writer = batch.writer::<T>().expect("the column is in the batch");
    for &value in column {
        assert!(writer.push(value).is_ok(), "the batch has room");
    }
}

fn despawn(session: &mut Session) {
    let ours = Task {
        make: no_ours,
        before: |state: &mut Option<Ours>| {
            *state = None;
            let Ours { world, handles } = Ours::of(COUNT, row100);
            *state = Some(Ours { world, handles: shuffled(handles) });
        },
        step: |state: &mut Option<Ours>| {
            let Ours { world, handles } = state.as_mut().expect("made before");
            for &entity in &*handles {
                world.despawn(entity).expect("alive");
            }
            world.settle();
        },
        times: 1,
        sum: |state: &mut Option<Ours>| sum_of_ours(state),
    };
    let theirs = Task {
        make: || None,
        before: |state: &mut Option<Theirs>| {
            *state = None;
            let Theirs { world, handles } = Theirs::of(COUNT, row100);
            *state = Some(Theirs { world, handles: shuffled(handles) });
        },
        step: |state: &mut Option<Theirs>| {
            let Theirs { world, handles } = state.as_mut().expect("made before");
            for &entity in &*handles {
                world.despawn(entity).expect("alive");
            }
        },
        times: 1,
        sum: |state: &mut Option<Theirs>| sum_of_theirs(state),
    };
    let contenders = vec![
        Contender::new("laige despawn + settle", ours),
        Contender::new("hecs despawn", theirs),
    ];
    let bar = Bar {
        name: "despawn/random order".into(),
        ours: "laige despawn + settle",
        against: &["hecs despawn"],
        beside: &[],
        limit: 1.0,
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

fn no_ours() -> Option<Ours> {
    None
}

/// The old world goes before the new one comes, which then has its memory.
fn fresh_ours(state: &mut Option<Ours>) {
    *state = None;
    *state = Some(Ours { world: empty(COUNT), handles: Vec::with_capacity(COUNT) });
}

fn fresh_theirs(state: &mut Option<Theirs>) {
    *state = None;
    *state = Some(Theirs { world: hecs::World::new(), handles: Vec::with_capacity(COUNT) });
}

fn filling<S, Ready>(state: S, ready: Ready) -> Filling<S, Ready> {
    let rows = || (0..COUNT).map(row100);
    let columns = (
        rows().map(|row| row.0).collect(),
        rows().map(|row| row.1).collect(),
        rows().map(|row| row.2).collect(),
        rows().map(|row| row.3).collect(),
    );
    Filling { state, columns, ready }
}

fn sum_of_ours(state: &mut Option<Ours>) -> u64 {
    let state = state.as_mut().expect("made before");
    sum_ours::<Pos3>(&state.world) + sum_ours::<Spin>(&state.world)
}

fn sum_of_theirs(state: &mut Option<Theirs>) -> u64 {
    let state = state.as_mut().expect("made before");
    sum_theirs::<Pos3>(&mut state.world) + sum_theirs::<Spin>(&mut state.world)
}
