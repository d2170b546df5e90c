//! Generations: a handle stays invalid for ever, and what happens when a slot has no generation left.
//!
//! Case L01 (generation wrap, the sentinel, retirement counts against the capacity).

use laige::prelude::*;
use laige::{Error, OnGenerationWrap};

use crate::scene::{audited, made};

/// A world of one slot with 16 bits of generation.
fn single(policy: OnGenerationWrap) -> World {
    made(Options::reference(1).on_generation_wrap(policy))
}

#[test]
fn slot_that_has_used_up_its_generations_is_retired() -> laige::Result<()> {
    let mut world = single(OnGenerationWrap::Retire);
    let mut last = Entity::NONE;
    for generation in 1..=65_535 {
        let entity = world.spawn_empty()?;
        assert_eq!((world.slot_of(entity), world.generation_of(entity)), (0, generation));
        assert!(!world.is_valid(last), "no handle comes again");
        last = entity;
        assert_eq!(world.stats().retired, 0);
        world.despawn(entity)?;
    }
    assert_eq!(world.stats().retired, 1);
    assert_eq!(world.spawn_empty(), Err(Error::CapacityFull { capacity: 1, requested: 1 }));
    let any = (1..=65_535).filter_map(|generation| world.layout().entity(0, generation));
    assert!(any.into_iter().all(|entity| !world.is_valid(entity)));
    // Nor does clearing bring it back.
    world.clear();
    assert!(world.spawn_empty().is_err());
    audited(&world);
    Ok(())
}

#[test]
fn last_slot_that_handles_have_bits_for_lives_as_often_as_others() -> laige::Result<()> {
    // The handle of all ones is the last one of that slot.
    for (options, lives) in [
        (Options::with_capacity(1 << 24).slot_order(laige::SlotOrder::Descending), 255),
        (Options::reference(65_536).on_generation_wrap(OnGenerationWrap::Retire), 65_535),
    ] {
        let mut world = made(options);
        let slot = world.capacity() - 1;
        for generation in 1..=lives {
            let entity = world.spawn_empty()?;
            assert_eq!((world.slot_of(entity), world.generation_of(entity)), (slot, generation));
            world.despawn(entity)?;
        }
        let other = world.spawn_empty()?;
        assert_eq!((world.slot_of(other), world.generation_of(other)), (slot - 1, 1));
        assert_eq!(world.stats().retired, 1);
    }
    Ok(())
}

#[test]
fn slot_wraps_where_the_options_say_so() -> laige::Result<()> {
    let mut world = single(OnGenerationWrap::Wrap);
    let first = world.spawn_empty()?;
    world.despawn(first)?;
    for release in 2..=65_535 {
        let entity = world.spawn_empty()?;
        assert_eq!(world.generation_of(entity), release);
        assert!(!entity.is_none() && !world.is_valid(first));
        world.despawn(entity)?;
    }
    // It was released 65,535 times: the very first handle is valid again.
    let again = world.spawn_empty()?;
    assert_eq!(again, first);
    assert!(world.is_valid(first));
    assert_eq!(world.stats().retired, 0);
    audited(&world);
    Ok(())
}

#[test]
fn retired_slots_count_against_the_capacity() -> laige::Result<()> {
    // 24 bits of slot leave 255 generations.
    let mut world = made(Options::with_capacity(1 << 24));
    let keeper = world.spawn_empty()?;
    let mut handles = Vec::new();
    for generation in 1..=255 {
        let entity = world.spawn_empty()?;
        assert_eq!((world.slot_of(entity), world.generation_of(entity)), (1, generation));
        handles.push(entity);
        world.despawn(entity)?;
    }
    let next = world.spawn_empty()?;
    assert_eq!((world.slot_of(next), world.generation_of(next)), (2, 1));
    assert!(handles.iter().all(|&entity| !world.is_valid(entity)) && world.is_valid(keeper));
    let stats = world.stats();
    assert_eq!((stats.capacity, stats.in_use, stats.retired), (1 << 24, 2, 1));
    assert_eq!((stats.total_spawned, stats.peak_in_use), (257, 2));
    Ok(())
}

#[test]
fn clearing_uses_up_a_generation_too() -> laige::Result<()> {
    let mut world = single(OnGenerationWrap::Retire);
    for generation in 1..=65_535 {
        let entity = world.spawn_empty()?;
        assert_eq!(world.generation_of(entity), generation);
        world.clear();
        assert!(!world.is_valid(entity));
    }
    assert_eq!(world.stats().retired, 1);
    assert!(world.spawn_empty().is_err());
    audited(&world);
    Ok(())
}

#[test]
fn cleared_world_leaves_retired_slots_out() -> laige::Result<()> {
    let mut world = made(Options::reference(3).on_generation_wrap(OnGenerationWrap::Retire));
    // Slot 2 is the first that a reference world gives out.
    for _ in 0..65_535 {
        let entity = world.spawn_empty()?;
        world.despawn(entity)?;
    }
    world.clear();
    let slots: Vec<u32> = (0..2)
        .map(|_| world.spawn_empty().map(|e| world.slot_of(e)))
        .collect::<laige::Result<_>>()?;
    assert_eq!(slots, [1, 0]);
    assert_eq!(world.spawn_empty(), Err(Error::CapacityFull { capacity: 3, requested: 1 }));
    assert_eq!(world.spawn_batch([(), ()]), Err(Error::CapacityFull { capacity: 3, requested: 2 }));
    audited(&world);
    Ok(())
}
