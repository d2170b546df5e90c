//! Layout: once everything is settled, the same entities lie in the same chunks, whatever happened before.
//!
//! The chunks of an archetype are the largest aligned ranges of slots with at least one entity and at most [`MOST`].

use laige::limits::CHUNK_ROWS;
use laige::prelude::*;

use crate::scene::{Health, POS, Pos, VEL, Vel, Visible, audited, world};

/// The chunks of an archetype: range and rows.
fn chunks(world: &World, archetype: usize) -> Vec<(u32, u32, u32)> {
    let view = world.archetypes().nth(archetype).expect("it was born");
    view.chunks().map(|chunk| (chunk.start(), chunk.end(), chunk.rows())).collect()
}

/// The range of all slots.
const ALL: u32 = 1 << 24;
/// The most entities of a chunk: a power of two.
const MOST: u32 = CHUNK_ROWS as u32;

#[test]
fn ranges_are_split_when_they_would_hold_more_than_a_chunk() -> laige::Result<()> {
    let mut world = world(4 * MOST);
    world.spawn_batch(vec![POS; CHUNK_ROWS])?;
    assert_eq!(chunks(&world, 1), [(0, ALL, MOST)]);
    world.spawn((POS,))?;
    assert_eq!(chunks(&world, 1), [(0, MOST, MOST), (MOST, 2 * MOST, 1)]);
    world.spawn_batch(vec![POS; CHUNK_ROWS - 1])?;
    assert_eq!(chunks(&world, 1), [(0, MOST, MOST), (MOST, 2 * MOST, MOST)]);
    // One more: of the first `4 * MOST` slots the upper half is a range of its own.
    world.spawn((POS,))?;
    assert_eq!(
        chunks(&world, 1),
        [(0, MOST, MOST), (MOST, 2 * MOST, MOST), (2 * MOST, 4 * MOST, 1)]
    );
    audited(&world);
    Ok(())
}

#[test]
fn full_chunk_with_rows_on_both_sides_is_halved() -> laige::Result<()> {
    let mut world = world(4 * MOST);
    let all = world.spawn_batch(vec![POS; 4 * CHUNK_ROWS])?.to_vec();
    for &entity in all.iter().step_by(4) {
        world.insert(entity, VEL)?;
    }
    assert_eq!(
        (chunks(&world, 2), world.archetype_stats().total_splits),
        (vec![(0, ALL, MOST)], 0)
    );
    world.insert(all[1], VEL)?;
    assert_eq!(chunks(&world, 2), [(0, 2 * MOST, MOST / 2 + 1), (2 * MOST, 4 * MOST, MOST / 2)]);
    assert_eq!(world.archetype_stats().total_splits, 1);
    audited(&world);
    Ok(())
}

#[test]
fn twins_are_joined_when_they_fit_in_one() -> laige::Result<()> {
    let mut world = world(4 * MOST);
    let all = world.spawn_batch(vec![POS; CHUNK_ROWS + 100])?.to_vec();
    assert_eq!(chunks(&world, 1), [(0, MOST, MOST), (MOST, 2 * MOST, 100)]);
    let (first, rest) = all.split_at(99);
    let (last, rest) = rest.split_last().expect("there are more");
    first.iter().try_for_each(|&entity| world.despawn(entity))?;
    world.settle();
    assert_eq!(chunks(&world, 1), [(0, MOST, MOST - 99), (MOST, 2 * MOST, 100)], "one too many");
    world.despawn(*last)?;
    world.settle();
    assert_eq!(chunks(&world, 1), [(0, ALL, MOST)]);
    assert_eq!(world.archetype_stats().total_merges, 1);
    rest.iter().try_for_each(|&entity| world.despawn(entity))?;
    world.settle();
    assert_eq!((chunks(&world, 1), world.archetype_stats().rows_reserved), (vec![], 0));
    audited(&world);
    Ok(())
}

#[test]
fn range_that_became_empty_goes_to_its_neighbour() -> laige::Result<()> {
    let mut world = world(4 * MOST);
    let all = world.spawn_batch(vec![POS; 4 * CHUNK_ROWS])?.to_vec();
    assert_eq!(chunks(&world, 1).len(), 4);
    let (lower, upper) = all.split_at(2 * CHUNK_ROWS);
    lower.iter().try_for_each(|&entity| world.despawn(entity))?;
    world.settle();
    assert_eq!(chunks(&world, 1), [(2 * MOST, 3 * MOST, MOST), (3 * MOST, 4 * MOST, MOST)]);
    upper[..CHUNK_ROWS].iter().try_for_each(|&entity| world.despawn(entity))?;
    world.settle();
    assert_eq!(chunks(&world, 1), [(0, ALL, MOST)]);
    audited(&world);
    Ok(())
}

/// Numbers for a history.
struct Dice(u32);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as usize % most
    }

    fn shuffled<T: Copy>(&mut self, items: &[T]) -> Vec<T> {
        let mut items = items.to_vec();
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
        items
    }
}

/// So many that each of three archetypes has several chunks.
const LIVING: usize = 10 * CHUNK_ROWS;
const ALL_OF_THEM: usize = 13 * CHUNK_ROWS;

/// Every third entity has `Vel`, every third but one `Health`: by the shortest way.
fn by_the_shortest_way() -> laige::Result<World> {
    let mut world = world(ALL_OF_THEM as u32);
    for i in 0..LIVING {
        match i % 3 {
            0 => world.spawn((POS,))?,
            1 => world.spawn((POS, VEL))?,
            _ => world.spawn((POS, Health(1)))?,
        };
    }
    Ok(world)
}

/// The same, with detours.
fn by_detours(seed: u32) -> laige::Result<World> {
    let (mut world, mut dice) = (world(ALL_OF_THEM as u32), Dice(seed));
    let all = world.spawn_batch(vec![POS; ALL_OF_THEM])?.to_vec();
    let (living, passing) = all.split_at(LIVING);
    for entity in dice.shuffled(&all) {
        world.insert(entity, VEL)?;
        if dice.below(400) == 0 {
            world.settle();
        }
    }
    // Whoever is to have no `Vel` loses it, now or after it has come and gone a few times.
    for _ in 0..3 {
        for entity in dice.shuffled(living) {
            match dice.below(3) {
                0 => _ = world.remove::<Vel>(entity)?,
                1 => world.insert(entity, VEL)?,
                _ => {}
            }
        }
        world.begin_frame();
    }
    for i in dice.shuffled(&(0..LIVING).collect::<Vec<_>>()) {
        let entity = living[i];
        if i % 3 == 1 {
            world.insert(entity, VEL)?;
        } else {
            world.remove::<Vel>(entity)?;
        }
        if i % 3 == 2 {
            world.insert(entity, (Health(1), Pos { x: 0.0, y: 0.0 }))?;
        }
    }
    for entity in dice.shuffled(passing) {
        world.despawn(entity)?;
    }
    Ok(world)
}

#[test]
fn settled_layout_follows_from_the_state_alone() -> laige::Result<()> {
    let mut straight = by_the_shortest_way()?;
    straight.settle();
    for seed in 1..4 {
        let mut detour = by_detours(seed)?;
        assert!(straight.entities().eq(detour.entities()));
        detour.settle();
        assert!(straight.archetypes().eq(detour.archetypes()), "seed {seed}");
        assert_eq!(straight.archetype_stats().chunks, detour.archetype_stats().chunks);
        audited(&detour);
    }
    Ok(())
}

#[test]
fn layout_is_settled_by_frames_and_by_queries_that_may_write() -> laige::Result<()> {
    let mut straight = by_the_shortest_way()?;
    straight.settle();
    let mut framed = by_detours(7)?;
    framed.begin_frame();
    assert!(straight.archetypes().eq(framed.archetypes()));
    let mut asked = by_detours(7)?;
    assert_eq!(asked.query_mut::<&Pos>().count(), LIVING);
    assert!(straight.archetypes().eq(asked.archetypes()));
    // Only what the query matches is settled.
    let mut partly = by_detours(7)?;
    query!(partly, |h: &mut Health| h.0 = 1);
    let equal: Vec<bool> =
        straight.archetypes().zip(partly.archetypes()).map(|(a, b)| a == b).collect();
    assert!(equal[3], "{equal:?}");
    audited(&partly);
    Ok(())
}

#[test]
fn capacity_of_a_chunk_may_remember_history_and_is_no_part_of_the_comparison() -> laige::Result<()>
{
    let (mut few, mut many) = (world(300), world(300));
    few.spawn_batch([Visible; 70])?;
    let all = many.spawn_batch([Visible; 250])?.to_vec();
    all[70..].iter().try_for_each(|&entity| many.despawn(entity))?;
    few.settle();
    many.settle();
    let capacity = |world: &World| {
        world.archetypes().nth(1).and_then(|a| a.chunks().next()).map(|chunk| chunk.capacity())
    };
    assert!(capacity(&few) < capacity(&many), "{:?} {:?}", capacity(&few), capacity(&many));
    assert!(few.archetypes().eq(many.archetypes()));
    Ok(())
}

#[test]
fn chunks_that_lost_most_rows_give_memory_back_to_the_pool() -> laige::Result<()> {
    let mut world = world(300);
    let all = world.spawn_batch([POS; 250])?.to_vec();
    all[8..].iter().try_for_each(|&entity| world.despawn(entity))?;
    world.settle();
    let stats = world.archetype_stats();
    assert!(stats.rows_reserved < 64, "{stats:?}");
    assert_eq!(world.query::<&Pos>().count(), 8);
    audited(&world);
    Ok(())
}
