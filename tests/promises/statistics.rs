//! Statistics: what a world counts of itself, worked out by hand for short histories.

use laige::prelude::*;

use crate::scene::{Health, MANY, POS, Pos, Score, VEL, Vel, world};

#[test]
fn entity_statistics_count_the_living_the_peak_and_all() -> laige::Result<()> {
    let mut world = world(10);
    let first = world.spawn((POS,))?;
    world.spawn_batch([(); 4])?;
    world.despawn(first)?;
    world.spawn_empty()?;
    let stats = world.stats();
    assert_eq!((stats.capacity, stats.in_use, stats.peak_in_use), (10, 5, 5));
    assert_eq!((stats.total_spawned, stats.retired, stats.bytes), (6, 0, 80));
    Ok(())
}

#[test]
fn failed_spawns_leave_no_trace_in_the_statistics() -> laige::Result<()> {
    let mut world = world(4);
    world.spawn_empty()?;
    let before = world.stats();
    assert!(world.spawn_batch([(POS,); 9]).is_err());
    assert!(world.spawn_batch((0..9).filter(|i| *i >= 0).map(Health)).is_err());
    assert!(world.spawn((crate::scene::Unknown(1),)).is_err());
    assert_eq!((world.stats(), world.guardrail_stats().entity_budget_level), (before, 25));
    Ok(())
}

#[test]
fn inserts_and_removes_count_components() -> laige::Result<()> {
    let mut world = world(10);
    let entity = world.spawn((POS, VEL))?; // a spawn counts nothing
    world.insert(entity, (Health(1), POS))?; // 2 inserts, one of them an overwrite
    world.insert(entity, Score(1))?; // 1
    assert!(world.remove::<(Pos, Score)>(entity)?); // 2 removes
    assert!(world.remove::<(Pos, Vel)>(entity)?); // 1, for Pos was gone
    assert_eq!(world.take::<Health>(entity)?, Some(Health(1))); // 1
    assert!(!world.remove::<(Pos, Vel)>(entity)?);
    world.insert(entity, POS)?; // 1 insert
    world.despawn(entity)?; // counts nothing
    let stats = world.archetype_stats();
    assert_eq!((stats.total_inserts, stats.total_removes), (4, 4));
    Ok(())
}

#[test]
fn chunk_grows_by_doubling_and_the_pool_keeps_what_it_left() -> laige::Result<()> {
    let mut world = world(100);
    world.spawn_batch([Health(1); 40])?;
    let stats = world.archetype_stats();
    assert_eq!(
        (stats.archetypes, stats.chunks, stats.rows_live, stats.rows_reserved),
        (1, 1, 40, 64)
    );
    // Blocks of 16, 32 and 64 rows: the column's version, handles and one column of 4 bytes, each a multiple of 64 bytes.
    assert_eq!(stats.bytes_pooled, 192 + 320);
    assert!(stats.bytes_reserved >= 576);
    assert_eq!((stats.total_growths, stats.total_reservations), (3, 3));
    assert_eq!(stats.total_rows_moved, 16 + 32);
    assert_eq!((stats.total_splits, stats.total_merges, stats.total_settles), (0, 0, 0));
    world.clear();
    let stats = world.archetype_stats();
    assert_eq!((stats.chunks, stats.rows_live, stats.rows_reserved), (0, 0, 0));
    assert_eq!(stats.bytes_pooled, 192 + 320 + 576);
    world.spawn_batch([Health(1); 40])?;
    let again = world.archetype_stats();
    assert_eq!(
        (again.total_reservations, again.total_growths, again.bytes_pooled),
        (3, 3, 192 + 320)
    );
    Ok(())
}

#[test]
fn rows_that_are_copied_are_counted() -> laige::Result<()> {
    let moved = |world: &World| world.archetype_stats().total_rows_moved;
    let mut world = world(100);
    let all = world.spawn_batch([(POS, Health(1)); 10])?.to_vec();
    assert_eq!(moved(&world), 0);
    world.insert(all[0], VEL)?;
    assert_eq!(moved(&world), 1, "one row to another archetype");
    world.insert(all[0], VEL)?;
    assert_eq!(moved(&world), 1, "an overwrite copies no row");
    world.remove::<(Vel, Pos)>(all[0])?;
    assert_eq!(moved(&world), 2, "several components at once are one move");
    world.despawn(all[9])?;
    assert_eq!(moved(&world), 2, "a row that leaves makes a hole");
    world.settle();
    assert_eq!(moved(&world), 10, "the first hole is closed by the eight rows behind it");
    assert_eq!(world.archetype_stats().total_settles, 1);
    world.settle();
    assert_eq!((moved(&world), world.archetype_stats().total_settles), (10, 1));
    Ok(())
}

#[test]
fn slot_that_comes_back_refills_its_hole_and_costs_nothing() -> laige::Result<()> {
    let mut world = world(MANY as u32);
    let all = world.spawn_batch(vec![(POS, Health(1)); MANY])?.to_vec();
    let before = world.archetype_stats();
    for &entity in all.iter().step_by(7) {
        world.despawn(entity)?;
        world.spawn((POS, Health(2)))?;
        world.remove::<Health>(all[3])?;
        world.insert(all[3], Health(3))?;
    }
    world.settle();
    let after = world.archetype_stats();
    // {Pos} was born, for the row of slot 3, which moved there and back.
    assert_eq!(after.total_rows_moved - before.total_rows_moved, 2 * (MANY as u64 / 7));
    assert_eq!(
        (after.total_settles, after.total_reservations),
        (before.total_settles, before.total_reservations + 1)
    );
    Ok(())
}

#[test]
fn equal_histories_give_equal_counters() -> laige::Result<()> {
    let run = || -> laige::Result<_> {
        let mut world = world(MANY as u32);
        let all = world.spawn_batch(vec![(POS, Health(1)); MANY])?.to_vec();
        for round in 1..6 {
            for &entity in all.iter().step_by(round).rev() {
                world.insert(entity, VEL)?;
            }
            for &entity in all.iter().step_by(round + 2) {
                world.remove::<(Vel, Health)>(entity)?;
            }
            world.begin_frame();
        }
        Ok((world.archetype_stats(), world.guardrail_stats(), world.stats()))
    };
    assert_eq!(run()?, run()?);
    Ok(())
}
