//! Threads: a world can be read from many at once, also by queries that nobody asked before, and can go to another thread.
//!
//! Case Q07 in part (each thread sees every row once).

use std::sync::Barrier;

use laige::prelude::*;

use crate::registration::{Nth, for_each_eighth, register_many};
use crate::scene::{Health, MANY, POS, Pos, VEL, Vel, Visible, audited, world};

const THREADS: usize = 8;

#[test]
fn queries_are_first_asked_by_many_threads_at_once() -> laige::Result<()> {
    for round in 0..20 {
        let mut world = World::new(Options::with_capacity(1_000).max_component_types(1_024))?;
        register_many(&mut world, 1_024)?;
        world.spawn_batch((0..400).map(|i| (Nth::<0>(i), Nth::<8>(i))))?;
        world.spawn_batch((0..300).map(|i| (Nth::<0>(i), Nth::<16>(i), Nth::<24>(i))))?;
        let barrier = Barrier::new(THREADS);
        let sums: Vec<usize> = std::thread::scope(|scope| {
            let ask = |thread: usize| {
                let (world, barrier) = (&world, &barrier);
                scope.spawn(move || {
                    barrier.wait();
                    let mut sum = 0;
                    // 32 query types, every thread beginning with another one.
                    for turn in 0..THREADS {
                        macro_rules! ask {
                            ($n:expr) => {
                                if ($n / 8) % THREADS == (thread + turn + round) % THREADS {
                                    sum += world
                                        .query::<(Entity, &Nth<0>, Option<&Nth<$n>>)>()
                                        .iter()
                                        .filter(|row| row.2.is_some())
                                        .count();
                                }
                            };
                        }
                        for_each_eighth!(ask);
                    }
                    sum
                })
            };
            let threads: Vec<_> = (0..THREADS).map(ask).collect();
            threads.into_iter().map(|thread| thread.join().expect("it does not panic")).collect()
        });
        // 700 have the first, 400 the second, 300 each of two others.
        assert_eq!(sums, [700 + 400 + 300 + 300; THREADS]);
    }
    Ok(())
}

#[test]
fn threads_that_read_see_the_same_rows_in_the_same_order() -> laige::Result<()> {
    let mut world = world(MANY as u32);
    let all = world.spawn_batch((0..MANY as i32).map(|i| (Health(i), POS)))?.to_vec();
    for &entity in all.iter().step_by(3).rev() {
        world.insert(entity, VEL)?;
    }
    let read =
        |world: &World| {
            let mut seen = Vec::new();
            query!(world, |e: Entity, h: &Health, v: Option<&Vel>, _: Without<Visible>| seen
                .push((e, h.0, v.is_some())));
            seen
        };
    let expected = read(&world);
    assert_eq!(expected.len(), MANY);
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                for &entity in &all {
                    assert!(world.is_valid(entity) && world.has::<Pos>(entity));
                }
                assert_eq!(read(&world), expected);
                assert!(world.check(Entity::NONE).is_err());
                audited(&world);
            });
        }
    });
    assert_eq!(world.guardrail_stats().stale_access_warns, THREADS as u64);
    Ok(())
}

#[test]
fn world_goes_to_another_thread_and_comes_back() -> laige::Result<()> {
    let mut world = world(10);
    let entity = world.spawn((POS,))?;
    let mut world = std::thread::spawn(move || world.insert(entity, Health(1)).map(|()| world))
        .join()
        .expect("it does not panic")?;
    world.insert(entity, VEL)?;
    assert_eq!((world.get(entity), world.get(entity)), (Some(&Health(1)), Some(&VEL)));
    std::thread::spawn(move || drop(world)).join().expect("it does not panic");
    Ok(())
}
