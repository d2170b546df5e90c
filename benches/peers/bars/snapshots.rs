//! Snapshots of 60,000 entities of 48 bytes, and the way back, beside a memcpy of the components' bytes alone: handles and slots are copied, too,
//! and are ours to pay for. Then snapshot after snapshot with one of the 59 chunks written between, the writing included.
//!
//! Before each of them every byte of the columns is written, on both sides.

use laige::{Entity, Snapshot, World, query};
use laige_peers::cell::Cell;
use laige_peers::components::{Flag, Pos2, Pos3, Spin, Vector, Vel2, Vel3};
use laige_peers::contender::{Contender, Task};
use laige_peers::session::{Bar, Session};

use crate::worlds::{Ours, row48};

const ENTITIES: usize = 60_000;
/// What a snapshot takes at most, as a multiple of the memcpy.
const COPIES: f64 = 2.0;
/// What the next snapshot takes at most of the first one's time.
const PART: f64 = 1.0 / 20.0;

pub(crate) fn bars(session: &mut Session) {
    let contenders = vec![
        whole("laige snapshot", |it| it.kept = it.world.snapshot()),
        whole("laige snapshot_into", |it| it.world.snapshot_into(&mut it.kept)),
        whole("laige restore", |it| it.world.restore(&it.kept).expect("its own snapshot")),
        one_chunk(),
        memcpy(),
        memcpy_back(),
    ];
    let bar = |name: &str, ours, against, limit| Bar {
        name: format!("snapshot/{name}"),
        ours,
        against,
        beside: &[],
        limit,
    };
    let bars = vec![
        bar("full, a new one", "laige snapshot", &["memcpy"], COPIES),
        bar("full, one used again", "laige snapshot_into", &["memcpy"], COPIES),
        bar("full restore", "laige restore", &["memcpy back"], COPIES),
        bar("one chunk of 59", "laige, one chunk", &["laige snapshot_into"], PART),
    ];
    session.measure(&Cell { operations: ENTITIES, contenders }, bars);
}

/// A world with a snapshot of it.
struct Saved {
    world: World,
    entity: Entity,
    kept: Snapshot,
}

fn saved() -> Saved {
    let Ours { mut world, handles } = Ours::of(ENTITIES, row48);
    let kept = world.snapshot();
    Saved { world, entity: handles[ENTITIES / 2], kept }
}

fn living(it: &mut Saved) -> u64 {
    u64::from(it.world.entity_count().min(it.kept.entity_count()))
}

/// The job is done where every row was written since.
fn whole(name: &'static str, step: fn(&mut Saved)) -> Contender {
    Contender::new(name, Task { make: saved, before: write_all, step, times: 1, sum: living })
}

/// Every byte of every row.
fn write_all(Saved { world, .. }: &mut Saved) {
    query!(world, |a: &mut Pos3, b: &mut Vel3, c: &mut Spin, d: &mut Pos2, e: &mut Flag| {
        *a += Vel3::of(1);
        *c += Spin::of(1);
        *d += Vel2::of(1);
        b.x += 1.0;
        b.y += 1.0;
        b.z += 1.0;
        e.value += 1;
    });
}

/// Every column of one chunk is written.
fn one_chunk() -> Contender {
    let step = |it: &mut Saved| {
        it.world.insert(it.entity, row48(7)).expect("alive");
        it.world.snapshot_into(&mut it.kept);
    };
    let task = Task { make: saved, before: |_: &mut Saved| {}, step, times: 16, sum: living };
    Contender::new("laige, one chunk", task)
}

/// Columns of the same sizes, and copies of them.
struct Columns {
    own: Vec<Vec<u8>>,
    kept: Vec<Vec<u8>>,
}

/// Columns are copied that were just written.
fn memcpy() -> Contender {
    plain("memcpy", |it| copy(&mut it.kept, &it.own))
}

/// The copies are copied back over columns that were just written.
fn memcpy_back() -> Contender {
    plain("memcpy back", |it| copy(&mut it.own, &it.kept))
}

fn plain(name: &'static str, step: fn(&mut Columns)) -> Contender {
    let make = || {
        let columns = || [12, 12, 12, 8, 4].map(|size| vec![0; size * ENTITIES]).to_vec();
        Columns { own: columns(), kept: columns() }
    };
    let before = |it: &mut Columns| {
        it.own.iter_mut().flatten().for_each(|byte| *byte = byte.wrapping_add(1));
    };
    let sum = |it: &mut Columns| (it.kept[4].len() / size_of::<Flag>()) as u64;
    Contender::new(name, Task { make, before, step, times: 1, sum })
}

fn copy(to: &mut [Vec<u8>], from: &[Vec<u8>]) {
    to.iter_mut().zip(from).for_each(|(to, from)| to.copy_from_slice(from));
}
