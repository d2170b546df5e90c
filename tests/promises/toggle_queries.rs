//! Queries about toggles: each row is asked, in every form there is to visit rows, in settled chunks and in loose ones.

use std::ops::ControlFlow;

use laige::limits::CHUNK_ROWS;
use laige::prelude::*;

use crate::scene::{Health, POS, Pos, VEL, Vel, audited};

#[component(toggle)]
#[derive(Debug, PartialEq)]
struct Stunned;

#[component(toggle)]
#[derive(Debug, PartialEq)]
struct Hidden;

/// Never registered.
#[component(toggle)]
#[derive(Debug, PartialEq)]
struct Unknown;

/// A world with so many entities, each with its number as health, of which the numbers that `stunned` and `hidden` say have the toggle.
fn world(
    count: usize,
    stunned: impl Fn(usize) -> bool,
    hidden: impl Fn(usize) -> bool,
) -> laige::Result<(World, Vec<Entity>)> {
    let mut world = World::new(Options::with_capacity(4 * CHUNK_ROWS as u32))?;
    world.register_all::<(Pos, Vel, Health, Stunned, Hidden)>()?;
    let numbers = 0..i32::try_from(count).expect("not so many");
    let all = world.spawn_batch(numbers.map(|number| (Health(number), POS)))?.to_vec();
    for (number, &entity) in all.iter().enumerate() {
        world.set_toggle::<Stunned>(entity, stunned(number))?;
        world.set_toggle::<Hidden>(entity, hidden(number))?;
    }
    audited(&world);
    Ok((world, all))
}

fn numbers(count: usize, holds: impl Fn(usize) -> bool) -> Vec<i32> {
    (0..count).filter(|&number| holds(number)).map(|number| number as i32).collect()
}

/// Patterns of bits: none, all, single ones, short and long runs, runs across words and chunks.
const PATTERNS: [fn(usize) -> bool; 8] = [
    |_| false,
    |_| true,
    |number| number % 7 == 3,
    |number| number % 7 != 3,
    |number| (number / 50).is_multiple_of(2),
    |number| (60..70).contains(&(number % 128)),
    |number| number == 1_023 || number == 1_024 || number == 1_025,
    |number| number.wrapping_mul(0x9E37_79B9) >> 7 & 1 == 0,
];

#[test]
fn each_row_is_shown_that_has_the_toggle_and_each_other_where_it_must_not() -> laige::Result<()> {
    let count = CHUNK_ROWS + 300;
    for stunned in PATTERNS {
        let (world, _) = world(count, stunned, |_| false)?;
        let with: Vec<i32> =
            world.query::<(&Health, With<Stunned>)>().iter().map(|(h, _)| h.0).collect();
        assert_eq!(with, numbers(count, stunned));
        let mut without = Vec::new();
        query!(world, |h: &Health, _: Without<Stunned>| without.push(h.0));
        assert_eq!(without, numbers(count, |number| !stunned(number)));
    }
    Ok(())
}

#[test]
fn toggles_are_combined_with_each_other_and_with_components() -> laige::Result<()> {
    let count = 500;
    let (stunned, hidden) = (PATTERNS[2], PATTERNS[4]);
    let (mut world, all) = world(count, stunned, hidden)?;
    for &entity in all.iter().step_by(3) {
        world.insert(entity, VEL)?;
    }
    let third = |number: usize| number.is_multiple_of(3);
    let seen = |mut seen: Vec<i32>| {
        seen.sort_unstable();
        seen
    };
    let (mut both, mut one) = (Vec::new(), Vec::new());
    query!(world, |h: &Health, _: With<Stunned>, _: With<Hidden>| both.push(h.0));
    assert_eq!(seen(both), numbers(count, |n| stunned(n) && hidden(n)));
    query!(world, |h: &Health, _: &Vel, _: With<Stunned>, _: Without<Hidden>| one.push(h.0));
    assert_eq!(seen(one), numbers(count, |n| stunned(n) && !hidden(n) && third(n)));
    let other = world.query::<(&Health, Without<Stunned>, Without<Vel>)>().count();
    assert_eq!(other, numbers(count, |n| !stunned(n) && !third(n)).len());
    Ok(())
}

#[test]
fn toggles_are_terms_as_tags_are() -> laige::Result<()> {
    let count = 200;
    let (mut world, all) = world(count, PATTERNS[2], PATTERNS[4])?;
    let mut shown = Vec::new();
    query!(world, |_: &Stunned, h: &Health, hidden: Option<&Hidden>| {
        shown.push((h.0, hidden.is_some()));
    });
    let expected = numbers(count, PATTERNS[2]);
    let expected: Vec<_> = expected.iter().map(|&n| (n, PATTERNS[4](n as usize))).collect();
    assert_eq!(shown, expected);
    query!(world, |_: &mut Stunned, h: &mut Health| h.0 = -1);
    let changed = world.query::<&Health>().iter().filter(|h| h.0 == -1).count();
    assert_eq!(changed, expected.len());
    assert_eq!(world.query::<&Stunned>().get(all[3]), Some(&Stunned));
    assert_eq!(world.query::<&Stunned>().get(all[4]), None);
    Ok(())
}

#[test]
fn chunks_are_the_longest_runs_of_rows_that_show_the_same() -> laige::Result<()> {
    let count = CHUNK_ROWS + 300;
    for pattern in PATTERNS {
        let (mut world, all) = world(count, pattern, PATTERNS[5])?;
        // A run ends where the toggle does, and at the end of the chunk.
        let mut runs: Vec<Vec<Entity>> = Vec::new();
        for chunk in all.chunks(CHUNK_ROWS) {
            let first = all.iter().position(|e| e == &chunk[0]).expect("it is one of all");
            let rows = chunk.iter().enumerate().map(|(row, &e)| (pattern(first + row), e));
            let rows: Vec<_> = rows.collect();
            let of_chunk = rows.chunk_by(|one, other| one.0 == other.0);
            let passing = of_chunk.filter(|run| run[0].0);
            runs.extend(passing.map(|run| run.iter().map(|row| row.1).collect::<Vec<_>>()));
        }
        let mut seen = Vec::new();
        for (entities, (health, _)) in world.query_mut::<(&mut Health, With<Stunned>)>().chunks() {
            assert_eq!(entities.len(), health.len());
            seen.push(entities.to_vec());
        }
        assert_eq!(seen, runs);
        let mut last = None;
        let query = world.query::<(Option<&Hidden>, With<Stunned>)>();
        let mut rows = 0;
        for (entities, (hidden, _)) in query.chunks() {
            let number = |e: &Entity| all.iter().position(|other| other == e).expect("one of all");
            let first = number(&entities[0]);
            for (row, entity) in entities.iter().enumerate() {
                assert_eq!(
                    (number(entity), hidden.is_some()),
                    (first + row, PATTERNS[5](first + row))
                );
            }
            let joins = last == Some((first, hidden.is_some()));
            assert!(!joins || first.is_multiple_of(CHUNK_ROWS), "a run is as long as it can be");
            last = Some((first + entities.len(), hidden.is_some()));
            rows += entities.len();
        }
        assert_eq!(rows, numbers(count, pattern).len());
    }
    Ok(())
}

#[test]
fn lengths_are_exact_all_the_way_and_nothing_is_asked_twice() -> laige::Result<()> {
    let count = CHUNK_ROWS + 300;
    for pattern in PATTERNS {
        let (mut world, all) = world(count, pattern, |_| true)?;
        let expected = numbers(count, pattern).len();
        // Rows of both chunks leave, and some come back out of order.
        for &entity in all.iter().rev().step_by(40) {
            world.insert(entity, VEL)?;
            world.remove::<Vel>(entity)?;
        }
        let query = world.query::<(Entity, With<Stunned>)>();
        assert_eq!((query.count(), query.is_empty()), (expected, expected == 0));
        let mut rows = query.iter();
        for left in (0..expected).rev() {
            assert!(rows.next().is_some());
            assert_eq!((rows.len(), rows.size_hint()), (left, (left, Some(left))));
        }
        assert!(rows.next().is_none() && rows.next().is_none());
        let shown: Vec<Entity> = query.iter().map(|(entity, _)| entity).collect();
        assert!(shown.is_sorted_by(|a, b| a < b));
    }
    Ok(())
}

#[test]
fn query_of_one_entity_asks_its_row() -> laige::Result<()> {
    let (mut world, all) = world(100, PATTERNS[2], |_| false)?;
    let query = world.query::<(&Health, With<Stunned>)>();
    assert_eq!(query.get(all[3]).map(|(health, _)| health.0), Some(3));
    assert!(query.get(all[4]).is_none());
    let mut query = world.query_mut::<(&mut Health, Without<Stunned>)>();
    assert!(query.get(all[3]).is_none());
    assert_eq!(query.get(all[4]).map(|(health, _)| health.0), Some(4));
    let query = world.query::<Option<&Stunned>>();
    assert_eq!(query.get(all[3]), Some(Some(&Stunned)));
    assert_eq!(query.get(all[4]), Some(None));
    Ok(())
}

#[test]
fn visit_ends_at_the_row_that_says_so() -> laige::Result<()> {
    let (mut world, _) = world(300, PATTERNS[3], |_| false)?;
    let found = query!(world, |h: &mut Health, _: With<Stunned>| {
        let number = std::mem::replace(&mut h.0, -1);
        if number == 100 { ControlFlow::Break(number) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(found, ControlFlow::Break(100));
    let written = world.query::<&Health>().iter().filter(|h| h.0 == -1).count();
    assert_eq!(written, numbers(101, PATTERNS[3]).len());
    Ok(())
}

#[test]
fn toggle_that_is_not_registered_is_had_by_nobody() -> laige::Result<()> {
    let (mut world, all) = world(100, |_| true, |_| true)?;
    assert_eq!(world.query::<(Entity, With<Unknown>)>().count(), 0);
    assert_eq!(world.query::<(Entity, Without<Unknown>)>().count(), 100);
    assert_eq!(world.query::<&Unknown>().count(), 0);
    assert!(world.query::<Option<&Unknown>>().iter().all(|unknown| unknown.is_none()));
    world.register::<Unknown>()?;
    assert_eq!(world.query::<(Entity, With<Unknown>)>().count(), 0);
    world.set_toggle::<Unknown>(all[7], true)?;
    let shown: Vec<_> = world.query::<(Entity, With<Unknown>)>().iter().map(|row| row.0).collect();
    assert_eq!(shown, [all[7]]);
    Ok(())
}

#[test]
fn entities_without_components_are_asked_too() -> laige::Result<()> {
    let (mut world, _) = world(0, |_| false, |_| false)?;
    let bare = world.spawn_empty()?;
    world.spawn_empty()?;
    world.set_toggle::<Stunned>(bare, true)?;
    let shown: Vec<_> = world.query::<(Entity, With<Stunned>)>().iter().map(|row| row.0).collect();
    assert_eq!(shown, [bare]);
    assert_eq!(world.query::<Without<Stunned>>().count(), 1);
    Ok(())
}

#[test]
fn toggled_rows_are_shown_in_the_order_of_every_query() -> laige::Result<()> {
    let (mut world, all) = world(CHUNK_ROWS, |_| true, |_| false)?;
    for &entity in all.iter().rev().step_by(5) {
        world.insert(entity, VEL)?;
    }
    for &entity in all.iter().step_by(2) {
        world.set_toggle::<Stunned>(entity, false)?;
    }
    // Loose chunks first, then settled ones.
    for settled in [false, true] {
        if settled {
            world.settle();
        }
        let stunned: Vec<Entity> =
            world.query::<Entity>().iter().filter(|&e| world.has::<Stunned>(e)).collect();
        let shown: Vec<Entity> =
            world.query::<(Entity, &Stunned)>().iter().map(|(entity, _)| entity).collect();
        assert_eq!(shown, stunned);
    }
    Ok(())
}

#[test]
fn only_chunks_that_show_a_row_count_as_written() -> laige::Result<()> {
    let (mut world, all) = world(2 * CHUNK_ROWS, |number| number == 5, |_| false)?;
    let mut versions = std::collections::BTreeMap::new();
    let mut seen = |version, hash| *versions.entry(version).or_insert(hash) == hash;
    world.audit_versions(&mut seen).expect("equal versions, equal bytes");
    query!(world, |h: &mut Health, _: With<Stunned>| h.0 = 77);
    assert_eq!(world.query_mut::<(&mut Health, With<Hidden>)>().iter().count(), 0);
    world.audit_versions(&mut seen).expect("what is written has a new version");
    assert_eq!(world.get(all[5]), Some(&Health(77)));
    Ok(())
}
