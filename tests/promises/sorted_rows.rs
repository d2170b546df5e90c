//! Rows by a key: ascending, rows of equal keys in the order of a visit, whatever buffer is used.

use std::ops::ControlFlow;

use laige::prelude::*;
use laige::{Result, SortBuffer};

use crate::scene::{Health, MANY, POS, Pos, Visible, audited, world};

/// Many entities in three archetypes, loose, with few different healths.
fn loose() -> Result<World> {
    let mut world = world(MANY as u32);
    let all = world.spawn_batch((0..MANY as i32).map(|i| Health(i * 7919 % 13 - 6)))?.to_vec();
    for (i, &entity) in all.iter().enumerate().rev() {
        match i % 5 {
            0 => world.insert(entity, POS)?,
            1 => world.insert(entity, (POS, Visible))?,
            2 if i % 3 == 0 => world.despawn(entity)?,
            _ => {}
        }
    }
    Ok(world)
}

#[test]
fn rows_of_equal_keys_come_in_the_order_of_a_visit() -> Result<()> {
    type Rows<'a> = (Entity, &'a Health, Without<Visible>);
    let mut world = loose()?;
    let visited: Vec<(Entity, i32)> =
        world.query::<Rows<'_>>().iter().map(|(e, health, _)| (e, health.0)).collect();
    let mut buffer = SortBuffer::with_capacity(3);
    for _ in 0..2 {
        // By buckets, one for each key: the rows of one are in the order of the visit.
        for (key, divisor) in [(1, 1), (-1, 3)] {
            let of = |health: i32| key * health / divisor;
            let keys = (-6 * divisor.max(6))..=(6 * divisor.max(6));
            let expected: Vec<Entity> = keys
                .flat_map(|key| visited.iter().filter(move |row| of(row.1) == key))
                .map(|row| row.0)
                .collect();
            assert_eq!(expected.len(), visited.len());
            let query = world.query::<Rows<'_>>();
            let sorted = query.sorted_by_key_in(&mut buffer, |(_, health, _)| of(health.0));
            assert_eq!(sorted.len(), visited.len());
            assert!(sorted.map(|row| row.0).eq(expected.iter().copied()));
            let listed = query.sorted_by_key(|(_, health, _)| of(health.0));
            assert!(listed.into_iter().map(|row| row.0).eq(expected));
        }
        world.settle();
    }
    Ok(())
}

#[test]
fn sorted_rows_can_be_written_from_both_ends_and_left_early() -> Result<()> {
    let mut world = world(8);
    let all = world.spawn_batch([3, 1, 2, 3, 0].map(Health))?.to_vec();
    let mut buffer = SortBuffer::new();
    let mut query = world.query_mut::<(&mut Health, Entity)>();
    let mut sorted = query.sorted_by_key_in(&mut buffer, |(health, _)| health.0);
    let (least, _) = sorted.next().expect("five rows");
    let (most, of_most) = sorted.next_back().expect("four rows");
    std::mem::swap(least, most);
    assert_eq!((of_most, sorted.len(), sorted.size_hint()), (all[3], 3, (3, Some(3))));
    let found = sorted.try_for_each(|(health, entity)| {
        health.0 += 100;
        if health.0 == 102 { ControlFlow::Break(entity) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(found, ControlFlow::Break(all[2]));
    assert_eq!(
        query
            .sorted_by_key(|(health, _)| health.0)
            .into_iter()
            .map(|row| row.1)
            .collect::<Vec<_>>(),
        [all[3], all[0], all[4], all[1], all[2]]
    );
    assert_eq!(query.iter().map(|(health, _)| health.0).collect::<Vec<_>>(), [3, 101, 102, 0, 3]);
    let none = world.query::<(&Health, With<Pos>)>();
    assert_eq!(none.sorted_by_key_in(&mut buffer, |(health, _)| health.0).count(), 0);
    audited(&world);
    Ok(())
}
