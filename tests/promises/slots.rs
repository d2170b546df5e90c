//! Slots: which one the next entity gets.
//!
//! Cases L02 (a full world), P05 (freed slots are used again), Q24 and Q25 (bulk spawns after despawns, handles never twice).

use std::collections::BTreeSet;

use laige::prelude::*;
use laige::{Error, OnStaleDespawn, SlotOrder};

use crate::scene::{Health, audited, made, world};

fn spawn_slots(world: &mut World, count: usize) -> laige::Result<Vec<u32>> {
    (0..count).map(|_| world.spawn_empty().map(|entity| world.slot_of(entity))).collect()
}

#[test]
fn fresh_world_gives_out_slots_in_its_order() -> laige::Result<()> {
    assert_eq!(spawn_slots(&mut world(4), 4)?, [0, 1, 2, 3]);
    let descending = Options::with_capacity(4).slot_order(SlotOrder::Descending);
    assert_eq!(spawn_slots(&mut made(descending), 4)?, [3, 2, 1, 0]);
    let ascending = Options::reference(4).slot_order(SlotOrder::Ascending);
    assert_eq!(spawn_slots(&mut made(ascending), 4)?, [0, 1, 2, 3]);
    Ok(())
}

#[test]
fn reference_world_begins_with_the_highest_slot() -> laige::Result<()> {
    let mut world = made(Options::reference(6));
    assert_eq!(spawn_slots(&mut world, 3)?, [5, 4, 3]);
    let fourth = world.layout().entity(4, 1).expect("it fits");
    world.despawn(fourth)?;
    let again = world.spawn_empty()?;
    assert_eq!((world.slot_of(again), world.generation_of(again)), (4, 2));
    Ok(())
}

#[test]
fn freed_slots_come_back_last_in_first_out() -> laige::Result<()> {
    let mut world = world(8);
    let born: Vec<Entity> = (0..6).map(|_| world.spawn_empty()).collect::<laige::Result<_>>()?;
    for slot in [1, 4, 2] {
        world.despawn(born[slot])?;
    }
    // The freed ones from the last to the first, then those never used.
    assert_eq!(spawn_slots(&mut world, 5)?, [2, 4, 1, 6, 7]);
    assert_eq!(world.spawn_empty(), Err(Error::CapacityFull { capacity: 8, requested: 1 }));
    Ok(())
}

#[test]
fn batches_use_freed_slots_in_the_same_order() -> laige::Result<()> {
    // Fewer than the free slots, as many, and more, which is refused.
    for (rows, expected) in [(2, vec![3, 0]), (4, vec![3, 0, 5, 6]), (5, vec![])] {
        let mut world = world(7);
        let born = world.spawn_batch((0..5).map(Health))?.to_vec();
        world.despawn(born[0])?;
        world.despawn(born[3])?;
        let batch = world.spawn_batch((0..rows).map(Health)).map(<[Entity]>::to_vec);
        match batch {
            Ok(batch) => {
                assert_eq!(batch.iter().map(|&e| world.slot_of(e)).collect::<Vec<_>>(), expected);
            }
            Err(error) => assert_eq!(error, Error::CapacityFull { capacity: 7, requested: 5 }),
        }
        // Single spawns go on where the batch left off.
        let rest = if expected.is_empty() {
            vec![3, 0, 5, 6]
        } else {
            vec![3, 0, 5, 6][expected.len()..].to_vec()
        };
        assert_eq!(spawn_slots(&mut world, rest.len())?, rest);
        assert!(world.spawn_empty().is_err());
        audited(&world);
    }
    Ok(())
}

#[test]
fn no_two_entities_ever_have_one_handle() -> laige::Result<()> {
    let mut world = world(50);
    let mut seen = BTreeSet::new();
    let mut living = Vec::new();
    let mut spawned = 0;
    for round in 0..400_u32 {
        if round % 3 == 0 {
            let room = (50 - living.len()).min(1 + round as usize % 7);
            let batch = world.spawn_batch((0..room).map(|i| Health(i as i32)))?.to_vec();
            spawned += batch.len();
            seen.extend(batch.iter().copied());
            living.extend(batch);
        } else if living.len() < 50 {
            living.push(world.spawn_empty()?);
            seen.extend(living.last());
            spawned += 1;
        }
        for _ in 0..round % 4 {
            if !living.is_empty() {
                let place = (round as usize).wrapping_mul(31) % living.len();
                world.despawn(living.swap_remove(place))?;
            }
        }
    }
    assert_eq!((seen.len(), world.stats().total_spawned), (spawned, spawned as u64));
    Ok(())
}

#[test]
fn world_without_capacity_is_legal_and_full() {
    for options in [Options::with_capacity(0), Options::reference(0)] {
        let mut world = made(options.on_stale_despawn(OnStaleDespawn::Error));
        assert_eq!((world.capacity(), world.entity_count(), world.entities().count()), (0, 0, 0));
        let full = |requested| Error::CapacityFull { capacity: 0, requested };
        assert_eq!(world.spawn_empty(), Err(full(1)));
        assert_eq!(world.spawn((Health(1),)), Err(full(1)));
        assert_eq!(world.spawn_batch([Health(1), Health(2)]), Err(full(2)));
        assert_eq!(world.spawn_columns(3, &[Health(1); 3]), Err(full(3)));
        assert_eq!(world.spawn_batch([(); 0]).map(<[Entity]>::len), Ok(0));
        assert!(!world.is_valid(Entity::from_bits(1)));
        world.clear();
        world.settle();
        world.begin_frame();
        assert_eq!((world.query::<Entity>().count(), world.archetype_count()), (0, 0));
        assert_eq!(world.guardrail_stats().entity_budget_warns, [0, 0, 0]);
        audited(&world);
    }
}
