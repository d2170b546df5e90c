//! Clearing: every life ends, the world stays.
//!
//! Cases Q27 (nobody survives, the counts are right), Q13 (queries know nothing of before) and L08 (clearing nothing).

use laige::SlotOrder;
use laige::prelude::*;

use crate::scene::{Health, POS, Pos, VEL, Vel, audited, made, picture, world};

#[test]
fn nobody_survives() -> laige::Result<()> {
    for living in 0..4 {
        for freed in 0..3 {
            let mut world = world(8);
            let passing: Vec<Entity> =
                (0..freed).map(|i| world.spawn((POS, Health(i)))).collect::<laige::Result<_>>()?;
            let staying: Vec<Entity> =
                (0..living).map(|i| world.spawn((Health(i),))).collect::<laige::Result<_>>()?;
            passing.iter().try_for_each(|&entity| world.despawn(entity))?;
            world.clear();
            assert_eq!(
                (world.entity_count(), world.entities().count(), world.query::<Entity>().count()),
                (0, 0, 0)
            );
            assert!(staying.iter().chain(&passing).all(|&entity| !world.is_valid(entity)));
            assert_eq!(
                (world.archetype_stats().chunks, world.archetype_stats().rows_reserved),
                (0, 0)
            );
            audited(&world);
            let next = world.spawn((Health(7),))?;
            let generation = if living + freed > 0 { 2 } else { 1 };
            assert_eq!((world.slot_of(next), world.generation_of(next)), (0, generation));
            assert_eq!(
                world.query::<&Health>().iter().map(|health| health.0).collect::<Vec<_>>(),
                [7]
            );
        }
    }
    Ok(())
}

#[test]
fn clearing_twice_is_clearing_once() -> laige::Result<()> {
    for options in [Options::with_capacity(6), Options::reference(6)] {
        let mut world = made(options);
        for i in 0..4 {
            world.spawn((Health(i),))?;
        }
        world.clear();
        let once = picture(&world);
        world.clear();
        assert_eq!(picture(&world), once);
        for _ in 0..6 {
            world.spawn_empty()?;
        }
        assert!(world.spawn_empty().is_err(), "it is full again");
        audited(&world);
    }
    Ok(())
}

#[test]
fn free_list_is_as_in_a_fresh_world() -> laige::Result<()> {
    for (order, expected) in
        [(SlotOrder::Ascending, [0, 1, 2, 3, 4]), (SlotOrder::Descending, [4, 3, 2, 1, 0])]
    {
        let mut world = made(Options::with_capacity(5).slot_order(order));
        let born: Vec<Entity> =
            (0..4).map(|_| world.spawn_empty()).collect::<laige::Result<_>>()?;
        world.despawn(born[2])?;
        world.despawn(born[0])?;
        world.clear();
        let slots: Vec<u32> = (0..5)
            .map(|_| world.spawn_empty().map(|e| world.slot_of(e)))
            .collect::<laige::Result<_>>()?;
        assert_eq!(slots, expected);
    }
    Ok(())
}

#[test]
fn reference_world_lays_the_living_on_what_was_free() -> laige::Result<()> {
    // Full: the highest slot is on top.
    let mut full = made(Options::reference(3));
    (0..3).try_for_each(|_| full.spawn_empty().map(|_| ()))?;
    full.clear();
    let next = full.spawn_empty()?;
    assert_eq!((full.slot_of(next), full.generation_of(next)), (2, 2));

    // Slots 5, 4, 3 live; 4 is freed. Free were 0, 1, 2, 4; the clear adds 3, then 5.
    let mut world = made(Options::reference(6));
    let born: Vec<Entity> = (0..3).map(|_| world.spawn_empty()).collect::<laige::Result<_>>()?;
    world.despawn(born[1])?;
    world.clear();
    let slots: Vec<u32> = (0..6)
        .map(|_| world.spawn_empty().map(|e| world.slot_of(e)))
        .collect::<laige::Result<_>>()?;
    assert_eq!(slots, [5, 3, 4, 2, 1, 0]);
    Ok(())
}

#[test]
fn archetypes_components_and_totals_stay() -> laige::Result<()> {
    let mut world = world(10);
    let first = world.spawn((POS,))?;
    world.insert(first, VEL)?;
    world.spawn((Health(1),))?;
    let mut prepared = Vec::new();
    query!(world, |e: Entity, _: &Pos| prepared.push(e));
    let (before, entities) = (world.archetype_stats(), world.stats());
    world.clear();
    let after = world.archetype_stats();
    assert_eq!((after.archetypes, world.component_count()), (before.archetypes, 5));
    assert_eq!(
        (after.total_inserts, after.total_removes),
        (before.total_inserts, before.total_removes)
    );
    assert_eq!(
        (world.stats().peak_in_use, world.stats().total_spawned),
        (entities.peak_in_use, entities.total_spawned)
    );
    assert_eq!(world.guardrail_stats().frame_churn, 1);
    // The order of birth is kept: {Pos} before {Pos, Vel}.
    let later = world.spawn((VEL, POS))?;
    let earlier = world.spawn((POS,))?;
    let mut seen = Vec::new();
    query!(world, |e: Entity, _: &Pos, v: Option<&Vel>| seen.push((e, v.is_some())));
    assert_eq!(seen, [(earlier, false), (later, true)]);
    Ok(())
}
