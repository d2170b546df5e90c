//! Loops: a query is looped over by value and by reference, and one that only reads needs no `mut` for anything.

use laige::prelude::*;
use laige::{ReadTerms, Result};

use crate::scene::{Health, POS, Pos, VEL, Vel, world};

fn some() -> Result<World> {
    let mut world = world(16);
    for i in 0..4 {
        world.spawn((Health(i),))?;
        world.spawn((Health(10 * i), POS))?;
    }
    Ok(world)
}

#[test]
fn query_is_looped_over_by_value_and_by_reference() -> Result<()> {
    let mut world = some()?;
    for health in world.query_mut::<&mut Health>() {
        health.0 += 1;
    }
    let mut query = world.query_mut::<(&mut Health, With<Pos>)>();
    for (health, _) in &mut query {
        health.0 *= 2;
    }
    for (health, _) in query {
        health.0 += 1;
    }
    let mut seen = Vec::new();
    let query = world.query::<&Health>();
    for a in &query {
        for b in &query {
            seen.push((a.0, b.0));
        }
    }
    let rows = [1, 2, 3, 4, 3, 23, 43, 63];
    assert_eq!(seen, rows.map(|a| rows.map(|b| (a, b))).concat());
    Ok(())
}

#[test]
fn loop_can_be_left_and_begun_again() -> Result<()> {
    let mut world = some()?;
    let mut query = world.query_mut::<&mut Health>();
    for _ in 0..2 {
        for health in &mut query {
            health.0 += 100;
            if health.0 % 100 == 2 {
                break;
            }
        }
    }
    let all: Vec<i32> = world.query::<&Health>().iter().map(|health| health.0).collect();
    assert_eq!(all, [200, 201, 202, 3, 0, 10, 20, 30]);
    Ok(())
}

#[test]
fn items_of_a_reading_query_outlive_it() -> Result<()> {
    fn find<Q: ReadTerms>(world: &World, entity: Entity) -> Option<laige::ItemOf<'_, Q>> {
        world.query::<Q>().get(entity)
    }
    let mut world = some()?;
    let both = world.spawn((POS, VEL))?;
    assert_eq!(find::<(&Vel, &Pos)>(&world, both), Some((&VEL, &POS)));
    let first = world.query::<&Health>().first();
    let mut longest = world.query::<&Health>().iter();
    let slices: Vec<&[Health]> = world.query::<&Health>().chunks().map(|(_, run)| run).collect();
    let mut kept = Vec::new();
    world.query::<&Health>().for_each(|health| kept.push(health));
    assert_eq!(
        (first, longest.next(), slices.concat().len(), kept.len()),
        (kept.first().copied(), first, 8, 8)
    );
    // A copy goes on from where it was made.
    assert!(longest.clone().eq(kept[1..].iter().copied()) && longest.eq(kept[1..].iter().copied()));
    Ok(())
}

#[test]
fn reading_query_of_a_mutable_world_needs_no_mut_either() -> Result<()> {
    let mut world = some()?;
    let query = world.query_mut::<(Entity, &Health)>();
    let (first, _) = query.first().expect("there are rows");
    let same = query.get(first).map(|(entity, _)| entity);
    assert_eq!((same, query.iter().len(), query.chunks().count()), (Some(first), 8, 2));
    Ok(())
}
