//! Allocations: a warm world in steady churn leaves the allocator alone, and reading does so from the second time on.
//!
//! Cases P05 (freed slots are used again, memory stays bounded), P07 in part (nothing piles up), U07 (no request of no bytes).
//! What happens when the allocator refuses is in `oracle/`.

mod counting;
#[cfg(feature = "std")]
mod replays;
mod saves;
mod systems;

use std::ops::ControlFlow;

use laige::limits::CHUNK_ROWS;
use laige::prelude::*;
use laige::{SortBuffer, Timeline};

use crate::counting::{calls, zero_sized_requests};

#[component]
#[derive(Debug, PartialEq)]
struct Pos {
    x: f32,
    y: f32,
}

#[component]
struct Vel {
    x: f32,
    y: f32,
}

#[component]
struct Health(i32);

#[component]
struct Page([u64; 64]);

#[component]
struct Marked;

#[component(toggle)]
struct Stunned;

#[component(toggle)]
struct Hidden;

const POS: Pos = Pos { x: 1.0, y: 2.0 };
const VEL: Vel = Vel { x: 3.0, y: 4.0 };

/// So many entities that chunks are split and joined.
const ENTITIES: usize = 3 * CHUNK_ROWS;

fn world() -> laige::Result<World> {
    let mut world = World::new(Options::with_capacity(2 * ENTITIES as u32))?;
    world.register_all::<(Pos, Vel, Health, Page, Marked, Stunned, Hidden)>()?;
    Ok(world)
}

/// The entities of a world that is churned, and room for what churning needs.
struct Herd {
    living: Vec<Entity>,
    spare: Vec<Entity>,
    positions: Vec<Pos>,
    keys: SortBuffer<u32>,
}

impl Herd {
    fn of(living: Vec<Entity>) -> Self {
        let spare = Vec::with_capacity(living.len());
        let positions = vec![POS; living.len()];
        Self { living, spare, positions, keys: SortBuffer::new() }
    }
}

/// One round of churn in every way there is, after which the world has the same entities as before.
fn churn(world: &mut World, herd: &mut Herd) -> laige::Result<()> {
    let Herd { living, spare, positions, keys } = herd;
    // Every other entity moves away, in reverse, and the ranges of both archetypes are divided anew.
    for &entity in living.iter().rev().step_by(2) {
        world.insert(entity, VEL)?;
    }
    read(world)?;
    for &entity in living.iter().step_by(3) {
        world.insert(entity, (Health(1), Marked))?;
        world.remove::<(Vel, Pos)>(entity)?;
    }
    world.begin_frame();
    for &entity in living.iter().step_by(3) {
        world.insert(entity, (POS, Health(2)))?;
        world.take::<Marked>(entity)?;
    }
    for &entity in living.iter() {
        world.remove::<(Vel, Health)>(entity)?;
    }
    write(world, keys)?;
    // A third dies and comes back, one by one, as a batch and as columns.
    spare.clear();
    spare.extend(living.drain(..ENTITIES / 3));
    for &entity in spare.iter() {
        world.despawn(entity)?;
    }
    world.settle();
    let third = ENTITIES / 9;
    for _ in 0..third {
        living.push(world.spawn((POS,))?);
    }
    living.extend_from_slice(world.spawn_batch((0..third).map(|_| (POS,)))?);
    let rest = ENTITIES - living.len();
    living.extend_from_slice(world.spawn_columns(rest as u32, (&positions[..rest],))?);
    living.sort_unstable();
    world.spawn_empty().and_then(|bare| world.despawn(bare))
}

/// Reads from `&World` in every form, in loose and settled chunks.
fn read(world: &World) -> laige::Result<()> {
    let mut rows = 0;
    query!(world, |_: &Pos, v: Option<&Vel>, _: Without<Marked>| rows += usize::from(v.is_some()));
    let broken =
        query!(world, |e: Entity, _: &Pos| -> ControlFlow<Entity> { ControlFlow::Break(e) });
    let first = broken.break_value().unwrap_or(Entity::NONE);
    let query = world.query::<(Entity, &Pos, Option<&Vel>)>();
    rows += query.iter().filter(|row| row.2.is_some()).count();
    rows += query.chunks().map(|(entities, _)| entities.len()).sum::<usize>();
    rows += query.count() + query.iter().len();
    query.for_each(|_| rows += 1);
    rows += usize::from(query.first().is_some()) + usize::from(query.single().is_ok());
    for (_, pos, _) in query {
        rows += usize::from(pos.x > 0.0);
    }
    rows += query.combinations().take(10_000).count();
    query!(world, |any: AnyOf<(&Pos, &Vel)>,
                   marked: Has<Marked>,
                   _: Or<(With<Pos>, Without<Vel>)>| {
        rows += usize::from(any.0.1.is_some() && !*marked);
    });
    assert!(
        query.get(first).is_some() && world.has::<Pos>(first) && world.get::<Pos>(first).is_some()
    );
    assert!(world.is_valid(first) && !world.is_valid(Entity::NONE) && !world.has::<Page>(first));
    rows += world.entities().count()
        + world.archetypes().map(|archetype| archetype.chunks().len()).sum::<usize>();
    rows += world.entity(first).map_or(0, |view| view.components().count());
    assert_eq!(world.state_hash(1), world.component_state_hash(1));
    assert_eq!(world.state_diff_with_generations(world, 1, |_| ()), 0);
    assert_ne!(world.schema_hash(), 0);
    assert!(rows > 0 && world.stats().in_use > 0 && world.archetype_stats().rows_live > 0);
    assert!(
        world.guardrail_stats().capacity > 0 && world.label(first) == world.layout().label(first)
    );
    world.check(first)
}

/// Writes from `&mut World` in every form.
fn write(world: &mut World, keys: &mut SortBuffer<u32>) -> laige::Result<()> {
    query!(world, |p: &mut Pos, v: Option<&Vel>| p.x += v.map_or(0.5, |v| v.x));
    assert_ne!(world.digest().content, 0);
    query!(world, |p: &mut Pos| -> laige::Result<()> {
        p.y = 0.0;
        Ok(())
    })?;
    let mut query = world.query_mut::<(Entity, &mut Pos)>();
    query.for_each(|(_, pos)| pos.y += 1.0);
    query.iter().for_each(|(_, pos)| pos.y += 1.0);
    query.chunks().for_each(|(_, (_, run))| run.iter_mut().for_each(|pos| pos.y += 1.0));
    let first = query.iter().next().map(|(entity, _)| entity).unwrap_or_default();
    if let Some((_, pos)) = query.get(first) {
        pos.y += 1.0;
    }
    let second = query.iter().nth(1).map(|(entity, _)| entity).unwrap_or_default();
    for (_, pos) in query.get_many_mut([second, first])? {
        pos.y += 1.0;
    }
    for (_, pos) in query.sorted_by_key_in(keys, |(entity, _)| !entity.to_bits()) {
        pos.x += 1.0;
    }
    let mut pairs = 0;
    let _ = query.for_each_combination(|(_, a), (_, b)| {
        (a.x, b.x) = (b.x, a.x);
        pairs += 1;
        if pairs == 10_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    for (_, pos) in &mut query {
        pos.y += 1.0;
    }
    query!(world, |AnyOf((pos, vel)): AnyOf<(&mut Pos, &Vel)>,
                   _: Or<(With<Pos>, With<Marked>)>| {
        if let (Some(pos), Some(vel)) = (pos, vel) {
            pos.y += vel.y;
        }
    });
    if let Some(pos) = world.get_mut::<Pos>(first) {
        pos.x = 0.0;
    }
    Ok(())
}

#[test]
fn warm_world_in_steady_churn_never_allocates() -> laige::Result<()> {
    let mut world = world()?;
    let mut herd = Herd::of(world.spawn_batch((0..ENTITIES).map(|_| (POS,)))?.to_vec());
    for _ in 0..4 {
        churn(&mut world, &mut herd)?;
    }
    let (before, stats) = (calls(), world.archetype_stats());
    for _ in 0..4 {
        churn(&mut world, &mut herd)?;
    }
    assert_eq!(calls() - before, 0);
    let after = world.archetype_stats();
    assert!(
        after.total_splits > stats.total_splits && after.total_merges > stats.total_merges,
        "{stats:?} {after:?}"
    );
    assert!(after.total_settles > stats.total_settles);
    assert_eq!(
        (after.total_reservations, after.total_growths),
        (stats.total_reservations, stats.total_growths)
    );
    assert_eq!(world.entity_count() as usize, ENTITIES);
    Ok(())
}

/// Whole-query operations, after which the world has the same entities with the same components.
fn churn_everybody(world: &mut World) -> laige::Result<()> {
    assert_eq!(world.insert_all::<With<Pos>, _>((VEL, Marked))? as usize, ENTITIES);
    assert_eq!(world.insert_all::<With<Pos>, _>(Health(1))? as usize, ENTITIES);
    assert_eq!(world.insert_all::<With<Vel>, _>((POS, VEL))? as usize, ENTITIES);
    assert_eq!(world.remove_all::<With<Pos>, (Vel, Marked)>()? as usize, ENTITIES);
    assert_eq!(world.remove_all::<Without<Vel>, Health>()? as usize, ENTITIES);
    assert_eq!(world.despawn_all::<With<Pos>>() as usize, ENTITIES);
    for _ in 0..ENTITIES {
        world.spawn((POS,))?;
    }
    Ok(())
}

/// A round of churn in which half of the entities have a toggle that goes with them, and every row is asked for it.
fn churn_toggled(world: &mut World, herd: &mut Herd) -> laige::Result<()> {
    for (&entity, place) in herd.living.iter().zip(0_u32..) {
        world.set_toggle::<Stunned>(entity, place.is_multiple_of(2))?;
    }
    churn(world, herd)?;
    world.spawn((POS, Hidden)).and_then(|entity| world.despawn(entity))?;
    let mut rows = 0;
    query!(world, |_: &mut Pos, _: With<Stunned>, _: Without<Hidden>| rows += 1);
    let query = world.query::<(Option<&Stunned>, Or<(With<Hidden>, With<Pos>)>)>();
    rows += query.chunks().map(|(entities, _)| entities.len()).sum::<usize>();
    rows += query.iter().len() + query.iter().filter(|row| row.0.is_some()).count();
    for &entity in &herd.living {
        world.remove::<(Stunned, Hidden)>(entity)?;
        world.insert(entity, Hidden)?;
    }
    assert!(rows > ENTITIES);
    Ok(())
}

#[test]
fn operations_on_everybody_never_allocate_in_a_warm_world() -> laige::Result<()> {
    let mut world = world()?;
    world.spawn_batch((0..ENTITIES).map(|_| (POS,)))?;
    for _ in 0..4 {
        churn_everybody(&mut world)?;
    }
    let before = calls();
    for _ in 0..4 {
        churn_everybody(&mut world)?;
    }
    assert_eq!(calls() - before, 0);
    Ok(())
}

#[test]
fn prepared_and_split_queries_never_allocate_after_their_first_time() -> laige::Result<()> {
    let mut world = world()?;
    world.spawn_batch((0..ENTITIES).map(|_| (POS, VEL)))?;
    world.spawn_batch((0..ENTITIES).map(|_| (Health(1),)))?;
    let places = world.prepare::<&Pos>();
    let pass = |world: &mut World| -> laige::Result<usize> {
        let (mut movers, mut health) = world.split::<((&mut Pos, &Vel), &mut Health)>();
        movers.for_each(|(pos, vel)| pos.x += vel.x);
        health.for_each(|health| health.0 += 1);
        Ok(places.query(world)?.iter().count() + world.prepare::<&Pos>().query(world)?.count())
    };
    assert_eq!(pass(&mut world)?, 2 * ENTITIES);
    let before = calls();
    assert_eq!(pass(&mut world)?, 2 * ENTITIES);
    assert_eq!(calls() - before, 0);
    Ok(())
}

/// What rayon allocates for itself aside: on one thread it has nothing to hand over.
#[cfg(feature = "rayon")]
#[test]
fn parallel_queries_never_allocate_after_their_first_time() -> laige::Result<()> {
    let mut world = world()?;
    let all = world.spawn_batch((0..ENTITIES).map(|_| (POS, VEL)))?.to_vec();
    for &entity in all.iter().step_by(3).rev() {
        world.insert(entity, Health(1))?;
    }
    let pass = |world: &mut World| {
        let rows = world.query::<&Pos>();
        assert_eq!(rows.par_fold(|| 0, |n, _| n + 1, |a, b| a + b), ENTITIES);
        query!(par(world), |pos: &mut Pos, vel: &Vel| pos.x += vel.x);
        world.query_mut::<&mut Pos>().par_for_each(|pos| pos.y += 1.0);
    };
    let pool = rayon_core::ThreadPoolBuilder::new().num_threads(1).build();
    let calls = pool.expect("a pool of one thread").install(|| {
        pass(&mut world);
        let before = calls();
        pass(&mut world);
        calls() - before
    });
    assert_eq!(calls, 0);
    Ok(())
}

#[test]
fn toggles_in_steady_churn_never_allocate() -> laige::Result<()> {
    let mut world = world()?;
    let mut herd = Herd::of(world.spawn_batch((0..ENTITIES).map(|_| (POS,)))?.to_vec());
    for _ in 0..4 {
        churn_toggled(&mut world, &mut herd)?;
    }
    let (before, stats) = (calls(), world.archetype_stats());
    for _ in 0..4 {
        churn_toggled(&mut world, &mut herd)?;
    }
    assert_eq!(calls() - before, 0);
    let after = world.archetype_stats();
    assert!(after.total_toggled > stats.total_toggled && after.total_merges > stats.total_merges);
    assert_eq!(after.total_reservations, stats.total_reservations);
    Ok(())
}

#[test]
fn snapshots_and_rollbacks_never_allocate_when_warm() -> laige::Result<()> {
    let mut world = world()?;
    let mut herd = Herd::of(world.spawn_batch((0..ENTITIES).map(|_| (POS,)))?.to_vec());
    for _ in 0..4 {
        churn(&mut world, &mut herd)?;
    }
    let mut snapshot = world.snapshot();
    let mut timeline = Timeline::new(4);
    let mut living = Vec::with_capacity(ENTITIES);
    let mut keys = SortBuffer::new();
    let mut rounds = |world: &mut World, herd: &mut Herd, rounds: std::ops::Range<u64>| {
        for round in rounds {
            world.snapshot_into(&mut snapshot);
            timeline.record(world, 10 * round);
            write(world, &mut keys)?;
            timeline.record(world, 10 * round + 1);
            living.clone_from(&herd.living);
            churn(world, herd)?;
            world.snapshot_into(&mut snapshot);
            timeline.record(world, 10 * round + 2);
            timeline.rewind(world, 10 * round + 1)?;
            write(world, &mut keys)?;
            world.restore(&snapshot)?;
            timeline.rewind(world, 10 * round)?;
            herd.living.clone_from(&living);
        }
        Ok::<_, laige::Error>(())
    };
    rounds(&mut world, &mut herd, 0..6)?;
    let before = calls();
    rounds(&mut world, &mut herd, 6..12)?;
    assert_eq!(calls() - before, 0);
    Ok(())
}

#[test]
fn reading_never_allocates_after_its_first_time() -> laige::Result<()> {
    let mut world = world()?;
    let all = world.spawn_batch((0..ENTITIES).map(|_| (POS, Health(1))))?.to_vec();
    read(&world)?;
    // Loose: holes, tails, and an archetype that was born after the queries were first asked.
    for &entity in all.iter().step_by(3).rev() {
        world.insert(entity, VEL)?;
    }
    for &entity in all.iter().step_by(6) {
        world.remove::<Vel>(entity)?;
    }
    for settled in [false, true] {
        if settled {
            world.settle();
        }
        let before = calls();
        read(&world)?;
        assert_eq!(calls() - before, 0, "settled: {settled}");
    }
    Ok(())
}

#[test]
fn million_lives_in_a_hundred_slots_cost_no_memory() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(100))?;
    world.register_all::<(Pos, Vel, Health)>()?;
    let mut living = world.spawn_batch([(POS, Health(0)); 100])?.to_vec();
    let mut warm = None;
    for life in 0..1_000_000_usize {
        // 37 and 100 have no common factor: every place in turn.
        let place = life * 37 % 100;
        world.despawn(living[place])?;
        living[place] = match life % 3 {
            0 => world.spawn((POS, Health(1)))?,
            1 => world.spawn((VEL,))?,
            _ => world.spawn_batch([(POS, Health(2))])?[0],
        };
        if life % 1_000 == 0 {
            world.begin_frame();
        }
        if life == 10_000 {
            warm = Some((calls(), world.archetype_stats(), world.stats()));
        }
    }
    let (before, stats, entities) = warm.unwrap_or_default();
    assert_eq!(calls() - before, 0);
    let after = world.archetype_stats();
    assert_eq!(
        (after.bytes_reserved + after.bytes_pooled),
        (stats.bytes_reserved + stats.bytes_pooled)
    );
    assert_eq!((world.stats().bytes, world.stats().total_spawned), (entities.bytes, 1_000_100));
    assert_eq!(world.entity_count(), 100);
    Ok(())
}

#[test]
fn million_frames_of_commands_in_one_buffer_cost_no_memory() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(64))?;
    world.register_all::<(Pos, Vel, Health, Marked)>()?;
    let mut commands = world.commands();
    let mut before = 0;
    for frame in 0..1_000_000 {
        if frame == 1_000 {
            before = calls();
        }
        let mut count = 0;
        query!(world, |e: Entity, health: &mut Health| {
            health.0 -= 1;
            count += 1;
            match health.0 {
                0 => commands.despawn(e),
                1 => commands.remove::<Vel>(e),
                // Refused: it is gone.
                2 => commands.insert(Entity::NONE, VEL),
                _ => commands.insert(e, (VEL, Marked)),
            }
        });
        if count < 8 {
            let born = commands.spawn((POS, Health(3 + frame % 5)));
            commands.insert(born, Marked);
        }
        world.apply(&mut commands);
    }
    assert_eq!(calls() - before, 0);
    assert!(world.stats().total_spawned > 900_000);
    Ok(())
}

#[test]
fn failing_calls_do_not_allocate_either() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(2))?;
    world.register_all::<(Pos, Vel)>()?;
    let entity = world.spawn((POS,))?;
    let dead = world.spawn((POS,))?;
    world.despawn(dead)?;
    world.spawn((POS,))?;
    let fail = |world: &mut World| {
        assert!(world.insert(dead, POS).is_err() && world.remove::<Pos>(dead).is_err());
        assert!(
            world.take::<Vel>(dead).is_err()
                && world.despawn(dead).is_err()
                && world.check(dead).is_err()
        );
        assert!(world.spawn((POS,)).is_err() && world.spawn_batch([(POS,), (POS,)]).is_err());
        assert!(world.get::<Health>(entity).is_none());
    };
    fail(&mut world);
    let before = calls();
    for _ in 0..10 {
        fail(&mut world);
    }
    assert_eq!(calls() - before, 0);
    Ok(())
}

#[test]
fn nothing_is_asked_for_that_has_no_bytes() -> laige::Result<()> {
    drop(World::new(Options::with_capacity(0))?);
    let mut world = world()?;
    world.spawn_batch((0..ENTITIES).map(|_| (Marked,)))?;
    world.spawn_batch((0..ENTITIES).map(|_| ()))?;
    query!(world, |_: &Marked, _: Option<&mut Pos>| {});
    world.clear();
    assert!(world.spawn_batch(std::iter::empty::<(Pos, Marked)>())?.is_empty());
    drop(world);
    assert_eq!(zero_sized_requests(), 0);
    Ok(())
}

#[test]
fn handles_of_a_batch_are_let_go_after_a_frame_without_one() -> laige::Result<()> {
    let mut world = world()?;
    let next = |world: &mut World| -> laige::Result<u64> {
        let before = calls();
        world.spawn_batch((0..=CHUNK_ROWS).map(|_| ()))?;
        world.clear();
        Ok(calls() - before)
    };
    assert!(next(&mut world)? > 0);
    world.begin_frame();
    assert_eq!(next(&mut world)?, 0, "a batch in every frame finds the memory of the last");
    world.begin_frame();
    world.begin_frame();
    assert!(next(&mut world)? > 0, "the memory was let go");
    Ok(())
}
