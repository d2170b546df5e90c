//! What makes one snapshot of another is small where little changed, and makes exactly that.
//!
//! Cases S19 and S23 (bytes that are no delta, or say too much), S08 (states followed one after the other).

use laige::prelude::*;
use laige::save::{LoadFault, SavePart};
use laige::{Delta, Error, Snapshot};
use twox_hash::XxHash3_128;

use crate::scene::audited;

#[component(id = "deltas.value")]
#[derive(Debug, PartialEq)]
struct Value(u64);

#[component(id = "deltas.link")]
struct Link(Entity);

#[component(id = "deltas.marked")]
struct Marked;

#[component(id = "deltas.asleep", toggle)]
struct Asleep;

fn world(capacity: u32) -> laige::Result<World> {
    let mut world = World::new(Options::with_capacity(capacity))?;
    world.register_all::<(Value, Link, Marked, Asleep)>()?;
    Ok(world)
}

/// Numbers as by chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

#[test]
fn hundred_of_ten_thousand_values_cost_less_than_two_kib() -> laige::Result<()> {
    let mut world = world(10_000)?;
    let all = world.spawn_batch((0..10_000).map(Value))?.to_vec();
    let before = world.snapshot();
    let mut chance = Chance(1);
    for &entity in all.iter().step_by(100) {
        let number = (chance.below(1 << 30) as u64) << 34 | 0x0123_4567;
        *world.get_mut::<Value>(entity).expect("alive") = Value(number);
    }
    let after = world.snapshot();
    let bytes = Delta::between(&before, &after)?.to_bytes();
    assert!(bytes.len() < 2_048, "{} bytes", bytes.len());
    assert!(after.to_bytes()?.len() > 100_000);
    assert!(Delta::from_bytes(&bytes)?.apply(&before, &world)? == after);
    Ok(())
}

#[test]
fn rows_that_come_and_go_cost_little_more_than_themselves() -> laige::Result<()> {
    let mut world = world(10_100)?;
    let row = |i: u64| (Value(i * i), Marked);
    let all = world.spawn_batch((0..10_000).map(row))?.to_vec();
    let before = world.snapshot();
    for &entity in all[3_000..].iter().step_by(1_000) {
        world.despawn(entity)?;
    }
    let fewer = world.snapshot();
    // Seven rows of a slot and a value, seven generations, and what is counted.
    let bytes = Delta::between(&before, &fewer)?.to_bytes();
    assert!(bytes.len() < 600, "{} bytes", bytes.len());
    assert!(Delta::from_bytes(&bytes)?.apply(&before, &world)? == fewer);
    // The other way, the rows themselves are told: 12 bytes each.
    let bytes = Delta::between(&fewer, &before)?.to_bytes();
    assert!(bytes.len() < 700, "{} bytes", bytes.len());
    assert!(Delta::from_bytes(&bytes)?.apply(&fewer, &world)? == before);
    Ok(())
}

#[test]
fn rows_of_few_values_cost_no_more() -> laige::Result<()> {
    let mut world = world(10_200)?;
    world.spawn_batch((0..10_000).map(|i| (Value(i % 5), Link(Entity::NONE), Marked)))?;
    let before = world.snapshot();
    for i in 0..100 {
        world.spawn((Value(i % 4), Link(Entity::NONE), Marked))?;
    }
    let after = world.snapshot();
    // A slot, a generation, a value of 8 bytes and a handle of 8 for each.
    let bytes = Delta::between(&before, &after)?.to_bytes();
    assert!((2_400..2_700).contains(&bytes.len()), "{} bytes", bytes.len());
    assert!(Delta::from_bytes(&bytes)?.apply(&before, &world)? == after);
    let bytes = Delta::between(&after, &before)?.to_bytes();
    assert!(bytes.len() < 300, "{} bytes", bytes.len());
    assert!(Delta::from_bytes(&bytes)?.apply(&after, &world)? == before);
    Ok(())
}

#[test]
fn rows_written_all_together_cost_themselves() -> laige::Result<()> {
    let mut world = world(10_000)?;
    let all = world.spawn_batch((0..10_000).map(|i| (Value(i), Link(Entity::NONE))))?.to_vec();
    for pair in all.windows(2) {
        world.insert(pair[0], Link(pair[1]))?;
    }
    let before = world.snapshot();
    let mut chance = Chance(7);
    query!(world, |value: &mut Value| value.0 = (chance.below(1 << 31) as u64) << 33 | 1);
    let after = world.snapshot();
    let bytes = Delta::between(&before, &after)?.to_bytes();
    assert!((80_000..80_400).contains(&bytes.len()), "{} bytes", bytes.len());
    assert!(Delta::from_bytes(&bytes)?.apply(&before, &world)? == after);
    Ok(())
}

/// Something happens to the world.
fn change(world: &mut World, chance: &mut Chance) -> laige::Result<()> {
    let all: Vec<Entity> = world.entities().collect();
    for _ in 0..=chance.below(12) {
        let some = all.get(chance.below(all.len().max(1))).copied().filter(|&e| world.is_valid(e));
        match (chance.below(8), some) {
            (0 | 1, _) => drop(world.spawn((Value(chance.below(9) as u64), Marked))),
            (2, _) => drop(world.spawn_batch((0..chance.below(300) as u64).map(Value))),
            (3, Some(entity)) => world.despawn(entity)?,
            (4, Some(entity)) => world.insert(entity, Link(all[0]))?,
            (5, Some(entity)) => drop(world.remove::<Marked>(entity)?),
            (6, Some(entity)) => drop(world.set_toggle::<Asleep>(entity, true)?),
            (_, Some(entity)) => world.insert(entity, Value(chance.below(1 << 20) as u64))?,
            (_, None) => world.begin_frame(),
        }
    }
    Ok(())
}

#[test]
fn applied_to_its_base_a_delta_makes_the_other_snapshot() -> laige::Result<()> {
    for seed in 0..6 {
        let (mut chance, mut original, mut follower) = (Chance(seed), world(4_000)?, world(4_000)?);
        let mut snapshots = vec![original.snapshot()];
        for _ in 0..12 {
            change(&mut original, &mut chance)?;
            let (before, after) = (&snapshots[snapshots.len() - 1], original.snapshot());
            let bytes = Delta::between(before, &after)?.to_bytes();
            let made = Delta::from_bytes(&bytes)?.apply(before, &follower)?;
            assert!(made == after && made.to_bytes()? == after.to_bytes()?);
            follower.restore(&made)?;
            assert_eq!(follower.digest(), original.digest());
            snapshots.push(after);
        }
        audited(&follower);
        // Between any two, back in time as well.
        for _ in 0..12 {
            let pick = |chance: &mut Chance| chance.below(snapshots.len());
            let (one, other) = (pick(&mut chance), pick(&mut chance));
            let delta = Delta::between(&snapshots[one], &snapshots[other])?;
            assert!(delta.apply(&snapshots[one], &follower)? == snapshots[other]);
            assert_eq!(delta.is_empty(), snapshots[one] == snapshots[other]);
        }
    }
    Ok(())
}

#[test]
fn nothing_differs_between_a_snapshot_and_itself() -> laige::Result<()> {
    let mut world = world(100)?;
    world.spawn_batch((0..50).map(Value))?;
    let snapshot = world.snapshot();
    let delta = Delta::between(&snapshot, &world.snapshot())?;
    assert!(delta.is_empty() && delta.to_bytes().len() < 100);
    assert_eq!(Delta::from_bytes(&delta.to_bytes()).as_ref(), Ok(&delta));
    assert!(delta.apply(&snapshot, &world)? == snapshot);
    Ok(())
}

/// Two snapshots, and a delta of them as bytes.
fn pair() -> laige::Result<(World, [Snapshot; 2], Vec<u8>)> {
    let mut world = world(100)?;
    let all = world.spawn_batch((0..20).map(Value))?.to_vec();
    let before = world.snapshot();
    world.despawn(all[3])?;
    world.insert(all[5], Link(all[7]))?;
    let after = world.snapshot();
    let bytes = Delta::between(&before, &after)?.to_bytes();
    Ok((world, [before, after], bytes))
}

#[test]
fn other_bases_are_refused() -> laige::Result<()> {
    let (world, [before, after], bytes) = pair()?;
    let delta = Delta::from_bytes(&bytes)?;
    assert_eq!(delta.apply(&after, &world).err(), Some(Error::DeltaBase));
    assert!(delta.apply(&before, &world)? == after);
    Ok(())
}

#[test]
fn changed_and_cut_deltas_make_nothing() -> laige::Result<()> {
    let (world, [before, after], bytes) = pair()?;
    for length in 0..bytes.len() {
        assert!(Delta::from_bytes(&bytes[..length]).is_err());
    }
    let end = bytes.len() - 16;
    for place in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[place / 8] ^= 1 << (place % 8);
        assert!(Delta::from_bytes(&flipped).is_err(), "{place}");
        let hash = XxHash3_128::oneshot(&flipped[..end]);
        flipped[end..].copy_from_slice(&hash.to_le_bytes());
        let sealed = Delta::from_bytes(&flipped);
        if place < end * 8 {
            let made = sealed.map_err(Error::from).and_then(|delta| delta.apply(&before, &world));
            // Other pieces may say the same.
            assert!(made.is_err() || made == Ok(after.clone()), "bit {place} under a right hash");
        }
    }
    let save = before.to_bytes()?;
    let kind = Delta::from_bytes(&save).expect_err("a whole snapshot");
    assert_eq!((kind.part, kind.fault), (SavePart::Header, LoadFault::Kind(1)));
    let kind = Snapshot::from_bytes(&bytes, &world).expect_err("a delta");
    assert_eq!((kind.part, kind.fault), (SavePart::Header, LoadFault::Kind(2)));
    Ok(())
}
