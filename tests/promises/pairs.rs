//! Pairs of rows: each two rows once, the one visited first in front, in the order of the first and then of the second.

use std::ops::ControlFlow;

use laige::prelude::*;

use crate::scene::{Health, POS, Pos, Score, Visible, audited, world};

/// Two archetypes with `Health` beside others, loose.
fn loose() -> laige::Result<World> {
    let mut world = world(64);
    let all = world.spawn_batch((0..20).map(Health))?.to_vec();
    for &entity in &all[..12] {
        world.insert(entity, POS)?;
    }
    for &entity in all[2..9].iter().rev().step_by(2) {
        world.remove::<Pos>(entity)?;
    }
    world.despawn(all[15])?;
    world.spawn_empty()?;
    Ok(world)
}

/// The pairs of a list by two loops over places.
fn expected<T: Copy>(rows: &[T]) -> Vec<(T, T)> {
    let mut pairs = Vec::new();
    for i in 0..rows.len() {
        for j in i + 1..rows.len() {
            pairs.push((rows[i], rows[j]));
        }
    }
    pairs
}

/// Compares the pairs of `(Entity, Q)` in each form with those of two loops, loose and settled.
macro_rules! check {
    ($world:ident, $term:ty) => {
        for _ in 0..2 {
            let mut query = $world.query::<(Entity, $term)>();
            let pairs = expected(&query.iter().map(|row| row.0).collect::<Vec<_>>());
            let mut seen = Vec::new();
            let mut rest = query.combinations();
            for left in (0..=pairs.len()).rev() {
                assert_eq!(rest.size_hint(), (left, Some(left)));
                seen.extend(rest.next().map(|(a, b)| (a.0, b.0)));
            }
            assert!(rest.next().is_none() && rest.next().is_none());
            assert_eq!(seen, pairs);
            for skip in [0, 1, 5, pairs.len()] {
                let mut folded = Vec::new();
                query.combinations().skip(skip).for_each(|(a, b)| folded.push((a.0, b.0)));
                assert_eq!(folded, pairs[skip.min(pairs.len())..]);
            }
            let mut called = Vec::new();
            query.for_each_combination(|a, b| called.push((a.0, b.0)));
            assert_eq!(called, pairs);
            $world.settle();
        }
    };
}

#[test]
fn each_two_rows_come_once_in_order() -> laige::Result<()> {
    let mut world = loose()?;
    check!(world, &Health);
    check!(world, Entity);
    check!(world, Option<&Pos>);
    check!(world, Without<Pos>);
    check!(world, Or<(Without<Health>, With<Pos>)>);
    check!(world, AnyOf<(&Pos, &Score)>);
    check!(world, &Visible);
    Ok(())
}

#[test]
fn no_row_and_one_row_have_no_pair() -> laige::Result<()> {
    let mut world = world(4);
    for _ in 0..2 {
        assert_eq!(world.query::<&Health>().combinations().count(), 0);
        world.query_mut::<&mut Health>().for_each_combination(|_, _| panic!("there is no pair"));
        world.spawn((Health(1),))?;
    }
    assert_eq!(world.query::<&Health>().combinations().count(), 1);
    Ok(())
}

#[test]
fn both_of_a_pair_can_be_written() -> laige::Result<()> {
    let mut world = loose()?;
    let mut model: Vec<i32> =
        world.query_mut::<&mut Health>().iter().map(|health| health.0).collect();
    for i in 0..model.len() {
        for j in i + 1..model.len() {
            let (front, back) = model.split_at_mut(j);
            (front[i], back[0]) = (back[0] - 1, front[i] + 2);
        }
    }
    world.query_mut::<&mut Health>().for_each_combination(|a, b| {
        (a.0, b.0) = (b.0 - 1, a.0 + 2);
    });
    assert_eq!(world.query::<&Health>().iter().map(|health| health.0).collect::<Vec<_>>(), model);
    audited(&world);
    Ok(())
}

#[test]
fn visit_of_pairs_ends_early() -> laige::Result<()> {
    let mut world = loose()?;
    let rows: Vec<Entity> =
        world.query_mut::<(Entity, &Health)>().iter().map(|row| row.0).collect();
    let mut visits = 0;
    let found = world.query_mut::<(Entity, &mut Health)>().for_each_combination(|a, b| {
        visits += 1;
        a.1.0 = -1;
        if a.0 == rows[1] && b.0 == rows[3] {
            ControlFlow::Break(visits)
        } else {
            ControlFlow::Continue(())
        }
    });
    // All with the first, then (1, 2) and (1, 3).
    assert_eq!(found, ControlFlow::Break(rows.len() - 1 + 2));
    let written = world.query::<&Health>().iter().filter(|health| health.0 == -1).count();
    assert_eq!(written, 2);
    let error = world.query_mut::<&Health>().for_each_combination(|_, _| Err("at once"));
    assert_eq!(error, Err("at once"));
    audited(&world);
    Ok(())
}
