//! The state hash of the reference engine, beside a plain FNV-1a loop over the same bytes.

use laige::{Bundle, World, bytemuck};
use laige_peers::cell::Cell;
use laige_peers::contender::{Contender, Task};
use laige_peers::session::{Bar, Session};

use crate::worlds::{COUNT, Ours, moving, row100};

pub(crate) fn bars(session: &mut Session) {
    of_rows(session, "hash/state_hash/16B", moving, |(pos, vel)| {
        [bytemuck::bytes_of(&pos), bytemuck::bytes_of(&vel)].concat()
    });
    of_rows(session, "hash/state_hash/100B", row100, |(pos, vel, spin, matrix)| {
        let small = [bytemuck::bytes_of(&pos), bytemuck::bytes_of(&vel), bytemuck::bytes_of(&spin)];
        [small.concat(), bytemuck::bytes_of(&matrix).to_vec()].concat()
    });
}

fn of_rows<B: Bundle>(
    session: &mut Session,
    name: &str,
    row: fn(usize) -> B,
    bytes: fn(B) -> Vec<u8>,
) {
    let ours = Task {
        make: move || (Ours::of(COUNT, row).world, 0),
        before: |_: &mut (World, u64)| {},
        step: |(world, sum): &mut (World, u64)| *sum = world.state_hash(1),
        times: 1,
        sum: |(_, sum): &mut (World, u64)| *sum,
    };
    let plain = Task {
        make: move || (stream(row, bytes), 0),
        before: |_: &mut (Vec<u8>, u64)| {},
        step: |(bytes, sum): &mut (Vec<u8>, u64)| *sum = fnv(bytes),
        times: 1,
        sum: |(_, sum): &mut (Vec<u8>, u64)| *sum,
    };
    let contenders = vec![Contender::new("laige", ours), Contender::new("plain loop", plain)];
    let bar =
        Bar { name: name.into(), ours: "laige", against: &["plain loop"], beside: &[], limit: 1.0 };
    session.measure(&Cell { operations: COUNT, contenders }, vec![bar]);
}

/// FNV-1a-64, byte by byte.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// What the reference feeds to its hash after one tick: `COUNT` entities of generation 1 with these rows.
fn stream<B: Bundle>(row: fn(usize) -> B, bytes: fn(B) -> Vec<u8>) -> Vec<u8> {
    let world = Ours::of(COUNT, row).world;
    let mut stream = Vec::new();
    let mut words = |words: &[u64]| {
        stream.extend(words.iter().flat_map(|word| word.to_be_bytes()));
    };
    words(&[1, COUNT as u64]);
    (0..COUNT as u64).for_each(|slot| words(&[slot, 1]));
    let archetype = world.archetypes().last().expect("one was born");
    let ids: Vec<u64> = archetype.signature().iter().map(|id| id.get().into()).collect();
    words(&[ids.len() as u64]);
    words(&ids);
    words(&[COUNT as u64]);
    (0..COUNT).for_each(|number| stream.extend(bytes(row(number))));
    stream
}
