//! A timeline goes back to each of the last ticks, and takes the memory of what changed.
//!
//! Case S08 (saving and restoring again and again covers every entity each time).

use laige::prelude::*;
use laige::{Error, Timeline};

use crate::scene::{Health, POS, Pos, VEL, Vel, audited, state, world};

/// One tick: the result depends on everything before.
fn step(world: &mut World, tick: u64) {
    query!(world, |p: &mut Pos, v: &Vel| p.x += v.x);
    if tick.is_multiple_of(3) {
        let _ = world.spawn((POS, VEL));
    }
    if tick.is_multiple_of(5) {
        let first = world.entities().next();
        first.map(|entity| world.despawn(entity)).transpose().expect("alive");
    }
    if tick.is_multiple_of(7) {
        let last = world.entities().last();
        last.map(|entity| world.insert(entity, Health(1))).transpose().expect("alive");
    }
}

#[test]
fn every_tick_that_is_kept_can_be_gone_back_to() -> laige::Result<()> {
    let mut world = world(1_000);
    world.spawn_batch([(POS, VEL); 100])?;
    let mut timeline = Timeline::new(10);
    let mut states = Vec::new();
    for tick in 0..100 {
        timeline.record(&mut world, tick);
        states.push(state(&world));
        step(&mut world, tick);
    }
    assert_eq!((timeline.len(), timeline.ticks()), (10, Some(90..=99)));
    assert_eq!(timeline.rewind(&mut world, 89), Err(Error::SnapshotMissing { tick: 89 }));
    for tick in [99, 95, 95, 90] {
        timeline.rewind(&mut world, tick)?;
        assert_eq!(state(&world), states[tick as usize], "tick {tick}");
        audited(&world);
        assert_eq!(timeline.ticks(), Some(90..=tick));
    }
    assert_eq!(timeline.rewind(&mut world, 91), Err(Error::SnapshotMissing { tick: 91 }));
    // The same ticks again are the same.
    for tick in 90..100 {
        timeline.record(&mut world, tick);
        assert_eq!(state(&world), states[tick as usize], "tick {tick}");
        step(&mut world, tick);
    }
    Ok(())
}

#[test]
fn rollbacks_that_write_a_tick_otherwise_are_kept_apart() -> laige::Result<()> {
    let mut world = world(100);
    let entity = world.spawn(Health(0))?;
    let mut timeline = Timeline::new(4);
    let set = |world: &mut World, value| {
        if let Some(health) = world.get_mut::<Health>(entity) {
            *health = Health(value);
        }
    };
    timeline.record(&mut world, 0);
    for value in 1..6 {
        set(&mut world, value);
        timeline.record(&mut world, 1);
        timeline.rewind(&mut world, 0)?;
        assert_eq!(world.get::<Health>(entity), Some(&Health(0)));
    }
    set(&mut world, 7);
    timeline.record(&mut world, 1);
    set(&mut world, 8);
    timeline.rewind(&mut world, 1)?;
    assert_eq!(world.get::<Health>(entity), Some(&Health(7)));
    Ok(())
}

#[test]
fn chunks_that_were_not_written_are_shared() -> laige::Result<()> {
    let mut world = world(20_000);
    let all = world.spawn_batch(vec![(POS, VEL); 20_000])?.to_vec();
    let one = world.snapshot().bytes();
    let mut timeline = Timeline::new(50);
    for tick in 0..200 {
        if let Some(pos) = world.get_mut::<Pos>(all[tick as usize % 1_000]) {
            pos.x += 1.0;
        }
        timeline.record(&mut world, tick);
    }
    // One chunk of 20 is written each tick: 1,024 rows of 16 bytes and a handle, and the versions.
    let chunk = 1_024 * (16 + 4) + 64;
    let most = one + 52 * chunk;
    assert!(timeline.bytes() <= most, "{} of at most {most} bytes", timeline.bytes());
    let full = timeline.bytes();
    for tick in 200..400 {
        timeline.record(&mut world, tick);
    }
    assert!(timeline.bytes() <= full, "what is no more is not kept twice");
    Ok(())
}

#[test]
fn the_oldest_go_first_and_clearing_forgets_all() {
    let mut world = world(10);
    let mut timeline = Timeline::new(0);
    assert!(timeline.is_empty() && timeline.ticks().is_none());
    timeline.record(&mut world, 3);
    timeline.record(&mut world, 8);
    assert_eq!((timeline.len(), timeline.ticks()), (1, Some(8..=8)), "it keeps at least one");
    timeline.record(&mut world, u64::MAX);
    assert_eq!(timeline.rewind(&mut world, u64::MAX), Ok(()));
    assert!(timeline.get(8).is_none() && timeline.get(u64::MAX).is_some());
    timeline.clear();
    assert!(timeline.is_empty());
}

/// A part of what a crowd does: which parts an entity has is its archetype.
#[component]
struct Part<const N: u32>;

#[test]
fn a_crowd_that_moves_through_archetypes_leaves_no_room_for_itself_in_each() -> laige::Result<()> {
    let mut world = world(2_000);
    world.register_all::<(Part<0>, Part<1>, Part<2>, Part<3>)>()?;
    let insert = |world: &mut World, entity, part| match part {
        0 => world.insert(entity, Part::<0>),
        1 => world.insert(entity, Part::<1>),
        2 => world.insert(entity, Part::<2>),
        _ => world.insert(entity, Part::<3>),
    };
    let remove = |world: &mut World, entity, part| match part {
        0 => world.remove::<Part<0>>(entity),
        1 => world.remove::<Part<1>>(entity),
        2 => world.remove::<Part<2>>(entity),
        _ => world.remove::<Part<3>>(entity),
    };
    // One entity stays in each archetype.
    for parts in 0..16 {
        let stays = world.spawn((POS, VEL))?;
        for part in (0..4).filter(|part| parts >> part & 1 == 1) {
            insert(&mut world, stays, part)?;
        }
    }
    let crowd = world.spawn_batch(vec![(POS, VEL); 900])?.to_vec();
    let (mut timeline, mut reused) = (Timeline::new(3), world.snapshot());
    let (mut parts, mut one) = (0_u32, 0);
    for tick in 0..80_u64 {
        // From one to the next a single part changes, and every archetype is come by.
        let part = (tick + 1).trailing_zeros().min(3);
        parts ^= 1 << part;
        for &entity in &crowd {
            if parts >> part & 1 == 1 {
                insert(&mut world, entity, part)?;
            } else {
                remove(&mut world, entity, part)?;
            }
        }
        query!(world, |pos: &mut Pos| pos.x += 1.0);
        one = one.max(world.snapshot().bytes());
        timeline.record(&mut world, tick);
        world.snapshot_into(&mut reused);
        assert!(timeline.bytes() <= 3 * 3 * one, "{} for {one} each", timeline.bytes());
        assert!(reused.bytes() <= 3 * one, "{} for {one}", reused.bytes());
    }
    Ok(())
}
