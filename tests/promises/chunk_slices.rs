//! Chunks: the rows of a query as slices, one aligned run for each chunk from `&mut World`.

use laige::limits::CHUNK_ROWS;
use laige::prelude::*;

use crate::scene::{Health, POS, Pos, Score, VEL, Vel, Visible, audited, world};

/// More than two chunks of entities, of which every third moved away and every sixth came back in reverse.
fn loose() -> laige::Result<World> {
    let most = 3 * CHUNK_ROWS as i32;
    let mut world = world(most as u32);
    let all = world.spawn_batch((0..most).map(|i| (Health(i), Score(i as u64))))?.to_vec();
    for &entity in all.iter().step_by(3) {
        world.insert(entity, POS)?;
    }
    for &entity in all.iter().step_by(6).rev() {
        world.remove::<Pos>(entity)?;
    }
    Ok(world)
}

/// Whether it starts at a multiple of 64 bytes.
fn aligned<T>(slice: &[T]) -> bool {
    slice.as_ptr().addr().is_multiple_of(64)
}

#[test]
fn mutable_world_gives_one_aligned_run_for_each_chunk() -> laige::Result<()> {
    let mut world = loose()?;
    let mut runs = Vec::new();
    let mut query =
        world.query_mut::<(&mut Health, &Score, Option<&Pos>, Option<&mut Vel>, With<Health>)>();
    for (entities, (healths, scores, positions, velocities, _)) in query.chunks() {
        assert!(
            aligned(entities)
                && aligned(healths)
                && aligned(scores)
                && positions.is_none_or(aligned)
        );
        assert_eq!(
            (entities.len(), entities.len(), velocities.is_none()),
            (healths.len(), scores.len(), true)
        );
        assert!(positions.is_none_or(|positions| positions.len() == entities.len()));
        assert!(entities.is_sorted());
        healths.iter().zip(scores).for_each(|(health, score)| assert_eq!(health.0 as u64, score.0));
        runs.push(entities.to_vec());
    }
    let chunks: Vec<Vec<Entity>> = world
        .archetypes()
        .flat_map(|archetype| archetype.chunks())
        .map(|chunk| chunk.entities().collect())
        .collect();
    assert_eq!(runs, chunks);
    audited(&world);
    Ok(())
}

#[test]
fn shared_world_gives_one_run_for_each_settled_chunk_and_more_for_a_loose_one() -> laige::Result<()>
{
    let mut world = loose()?;
    let count = |world: &World| world.query::<&Health>().chunks().count();
    let rows = |world: &World| -> Vec<i32> {
        world
            .query::<&Health>()
            .chunks()
            .flat_map(|(_, healths)| healths)
            .map(|health| health.0)
            .collect()
    };
    let (loose_runs, loose_rows) = (count(&world), rows(&world));
    world.settle();
    let chunks = world.archetype_stats().chunks as usize;
    assert!(loose_runs > chunks, "{loose_runs} runs of {chunks} chunks");
    assert_eq!((count(&world), rows(&world)), (chunks, loose_rows));
    Ok(())
}

#[test]
fn columns_can_be_written_as_flat_numbers() -> laige::Result<()> {
    let mut world = world(100);
    world.spawn_batch([(POS, VEL); 100])?;
    for (_, (positions, velocities)) in world.query_mut::<(&mut Pos, &Vel)>().chunks() {
        let positions: &mut [f32] = bytemuck::cast_slice_mut(positions);
        let velocities: &[f32] = bytemuck::cast_slice(velocities);
        positions.iter_mut().zip(velocities).for_each(|(x, dx)| *x += dx);
    }
    assert!(world.query::<&Pos>().iter().all(|pos| *pos == Pos { x: 4.0, y: 6.0 }));
    Ok(())
}

#[test]
fn mutable_runs_can_be_held_together() -> laige::Result<()> {
    let mut world = loose()?;
    let mut query = world.query_mut::<&mut Health>();
    let mut runs: Vec<&mut [Health]> = query.chunks().map(|(_, healths)| healths).collect();
    assert!(runs.len() > 2);
    for run in &mut runs {
        run.fill(Health(5));
    }
    assert!(world.query::<&Health>().iter().all(|health| health.0 == 5));
    Ok(())
}

#[test]
fn chunk_holds_a_limited_number_of_entities() -> laige::Result<()> {
    let mut world = world(7 * CHUNK_ROWS as u32);
    world.spawn_batch(vec![Health(1); 6 * CHUNK_ROWS + 8])?;
    let sizes: Vec<usize> =
        world.query_mut::<&Health>().chunks().map(|(entities, _)| entities.len()).collect();
    // Aligned ranges of that many slots, and the rest.
    assert_eq!(sizes, [[CHUNK_ROWS; 6].as_slice(), &[8]].concat());
    Ok(())
}

#[test]
fn tags_and_filters_have_their_place_in_a_run() -> laige::Result<()> {
    let mut world = world(4);
    world.spawn_batch([(Visible, Health(1)); 3])?;
    let query = world.query::<(&Visible, Without<Pos>, Option<&Visible>, Option<&Score>)>();
    let mut runs = query.chunks();
    let (entities, (tags, _, maybe, none)) = runs.next().expect("one chunk");
    assert_eq!((entities.len(), tags.len(), maybe.map(<[_]>::len), none), (3, 3, Some(3), None));
    assert!(runs.next().is_none() && runs.next().is_none());
    Ok(())
}
