//! Order: archetypes by birth, entities by ascending slot, whatever happened before and however one asks.
//!
//! Cases Q20 (order does not depend on history) and Q06 (matching, other, matching, empty, matching archetypes).

use laige::prelude::*;

use crate::scene::{Health, MANY, POS, Pos, Score, VEL, Vel, Visible, audited, slots, world};

#[test]
fn archetypes_come_by_birth_and_entities_by_slot() -> laige::Result<()> {
    let mut world = world(8);
    let late = world.spawn((POS, Health(1)))?; // slot 0, archetype 1
    world.spawn((VEL,))?; // slot 1, archetype 2, which does not match
    world.spawn((POS, VEL))?; // slot 2, archetype 3
    world.spawn((POS, Health(2)))?; // slot 3, archetype 1
    let empty = world.spawn((POS, Score(1)))?; // archetype 4, empty soon
    world.despawn(empty)?;
    world.spawn((POS,))?; // slot 4 again, archetype 5
    assert_eq!(slots::<&Pos>(&world), [0, 3, 2, 4]);
    assert_eq!(slots::<Entity>(&world), [0, 3, 1, 2, 4]);
    // Moving changes the archetype, and with it the place.
    world.remove::<Health>(late)?;
    assert_eq!(slots::<&Pos>(&world), [3, 2, 0, 4]);
    assert_eq!(world.entities().map(|e| world.slot_of(e)).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    Ok(())
}

#[test]
fn inserting_one_by_one_bears_each_step_and_spawning_only_the_last() -> laige::Result<()> {
    let sizes = |world: &World| {
        world.archetypes().map(|archetype| archetype.signature().len()).collect::<Vec<_>>()
    };
    let mut steps = world(2);
    let entity = steps.spawn_empty()?;
    steps.insert(entity, POS)?;
    steps.insert(entity, VEL)?;
    steps.insert(entity, Health(1))?;
    assert_eq!(sizes(&steps), [0, 1, 2, 3]);
    let mut whole = world(2);
    whole.spawn((POS, VEL, Health(1)))?;
    assert_eq!(sizes(&whole), [0, 3]);
    let mut bundle = world(2);
    let entity = bundle.spawn_empty()?;
    bundle.insert(entity, (POS, VEL, Health(1)))?;
    assert_eq!(sizes(&bundle), [0, 3]);
    Ok(())
}

/// Changes a world at random in all ways that move rows.
fn churn(world: &mut World, rounds: u32) -> laige::Result<()> {
    let mut number = 12_345_u32;
    let mut draw = |below: usize| {
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (number >> 8) as usize % below
    };
    let mut all: Vec<Entity> = world.entities().collect();
    for _ in 0..rounds {
        let place = draw(all.len());
        let entity = all[place];
        match draw(6) {
            0 => world.insert(entity, VEL)?,
            1 => _ = world.remove::<Vel>(entity)?,
            2 => world.insert(entity, (Health(1), Visible))?,
            3 => _ = world.remove::<(Health, Visible)>(entity)?,
            4 => {
                world.despawn(entity)?;
                all[place] = world.spawn((POS, Score(2)))?;
            }
            _ => world.insert(entity, Score(3))?,
        }
    }
    Ok(())
}

/// The entities that match, in the order that is promised.
fn promised(world: &World, matches: impl Fn(Entity) -> bool) -> Vec<Entity> {
    let mut entities: Vec<(u32, Entity)> = world
        .entities()
        .filter(|&entity| matches(entity))
        .filter_map(|entity| Some((world.entity(entity)?.archetype().id(), entity)))
        .collect();
    entities.sort_unstable();
    entities.into_iter().map(|(_, entity)| entity).collect()
}

#[test]
fn order_depends_on_archetype_and_slot_alone_after_any_churn() -> laige::Result<()> {
    let mut world = world(MANY as u32);
    world.spawn_batch(vec![(POS, Score(0)); MANY])?;
    for round in 0..6 {
        churn(&mut world, 3_000)?;
        let vel = promised(&world, |entity| world.has::<Vel>(entity));
        let rest = promised(&world, |entity| !world.has::<Vel>(entity) && world.has::<Pos>(entity));
        let everyone = promised(&world, |_| true);
        for settled in [false, true] {
            if settled {
                world.settle();
            }
            audited(&world);
            assert_eq!(
                world.query::<(Entity, &Vel)>().iter().map(|(e, _)| e).collect::<Vec<_>>(),
                vel
            );
            let mut seen = Vec::new();
            query!(world, |e: Entity, _: &Pos, _: Without<Vel>, _: Option<&Health>| seen.push(e));
            assert_eq!(seen, rest, "round {round}");
            let runs: Vec<Entity> = world
                .query::<Entity>()
                .chunks()
                .flat_map(|(entities, _)| entities)
                .copied()
                .collect();
            assert_eq!(runs, everyone);
        }
        // From `&mut World`, which settles what it shows.
        churn(&mut world, 100)?;
        let everyone = promised(&world, |_| true);
        assert_eq!(
            world
                .query_mut::<(Entity, Option<&mut Pos>)>()
                .iter()
                .map(|(e, _)| e)
                .collect::<Vec<_>>(),
            everyone
        );
        audited(&world);
    }
    Ok(())
}

#[test]
fn writing_query_shows_rows_out_of_place_in_order_and_settles_them_when_that_pays()
-> laige::Result<()> {
    let mut world = world(1_000);
    let all = world.spawn_batch([(POS, VEL); 1_000])?.to_vec();
    world.settle();
    let settles = |world: &World| world.archetype_stats().total_settles;
    // Back in their archetype, but behind rows that stayed.
    for &entity in &all[100..105] {
        world.remove::<Vel>(entity)?;
    }
    world.settle();
    let before = settles(&world);
    for &entity in &all[100..105] {
        world.insert(entity, VEL)?;
    }
    let mut visits = 0;
    while settles(&world) == before {
        let mut seen = Vec::new();
        query!(world, |e: Entity, p: &mut Pos, _: &Vel| {
            p.x += 1.0;
            seen.push(e);
        });
        assert_eq!(seen, all, "visit {visits}");
        visits += 1;
        assert!(visits <= 100, "they are never settled");
        audited(&world);
    }
    assert!(visits > 1, "one visit of five rows out of place costs less than moving 900");
    assert_eq!(world.query_mut::<&mut Pos>().chunks().count(), 1);
    let moved = f32::from(visits as u8);
    query!(world, |p: &Pos| assert_eq!(*p, Pos { x: POS.x + moved, ..POS }));
    Ok(())
}
