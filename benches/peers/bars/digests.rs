//! Digests: from scratch, beside the hash function alone on the same bytes; and tick after tick in which every column of one chunk is written,
//! the writing included.

use laige::{Entity, World};
use laige_peers::cell::Cell;
use laige_peers::contender::{Contender, Task};
use laige_peers::session::{Bar, Session};
use twox_hash::XxHash3_128;

use crate::worlds::{Ours, row48};

/// As many entities as 240 full chunks have.
const ENTITIES: usize = 240 * laige::limits::CHUNK_ROWS;

/// A world whose digest is known.
struct Digested {
    world: World,
    entity: Entity,
    sum: u128,
}

fn digested() -> Digested {
    let Ours { mut world, handles } = Ours::of(ENTITIES, row48);
    let sum = world.digest().content;
    Digested { world, entity: handles[ENTITIES / 2], sum }
}

/// Bytes as the columns of the same world have them, handles included, column by column.
fn columns() -> (Vec<Vec<u8>>, u128) {
    let sizes = [8, 12, 12, 12, 8, 4];
    let fill = |size: usize| (0..size * ENTITIES).map(|i| (i * 7) as u8).collect();
    (sizes.map(fill).to_vec(), 0)
}

pub(crate) fn bars(session: &mut Session) {
    let from_scratch = Task {
        make: digested,
        before: |_: &mut Digested| {},
        step: |it: &mut Digested| it.sum ^= it.world.digest_uncached().content,
        times: 1,
        sum: |_: &mut Digested| ENTITIES as u64,
    };
    let touched = Task {
        make: digested,
        before: |_: &mut Digested| {},
        step: |it: &mut Digested| {
            it.world.insert(it.entity, row48(7)).expect("alive");
            it.sum ^= it.world.digest().content;
        },
        times: 16,
        sum: |_: &mut Digested| ENTITIES as u64,
    };
    let hash_alone = Task {
        make: columns,
        before: |_: &mut (Vec<Vec<u8>>, u128)| {},
        step: |(columns, sum): &mut (Vec<Vec<u8>>, u128)| {
            for column in columns {
                *sum ^= XxHash3_128::oneshot(column);
            }
        },
        times: 1,
        sum: |_: &mut (Vec<Vec<u8>>, u128)| ENTITIES as u64,
    };
    let contenders = vec![
        Contender::new("laige digest_uncached", from_scratch),
        Contender::new("laige digest", touched),
        Contender::new("XXH3 alone", hash_alone),
    ];
    let bar = |name: &str, ours, against, limit| Bar {
        name: name.into(),
        ours,
        against,
        beside: &[],
        limit,
    };
    let bars = vec![
        bar("digest/from scratch/48B", "laige digest_uncached", &["XXH3 alone"], 2.0),
        bar("digest/one chunk of 240", "laige digest", &["laige digest_uncached"], 0.02),
    ];
    session.measure(&Cell { operations: ENTITIES, contenders }, bars);
}
