//! Iterators: every row once, with a length that is exact from the first call to the last.
//!
//! Case Q18 (`size_hint` and `len` after partial consumption, fused after the end).

use laige::ReadTerms;
use laige::prelude::*;

use crate::scene::{Health, MANY, POS, Pos, VEL, Vel, Visible, world};

/// How many of them are alive in the end.
const LIVING: usize = MANY - MANY / 7;

/// [`MANY`] entities in three archetypes; loose: holes, tails, and a chunk that lost all its rows.
fn loose() -> laige::Result<World> {
    let mut world = world(MANY as u32);
    let all = world.spawn_batch((0..MANY as i32).map(Health))?.to_vec();
    for (i, &entity) in all.iter().enumerate() {
        match i % 7 {
            0 => world.insert(entity, POS)?,
            3 => world.insert(entity, (POS, VEL))?,
            5 => world.despawn(entity)?,
            _ => {}
        }
    }
    for &entity in all.iter().step_by(14).rev() {
        world.remove::<Pos>(entity)?;
    }
    Ok(world)
}

fn exact<Q: ReadTerms>(world: &World) {
    let total = world.query::<Q>().count();
    let query = world.query::<Q>();
    let mut rows = query.iter();
    for rest in (0..total).rev() {
        assert_eq!((rows.len(), rows.size_hint()), (rest + 1, (rest + 1, Some(rest + 1))));
        assert!(rows.next().is_some());
    }
    for _ in 0..3 {
        assert_eq!((rows.len(), rows.size_hint()), (0, (0, Some(0))));
        assert!(rows.next().is_none());
    }
}

#[test]
fn length_is_exact_all_the_way_and_the_end_is_the_end() -> laige::Result<()> {
    let mut world = loose()?;
    for _ in 0..2 {
        exact::<(&Health, &Pos)>(&world);
        exact::<Entity>(&world);
        exact::<(Option<&Vel>, Without<Pos>)>(&world);
        exact::<&Visible>(&world);
        exact::<()>(&world);
        world.settle();
    }
    Ok(())
}

#[test]
fn inner_and_outer_iteration_show_the_same() -> laige::Result<()> {
    let world = loose()?;
    let query = world.query::<(Entity, &Health, Option<&Pos>)>();
    let mut outer = Vec::new();
    for (entity, health, pos) in query {
        outer.push((entity, health.0, pos.is_some()));
    }
    for skip in [0, 1, 99, LIVING / 2, LIVING - 1, LIVING, LIVING + 1] {
        let mut rows = query.iter();
        if skip > 0 {
            rows.nth(skip - 1);
        }
        let mut inner = Vec::new();
        rows.for_each(|(entity, health, pos)| inner.push((entity, health.0, pos.is_some())));
        assert_eq!(inner, outer[skip.min(outer.len())..]);
    }
    let sum: i32 = query.iter().map(|(_, health, _)| health.0).sum();
    assert_eq!(sum, outer.iter().map(|row| row.1).sum::<i32>());
    assert_eq!((query.iter().count(), query.iter().skip(10).count()), (LIVING, LIVING - 10));
    assert_eq!(query.iter().last().map(|row| row.0), outer.last().map(|row| row.0));
    Ok(())
}

#[test]
fn mutable_items_of_one_visit_can_be_held_together() -> laige::Result<()> {
    let mut world = loose()?;
    let mut query = world.query_mut::<(&mut Health, Entity)>();
    let mut items: Vec<(&mut Health, Entity)> = query.iter().collect();
    for (place, (health, _)) in items.iter_mut().enumerate() {
        health.0 = place as i32;
    }
    items.swap(0, 1);
    assert_eq!((items[0].0.0, items[1].0.0), (1, 0));
    let values: Vec<i32> = world.query::<&Health>().iter().map(|health| health.0).collect();
    assert_eq!(values, (0..LIVING as i32).collect::<Vec<_>>());
    Ok(())
}

#[test]
fn visits_of_a_query_can_be_repeated() -> laige::Result<()> {
    let mut world = loose()?;
    let mut query = world.query_mut::<&mut Health>();
    for _ in 0..3 {
        query.for_each(|health| health.0 += 10_000);
    }
    assert!(query.iter().all(|health| health.0 >= 30_000));
    assert_eq!((query.count(), query.is_empty()), (LIVING, false));
    Ok(())
}

#[test]
fn reading_query_can_be_copied() -> laige::Result<()> {
    let world = loose()?;
    let query = world.query::<(Entity, &Health)>();
    let (one, two) = (query, query);
    assert!(one.iter().map(|(e, _)| e).eq(two.iter().map(|(e, _)| e)));
    let entity = one.iter().next().map(|(entity, _)| entity).expect("there are rows");
    // An item borrows its copy of the query, and the world below can be read meanwhile.
    assert_eq!(two.get(entity).map(|(_, health)| health), world.get::<Health>(entity));
    Ok(())
}
