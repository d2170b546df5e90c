//! Spawning 10,000 entities of 100 bytes whose components are given as columns.
//!
//! Of hecs, `spawn_column_batch` with the making of the batch from slices, as the user's columns are copied in ours (beside: of a batch
//! that was made before, so that nothing is copied but handles). Handles are collected in each case.

use laige_peers::cell::Cell;
use laige_peers::components::{Matrix, Pos3, Spin, Vel3};
use laige_peers::contender::{Contender, Task};
use laige_peers::session::{Bar, Session};

use crate::spawn::{fresh_ours, fresh_theirs, no_ours, sum_of_ours, sum_of_theirs};
use crate::worlds::{COUNT, Ours, Theirs, row100};

/// Rows as columns.
type Columns = (Vec<Pos3>, Vec<Vel3>, Vec<Spin>, Vec<Matrix>);

/// Rows as columns, and where they go.
struct Filling<S, Ready> {
    state: S,
    columns: Columns,
    ready: Ready,
}

pub(crate) fn bars(session: &mut Session) {
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
fn batch_of(columns: &Columns) -> hecs::ColumnBatch {
    let mut kinds = hecs::ColumnBatchType::new();
    kinds.add::<Pos3>().add::<Vel3>().add::<Spin>().add::<Matrix>();
    let batch = kinds.into_batch(COUNT as u32);
    fill(&batch, &columns.0);
    fill(&batch, &columns.1);
    fill(&batch, &columns.2);
    fill(&batch, &columns.3);
    batch.build().expect("all columns are full")
}

fn fill<T: Copy + Send + Sync + 'static>(batch: &hecs::ColumnBatchBuilder, column: &[T]) {
    let mut writer = batch.writer::<T>().expect("the column is in the batch");
    for &value in column {
        assert!(writer.push(value).is_ok(), "the batch has room");
    }
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
