//! Whole-query operations do what the same call on each entity in turn does, in a few large moves, and all of it or nothing.
//!
//! Cases Q13 (slots used again after many entities died at once) and P05 in part.

use laige::limits::CHUNK_ROWS;
use laige::prelude::*;
use laige::{Error, Terms};

use crate::scene::{
    Health, POS, Pos, Score, Unknown, VEL, Vel, Visible, audited, made, picture, slots, world,
};

/// A world of several archetypes whose entities are scattered over the slots, and whose chunks are loose.
fn herd(entities: u32) -> laige::Result<World> {
    let mut world = world(entities + 10);
    for i in 0..entities {
        let health = Health(i as i32);
        match i % 5 {
            0 => world.spawn((health,))?,
            1 => world.spawn((health, POS))?,
            2 => world.spawn((POS, health, Score(u64::from(i))))?,
            3 => world.spawn((Visible, health))?,
            _ => world.spawn_empty()?,
        };
    }
    let some: Vec<Entity> = world.entities().skip(7).step_by(11).collect();
    for &entity in some.iter().rev() {
        world.insert(entity, VEL)?;
    }
    for &entity in some.iter().step_by(3) {
        world.despawn(entity)?;
    }
    Ok(world)
}

/// The entities that a query matches, in its order.
fn matched<F: Terms>(world: &mut World) -> Vec<Entity> {
    world.query_mut::<F>().chunks().flat_map(|(entities, _)| entities.to_vec()).collect()
}

/// What a world holds and counts, the moves of rows aside.
fn shown(world: &mut World) -> String {
    world.settle();
    audited(world);
    let stats = world.archetype_stats();
    let (inserts, removes) = (stats.total_inserts, stats.total_removes);
    let values: Vec<_> = world
        .query::<(Entity, Option<&Pos>, Option<&Vel>, Option<&Health>, Option<&Score>)>()
        .iter()
        .map(|row| format!("{row:?}"))
        .collect();
    let archetypes: Vec<_> = world
        .archetypes()
        .map(|view| format!("{:?} {:?}", view.signature(), view.chunks().collect::<Vec<_>>()))
        .collect();
    let (stats, guardrails) = (world.stats(), world.guardrail_stats());
    format!("{values:#?}\n{archetypes:#?}\n{stats:?} {guardrails:?} {inserts} {removes}")
}

/// Does one thing to a world at once, and to its twin one by one, and compares the worlds and what is spawned in them afterwards.
fn compare(
    entities: u32,
    at_once: impl Fn(&mut World) -> laige::Result<u32>,
    one_by_one: impl Fn(&mut World) -> laige::Result<u32>,
) -> laige::Result<()> {
    let (mut world, mut twin) = (herd(entities)?, herd(entities)?);
    for _ in 0..2 {
        assert_eq!(at_once(&mut world)?, one_by_one(&mut twin)?);
        audited(&world);
        let (one, other) = (shown(&mut world), shown(&mut twin));
        let different = one.lines().zip(other.lines()).find(|(line, other)| line != other);
        assert!(different.is_none() && one == other, "with {entities} entities: {different:?}");
        for _ in 0..4 {
            assert_eq!(world.spawn((POS, VEL)), twin.spawn((POS, VEL)));
        }
    }
    Ok(())
}

/// Few entities, several chunks, and so many that chunks are split when others join them.
const HERDS: [u32; 4] = [0, 60, 3 * CHUNK_ROWS as u32, 12 * CHUNK_ROWS as u32];

#[test]
fn inserting_everywhere_is_inserting_one_by_one() -> laige::Result<()> {
    for entities in HERDS {
        compare(
            entities,
            |world| world.insert_all::<(With<Health>, Without<Visible>), _>((VEL, Score(9))),
            |world| {
                let matched = matched::<(With<Health>, Without<Visible>)>(world);
                for &entity in &matched {
                    world.insert(entity, (VEL, Score(9)))?;
                }
                Ok(matched.len() as u32)
            },
        )?;
        // A term asks for its component, and archetype 0 is matched like any other.
        compare(
            entities,
            |world| world.insert_all::<Option<&Pos>, _>((Visible, Health(3))),
            |world| {
                let matched = matched::<Entity>(world);
                for &entity in &matched {
                    world.insert(entity, (Visible, Health(3)))?;
                }
                Ok(matched.len() as u32)
            },
        )?;
    }
    Ok(())
}

#[test]
fn removing_everywhere_is_removing_one_by_one() -> laige::Result<()> {
    for entities in HERDS {
        compare(entities, World::remove_all::<Without<Visible>, (Health, Vel)>, |world| {
            let matched = matched::<Without<Visible>>(world);
            let removed = matched.iter().map(|&entity| world.remove::<(Health, Vel)>(entity));
            let removed: Vec<bool> = removed.collect::<laige::Result<_>>()?;
            Ok(removed.into_iter().filter(|&removed| removed).count() as u32)
        })?;
    }
    Ok(())
}

#[test]
fn despawning_everywhere_is_despawning_in_visit_order() -> laige::Result<()> {
    for entities in HERDS {
        compare(
            entities,
            |world| Ok(world.despawn_all::<(With<Health>, Without<Vel>)>()),
            |world| {
                let matched = matched::<(With<Health>, Without<Vel>)>(world);
                matched.iter().try_for_each(|&entity| world.despawn(entity))?;
                Ok(matched.len() as u32)
            },
        )?;
    }
    Ok(())
}

#[test]
fn slots_of_all_that_died_come_back_last_visited_first() -> laige::Result<()> {
    let mut world = world(8);
    for i in 0..6 {
        // Slots 1, 3 and 5 are of the archetype born first.
        if i % 2 == 1 {
            world.spawn((POS,))?
        } else {
            world.spawn((POS, Visible))?
        };
    }
    world.clear();
    for i in 0..6 {
        if i % 2 == 1 {
            world.spawn((POS,))?
        } else {
            world.spawn((POS, Visible))?
        };
    }
    let visited = slots::<(Entity, &Pos)>(&world);
    assert_eq!(visited, [0, 2, 4, 1, 3, 5]);
    assert_eq!(world.despawn_all::<With<Pos>>(), 6);
    assert_eq!(world.entity_count(), 0);
    let mut reused = Vec::new();
    for _ in 0..6 {
        let entity = world.spawn_empty()?;
        reused.push(world.slot_of(entity));
    }
    assert_eq!(reused, [5, 3, 1, 4, 2, 0]);
    Ok(())
}

#[test]
fn everybody_dies_where_nothing_is_asked() -> laige::Result<()> {
    let mut world = herd(100)?;
    let living = world.entity_count();
    assert_eq!(world.despawn_all::<()>(), living);
    assert_eq!((world.entity_count(), world.despawn_all::<()>()), (0, 0));
    audited(&world);
    Ok(())
}

#[test]
fn operation_that_matches_nobody_bears_no_archetype() -> laige::Result<()> {
    let mut world = herd(20)?;
    let archetypes = world.archetype_count();
    assert_eq!(world.insert_all::<(With<Score>, With<Visible>), _>(VEL), Ok(0));
    assert_eq!(world.insert_all::<With<Unknown>, _>(VEL), Ok(0));
    assert_eq!(world.remove_all::<With<Unknown>, Pos>(), Ok(0));
    assert_eq!(world.remove_all::<Without<Pos>, Pos>(), Ok(0));
    assert_eq!(world.insert_all::<Entity, _>(()).map(|_| ()), Ok(()));
    assert_eq!(world.despawn_all::<With<Unknown>>(), 0);
    assert_eq!((world.archetype_count(), world.entity_count()), (archetypes, 19));
    audited(&world);
    Ok(())
}

#[test]
fn unregistered_component_is_refused_and_nothing_changes() -> laige::Result<()> {
    let mut world = herd(50)?;
    world.settle();
    let before = picture(&world);
    let unregistered = |error| matches!(error, Some(Error::ComponentUnregistered { .. }));
    assert!(unregistered(world.insert_all::<With<Pos>, _>((VEL, Unknown(1))).err()));
    assert!(unregistered(world.remove_all::<With<Pos>, Unknown>().err()));
    assert_eq!(picture(&world), before);
    Ok(())
}

#[test]
fn archetype_budget_refuses_all_or_nothing() -> laige::Result<()> {
    // {Health}, {Health, Pos}, {Health, Vel}; two more are needed and there is room for one.
    let mut world = made(Options::with_capacity(100).max_archetypes(5));
    for i in 0..30 {
        match i % 3 {
            0 => world.spawn((Health(i),))?,
            1 => world.spawn((Health(i), POS))?,
            _ => world.spawn((Health(i), VEL))?,
        };
    }
    world.spawn((Score(1),))?;
    world.settle();
    let (before, warned) = (picture(&world), world.guardrail_stats().archetype_budget_warns);
    let first = world.query::<(Entity, With<Pos>)>().iter().next().map(|(entity, _)| entity);
    let refused = Error::ArchetypesFull { entity: first.expect("there are ten"), max: 5 };
    assert_eq!(world.insert_all::<With<Health>, _>(Visible), Err(refused));
    assert_eq!(picture(&world), before);
    assert_eq!(world.guardrail_stats().archetype_budget_warns, warned + 1);
    audited(&world);
    // What needs one archetype alone is done.
    assert_eq!(world.insert_all::<(With<Health>, With<Vel>), _>(Visible), Ok(10));
    Ok(())
}

#[test]
fn component_limit_refuses_all_or_nothing() -> laige::Result<()> {
    let mut world = made(Options::with_capacity(100).max_components_per_entity(2));
    for i in 0..10 {
        world.spawn((Health(i),))?;
        world.spawn((Health(i), POS))?;
    }
    let before = picture(&world);
    let refused = world.insert_all::<With<Health>, _>(VEL).expect_err("three are too many");
    assert!(matches!(refused, Error::ComponentLimit { components: 3, max: 2, .. }), "{refused}");
    assert_eq!(picture(&world), before);
    assert_eq!(world.insert_all::<Without<Pos>, _>(VEL), Ok(10));
    audited(&world);
    Ok(())
}

#[test]
fn churn_of_a_whole_query_warns_once() -> laige::Result<()> {
    let mut world = made(Options::with_capacity(2_000).churn_per_frame_budget(100));
    world.spawn_batch((0..600).map(|i| (Health(i),)))?;
    world.insert_all::<With<Health>, _>((POS, VEL))?;
    let stats = world.guardrail_stats();
    assert_eq!((stats.frame_churn, stats.churn_warns), (1_200, 1));
    world.begin_frame();
    world.remove_all::<With<Health>, (Pos, Score)>()?;
    let stats = world.guardrail_stats();
    assert_eq!((stats.frame_churn, stats.churn_warns), (600, 2));
    let stats = world.archetype_stats();
    assert_eq!((stats.total_inserts, stats.total_removes), (1_200, 600));
    Ok(())
}

#[test]
fn handles_lead_to_rows_that_moved_among_rows_of_others() -> laige::Result<()> {
    let mut world = world(4 * CHUNK_ROWS as u32);
    // Two archetypes that share every range of slots; one joins the other.
    let mut all = Vec::new();
    for i in 0..3 * CHUNK_ROWS as i32 {
        let entity = world.spawn((Health(i),))?;
        if i % 2 == 0 {
            world.insert(entity, Score(i as u64))?;
        }
        all.push(entity);
    }
    assert_eq!(world.insert_all::<Without<Score>, _>(Score(7)), Ok(3 * CHUNK_ROWS as u32 / 2));
    audited(&world);
    for (i, &entity) in all.iter().enumerate() {
        assert_eq!(world.get::<Health>(entity), Some(&Health(i as i32)));
        let score = if i % 2 == 0 { i as u64 } else { 7 };
        assert_eq!(world.get::<Score>(entity), Some(&Score(score)));
    }
    // Seen through `&World` before and after everything is settled.
    let before = slots::<(Entity, &Score)>(&world);
    world.settle();
    assert_eq!(slots::<(Entity, &Score)>(&world), before);
    assert!(before.is_sorted());
    Ok(())
}
