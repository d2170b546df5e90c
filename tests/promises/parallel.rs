//! Parallel queries visit each row once and give one result, whatever the number of threads.
//!
//! Cases P08 in part (a panic in a parallel body leaves the world right).

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use laige::limits::CHUNK_ROWS;
use laige::prelude::*;

use crate::scene::{Health, POS, Pos, Score, VEL, Vel, Visible, audited, slots, world};

/// The numbers of threads that results must not depend on.
const THREADS: [usize; 3] = [1, 2, 8];

/// Does something on so many threads.
fn on<R: Send>(threads: usize, run: impl FnOnce() -> R + Send) -> R {
    let pool = rayon_core::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("a pool of threads").install(run)
}

/// So many entities with numbers, over several archetypes and chunks; some chunks are not settled.
fn scattered(entities: u32) -> laige::Result<World> {
    let mut world = world(entities);
    let mut all = Vec::new();
    for i in 0..entities as i32 {
        all.push(world.spawn((Health(i), Pos { x: 0.1 + f32::from(i as u16), y: 0.0 }))?);
    }
    for (i, &entity) in all.iter().enumerate().rev() {
        if i % 3 == 0 {
            world.insert(entity, VEL)?;
        }
        if i % 7 == 0 {
            world.insert(entity, (Score(1), Visible))?;
        }
    }
    Ok(world)
}

/// How many rows of each number were visited, whatever visits them.
#[derive(Default)]
struct Visits(Mutex<Vec<i32>>);

impl Visits {
    fn note(&self, number: i32) {
        self.0.lock().expect("nobody panics").push(number);
    }

    /// Fails unless each number below `count` was noted once.
    fn were_once(self, count: u32) {
        let mut numbers = self.0.into_inner().expect("nobody panicked");
        numbers.sort_unstable();
        assert_eq!(numbers, (0..count as i32).collect::<Vec<_>>());
    }
}

#[test]
fn each_row_is_visited_once() -> laige::Result<()> {
    for entities in [0, 1, 2, 100, 5 * CHUNK_ROWS as u32] {
        for threads in THREADS {
            let mut world = scattered(entities)?;
            let visits = Visits::default();
            on(threads, || world.query::<&Health>().par_for_each(|health| visits.note(health.0)));
            visits.were_once(entities);
            let visits = Visits::default();
            on(threads, || query!(par(&world), |h: &Health| visits.note(h.0)));
            visits.were_once(entities);
            let visits = Visits::default();
            on(threads, || {
                query!(par(world), |h: &mut Health, _: Option<&Vel>| {
                    visits.note(h.0);
                    h.0 += 1;
                });
            });
            visits.were_once(entities);
            let sum: i64 = world.query::<&Health>().iter().map(|health| i64::from(health.0)).sum();
            assert_eq!(sum, (1..=i64::from(entities)).sum::<i64>());
            audited(&world);
        }
    }
    Ok(())
}

#[test]
fn many_archetypes_of_one_entity_each_are_visited_once() -> laige::Result<()> {
    use crate::registration::{Nth, for_each_eighth, register_many};
    let mut world = World::new(Options::with_capacity(300).max_archetypes(2_000))?;
    register_many(&mut world, 256)?;
    let mut count = 0;
    for number in 0..256_u16 {
        let entity = world.spawn((Nth::<1>(number),))?;
        count += 1;
        macro_rules! insert {
            ($n:expr) => {
                if $n > 0 && $n <= 64 && u32::from(number) << 1 >> ($n / 8) & 1 != 0 {
                    world.insert(entity, Nth::<$n>(0))?;
                }
            };
        }
        for_each_eighth!(insert);
    }
    assert!(world.archetype_count() >= 255);
    for threads in THREADS {
        let visits = Visits::default();
        on(threads, || query!(par(&world), |n: &Nth<1>| visits.note(n.0.into())));
        visits.were_once(count);
        // In the order of the visit, whoever folds.
        let rows = on(threads, || {
            let query = world.query::<Entity>();
            query.par_fold(Vec::new, pushed, joined)
        });
        assert_eq!(rows, world.query::<Entity>().iter().collect::<Vec<_>>());
    }
    Ok(())
}

fn pushed<T>(mut all: Vec<T>, one: T) -> Vec<T> {
    all.push(one);
    all
}

fn joined<T>(mut all: Vec<T>, others: Vec<T>) -> Vec<T> {
    all.extend(others);
    all
}

/// What a fold of the chunks comes to, by the documentation alone: halves, the first one rounded up.
fn by_halves(chunks: &[f32]) -> f32 {
    match chunks {
        [] => 0.0,
        [one] => *one,
        several => {
            let (first, rest) = several.split_at(several.len().div_ceil(2));
            by_halves(first) + by_halves(rest)
        }
    }
}

#[test]
fn float_sums_are_the_same_bit_by_bit_on_any_number_of_threads() -> laige::Result<()> {
    for entities in [0, 1, 1_000, 7 * CHUNK_ROWS as u32] {
        let mut world = scattered(entities)?;
        let sum = |world: &World| {
            let query = world.query::<&Pos>();
            query.par_fold(|| 0.0, |sum, pos| sum + pos.x, |a, b| a + b).to_bits()
        };
        let mut sums: Vec<u32> = THREADS.map(|threads| on(threads, || sum(&world))).to_vec();
        // Settled or not, on no thread of rayon, from `&mut World`, and as the documentation has it.
        world.settle();
        sums.extend(THREADS.map(|threads| on(threads, || sum(&world))));
        sums.push(sum(&world));
        let mut query = world.query_mut::<(&mut Pos, &Health)>();
        sums.push(query.par_fold(|| 0.0, |sum, (pos, _)| sum + pos.x, |a, b| a + b).to_bits());
        let chunks: Vec<f32> = query
            .chunks()
            .map(|(_, (run, _))| run.iter().fold(0.0, |sum, pos| sum + pos.x))
            .collect();
        let expected = by_halves(&chunks).to_bits();
        assert_eq!(sums, vec![expected; sums.len()], "{entities} entities");
    }
    Ok(())
}

#[test]
fn ranges_that_wait_to_be_joined_change_no_sum() -> laige::Result<()> {
    // Full ranges of slots are divided, then most entities die, so that what is left belongs into one chunk.
    let mut world = world(8 * CHUNK_ROWS as u32);
    let all = world.spawn_batch((0..8 * CHUNK_ROWS).map(|_| (POS, Health(0))))?.to_vec();
    world.settle();
    for (i, &entity) in all.iter().enumerate() {
        if i % 9 != 0 {
            world.despawn(entity)?;
        }
    }
    for (i, (pos, health)) in (0_u16..).zip(world.query_mut::<(&mut Pos, &mut Health)>().iter()) {
        (pos.x, health.0) = (1.0 / (f32::from(i) + 3.0), i.into());
    }
    let mut loose = scattered(4 * CHUNK_ROWS as u32)?;
    let some: Vec<Entity> = loose.entities().collect();
    for (i, &entity) in some.iter().enumerate() {
        if i % 5 != 0 {
            loose.despawn(entity)?;
        }
    }
    let chunks = loose.archetypes().map(|archetype| archetype.chunks().len()).sum::<usize>();
    for world in [&mut world, &mut loose] {
        let sum = |world: &World| {
            let query = world.query::<(&Pos, &Health)>();
            query.par_fold(|| 0.0, |sum, (pos, _)| sum + pos.x, |a, b| a + b).to_bits()
        };
        let order = slots::<(Entity, &Pos)>(world);
        let before = sum(world);
        world.settle();
        assert_eq!(sum(world), before);
        assert_eq!(slots::<(Entity, &Pos)>(world), order);
    }
    assert!(loose.archetypes().map(|archetype| archetype.chunks().len()).sum::<usize>() < chunks);
    Ok(())
}

#[test]
fn first_error_in_visit_order_is_given_and_each_chunk_ends_at_its_own() -> laige::Result<()> {
    for threads in THREADS {
        let mut world = world(4 * CHUNK_ROWS as u32);
        world.spawn_batch((0..4 * CHUNK_ROWS as i32).map(|i| (Health(i),)))?;
        let chunk = CHUNK_ROWS as i32;
        // The second chunk and the last one have a row that fails in the middle.
        let fails = |number: i32| number == chunk + chunk / 2 || number == 3 * chunk + chunk / 2;
        let outcome = on(threads, || {
            query!(par(world), |h: &mut Health| -> Result<(), i32> {
                if fails(h.0) {
                    return Err(h.0);
                }
                h.0 = -1;
                Ok(())
            })
        });
        assert_eq!(outcome, Err(chunk + chunk / 2));
        let written: Vec<usize> = world
            .query_mut::<&Health>()
            .chunks()
            .map(|(_, run)| run.iter().filter(|health| health.0 == -1).count())
            .collect();
        assert_eq!(written, [CHUNK_ROWS, CHUNK_ROWS / 2, CHUNK_ROWS, CHUNK_ROWS / 2]);
        let found = on(threads, || {
            world.query_mut::<(Entity, &Health)>().par_for_each(|(e, health)| {
                if health.0 == -1 { ControlFlow::Continue(()) } else { ControlFlow::Break(e) }
            })
        });
        let slot = found.break_value().map(|entity| world.slot_of(entity));
        assert_eq!(slot, Some(CHUNK_ROWS as u32 + CHUNK_ROWS as u32 / 2));
    }
    Ok(())
}

#[test]
fn queries_run_inside_a_parallel_body() -> laige::Result<()> {
    let world = scattered(2 * CHUNK_ROWS as u32)?;
    let pairs = AtomicUsize::new(0);
    let world = &world;
    on(8, || {
        query!(par(world), |_: &Health, _: With<Score>, _: With<Vel>| {
            let others = world.query::<(&Score, &Vel)>().par_fold(|| 0, |n, _| n + 1, |a, b| a + b);
            pairs.fetch_add(others, Ordering::Relaxed);
        });
    });
    let count = world.query::<(&Score, &Vel)>().count();
    assert_eq!(pairs.into_inner(), count * count);
    assert!(count > 90);
    Ok(())
}

#[test]
fn panic_in_a_parallel_body_leaves_the_world_right() -> laige::Result<()> {
    let mut world = scattered(3 * CHUNK_ROWS as u32)?;
    let outcome = on(2, || {
        catch_unwind(AssertUnwindSafe(|| {
            query!(par(world), |h: &mut Health| {
                if h.0 == 2_000 {
                    std::panic::resume_unwind(Box::new("enough"));
                }
                h.0 = 0;
            });
        }))
    });
    assert!(outcome.is_err());
    audited(&world);
    assert_eq!(world.query::<&Health>().count(), 3 * CHUNK_ROWS);
    Ok(())
}

/// A function of that name is no syntax: it is called by a path.
mod paths {
    pub(super) fn par<T>(world: T) -> T {
        world
    }
}

#[test]
fn function_named_par_is_called_by_its_path() -> laige::Result<()> {
    let mut world = world(4);
    world.spawn((Health(1),))?;
    let mut sum = 0;
    // The body of a visit in parallel could not write `sum`.
    query!(paths::par(&mut world), |h: &Health| sum += h.0);
    query!((paths::par(&world)), |h: &Health| sum += h.0);
    assert_eq!(sum, 2);
    let mut place = &mut world;
    query!(par(*place), |h: &mut Health| h.0 = 5);
    query!(par(place,), |h: &mut Health| h.0 += 1,);
    place = paths::par(place);
    assert_eq!(place.query::<&Health>().iter().map(|health| health.0).sum::<i32>(), 6);
    Ok(())
}

#[test]
fn split_and_prepared_queries_run_in_parallel() -> laige::Result<()> {
    let mut world = scattered(3 * CHUNK_ROWS as u32)?;
    let movers = world.prepare::<(&mut Pos, &Vel)>();
    on(2, || movers.query_mut(&mut world).map(|mut q| q.par_for_each(|(p, v)| p.y += v.y)))?;
    let moved = |pos: &&Pos| pos.y.to_bits() == VEL.y.to_bits();
    let count = world.query::<&Pos>().iter().filter(moved).count();
    assert_eq!(count, world.query::<&Vel>().count());
    let (mut places, mut health) = world.split::<(&mut Pos, (&mut Health, Entity))>();
    on(2, || {
        rayon_core::join(
            || places.par_for_each(|pos| pos.x = 1.0),
            || health.par_for_each(|(health, _)| health.0 = 1),
        )
    });
    assert!(world.query::<(&Pos, &Health)>().iter().all(|(p, h)| p.x >= 1.0 && h.0 == 1));
    Ok(())
}

#[test]
fn parallel_bodies_see_only_rows_whose_toggles_pass() -> laige::Result<()> {
    #[component(id = "test.burning", toggle)]
    struct Burning;

    let mut world = scattered(3 * CHUNK_ROWS as u32)?;
    world.register::<Burning>()?;
    let all: Vec<Entity> = world.entities().collect();
    for &entity in all.iter().step_by(5) {
        world.set_toggle::<Burning>(entity, true)?;
    }
    let mut in_turn = Vec::new();
    query!(world, |hp: &Health, _: With<Burning>| in_turn.push(hp.0));
    assert_eq!(in_turn.len(), all.len().div_ceil(5));
    for threads in THREADS {
        let visits = Visits::default();
        on(threads, || query!(par(world), |hp: &Health, _: With<Burning>| visits.note(hp.0)));
        let mut seen = visits.0.into_inner().expect("nobody panics");
        seen.sort_unstable();
        let mut expected = in_turn.clone();
        expected.sort_unstable();
        assert_eq!(seen, expected);
    }
    Ok(())
}
