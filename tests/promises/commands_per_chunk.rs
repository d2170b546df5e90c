//! Commands and random draws inside parallel queries: each chunk has its own, and what comes of them is what a visit on one thread would have queued.

use std::panic::{AssertUnwindSafe, catch_unwind};

use laige::prelude::*;
use laige::{Error, Options};

/// The numbers of threads that results must not depend on.
const THREADS: [usize; 4] = [1, 2, 3, 8];

/// Does something on so many threads.
fn on<R: Send>(threads: usize, run: impl FnOnce() -> R + Send) -> R {
    let pool = rayon_core::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("a pool of threads").install(run)
}

#[component(id = "chunks.number")]
struct Number {
    n: u32,
}

#[component(id = "chunks.friend")]
struct Friend {
    who: Entity,
}

#[component(id = "chunks.odd")]
struct Odd;

const ENTITIES: u32 = 5_000;

/// A world of several chunks in three archetypes.
fn world(options: Options) -> laige::Result<World> {
    let mut world = World::new(options)?;
    world.register_all::<(Number, Friend, Odd)>()?;
    for n in 0..ENTITIES {
        match n % 7 {
            0 => world.spawn((Number { n }, Odd))?,
            1..4 => world.spawn((Number { n }, Friend { who: Entity::NONE }))?,
            _ => world.spawn(Number { n })?,
        };
    }
    Ok(world)
}

fn roomy() -> Options {
    Options::with_capacity(4 * ENTITIES)
}

/// What is queued for a row.
fn queue(commands: &mut Commands, leader: Entity, who: Entity, n: u32) {
    match n % 5 {
        0 => commands.despawn(who),
        1 => {
            let child = commands.spawn(Number { n: n + ENTITIES });
            commands.insert(child, Friend { who });
            commands.insert(who, Friend { who: child });
        }
        2 => commands.insert(who, (Odd, Friend { who: leader })),
        3 => commands.remove::<(Odd, Friend)>(who),
        _ => {}
    }
}

#[test]
fn what_is_queued_in_parallel_is_what_one_thread_would_queue() -> laige::Result<()> {
    // One thread, one buffer, row by row.
    let mut expected = world(roomy())?;
    let mut commands = expected.commands();
    let leader = commands.spawn(Number { n: 0 });
    query!(expected, |who: Entity, number: &Number| queue(&mut commands, leader, who, number.n));
    let report = expected.apply(&mut commands);
    let (applied, leader) = (report.applied(), report.entity(leader).expect("it was spawned"));
    assert!(report.is_complete() && applied > ENTITIES);

    for threads in THREADS {
        let mut world = world(roomy())?;
        let mut commands = world.commands();
        let pending = commands.spawn(Number { n: 0 });
        on(threads, || {
            world.query::<(Entity, &Number)>().par_for_each_with(
                &mut commands,
                |commands, (who, number)| {
                    queue(commands, pending, who, number.n);
                },
            );
        });
        let report = world.apply(&mut commands);
        assert!(report.is_complete());
        assert_eq!((report.applied(), report.entity(pending)), (applied, Some(leader)));
        assert_eq!(world.digest(), expected.digest(), "{threads} threads");
    }
    Ok(())
}

#[test]
fn a_buffer_can_be_divided_again_and_again() -> laige::Result<()> {
    let (mut one, mut other) = (world(roomy())?, world(roomy())?);
    let (mut in_turn, mut divided) = (one.commands(), other.commands());
    for round in 0..3 {
        let add = |commands: &mut Commands, who, number: &Number| {
            if number.n % 11 == round {
                let twin = commands.spawn(Friend { who });
                commands.insert(who, Friend { who: twin });
            }
        };
        query!(one, |who: Entity, number: &Number, _: Without<Odd>| add(&mut in_turn, who, number));
        query!(one, |who: Entity, number: &Number, _: With<Odd>| add(&mut in_turn, who, number));
        // Two visits into one buffer, of which the second is numbered behind the first.
        on(3, || {
            let without = other.query::<(Entity, &Number, Without<Odd>)>();
            without.par_for_each_with(&mut divided, |commands, (who, number, ..)| {
                add(commands, who, number);
            });
            let with = other.query::<(Entity, &Number, With<Odd>)>();
            with.par_for_each_with(&mut divided, |commands, (who, number, ..)| {
                add(commands, who, number);
            });
        });
        assert_eq!(in_turn.len(), divided.len());
        assert!(one.apply(&mut in_turn).is_complete() && other.apply(&mut divided).is_complete());
        assert_eq!(one.digest(), other.digest(), "round {round}");
    }
    Ok(())
}

#[test]
fn chunk_number_n_draws_from_stream_number_n_of_a_fork() -> laige::Result<()> {
    let mut expected = world(roomy())?;
    let mut dice = Prng::new(77);
    let fork = dice.fork();
    let after = dice.next_u64();
    let mut draws = Vec::new();
    expected.query_mut::<&mut Number>().chunks().zip(0..).for_each(|((who, _), chunk)| {
        let mut stream = fork.stream(chunk);
        draws.extend(who.iter().map(|_| stream.next_range(0, 1_000) as u32));
    });
    assert_eq!(draws.len(), ENTITIES as usize);

    for threads in THREADS {
        let mut world = world(roomy())?;
        let mut dice = Prng::new(77);
        on(threads, || {
            world.query_mut::<&mut Number>().par_for_each_with(&mut dice, |dice, number| {
                number.n = dice.next_range(0, 1_000) as u32;
            });
        });
        let found: Vec<u32> = world.query::<&Number>().iter().map(|number| number.n).collect();
        assert_eq!(found, draws, "{threads} threads");
        assert_eq!(dice.next_u64(), after, "the fork took one draw");
    }
    Ok(())
}

#[test]
fn commands_and_draws_go_together() -> laige::Result<()> {
    let run = |threads| {
        let mut world = world(roomy())?;
        let (mut commands, mut dice) = (world.commands(), Prng::new(5));
        on(threads, || {
            world.query_mut::<(Entity, &mut Number)>().par_for_each_with(
                (&mut commands, &mut dice),
                |(commands, dice), (who, number)| {
                    number.n = dice.next_range(0, 6) as u32;
                    if number.n == 0 {
                        commands.despawn(who);
                    }
                },
            );
        });
        world.apply(&mut commands).ok()?;
        Ok::<_, Error>((world.entity_count(), world.digest()))
    };
    let first = run(1)?;
    // About one in six.
    assert!((3_900..4_400).contains(&first.0), "{} are left", first.0);
    assert!(THREADS.iter().all(|&threads| run(threads) == Ok(first)));
    Ok(())
}

#[test]
fn what_finds_no_room_is_what_would_have_come_last() -> laige::Result<()> {
    let most = 1_234;
    let mut expected = world(roomy().max_commands(most))?;
    let mut commands = expected.commands();
    query!(expected, |who: Entity, number: &Number| queue(
        &mut commands,
        Entity::NONE,
        who,
        number.n
    ));
    let report = expected.apply(&mut commands);
    let (overflowed, refused) = (report.overflowed(), report.refused().len());
    assert!(overflowed > 0 && refused > 0);
    for threads in THREADS {
        let mut world = world(roomy().max_commands(most))?;
        let mut commands = world.commands();
        on(threads, || {
            world.query::<(Entity, &Number)>().par_for_each_with(
                &mut commands,
                |commands, (who, number)| {
                    queue(commands, Entity::NONE, who, number.n);
                },
            );
        });
        assert_eq!(commands.len(), most as usize);
        let report = world.apply(&mut commands);
        assert_eq!((report.overflowed(), report.refused().len()), (overflowed, refused));
        let last = report.refused().last().map(|refused| refused.error);
        assert!(matches!(last, Some(Error::CommandsFull { commands: 1_234, .. })));
        assert_eq!(world.digest(), expected.digest());
    }
    Ok(())
}

#[test]
fn what_is_refused_names_the_call_in_the_body() -> laige::Result<()> {
    let mut world = world(roomy())?;
    let mut commands = world.commands();
    let gone = world.spawn_empty()?;
    world.despawn(gone)?;
    let line = line!() + 3;
    world.query::<&Number>().par_for_each_with(&mut commands, |commands, number| {
        if number.n == 3_333 {
            commands.insert(gone, Odd);
        }
    });
    let report = world.apply(&mut commands);
    let refused: Vec<_> = report.refused().map(|r| (r.entity, r.call.line())).collect();
    assert_eq!(refused, [(gone, line)]);
    Ok(())
}

#[test]
fn a_visit_that_stops_keeps_what_was_queued_and_one_that_panics_does_not() -> laige::Result<()> {
    let mut world = world(roomy())?;
    let mut commands = world.commands();
    let stopped: Result<(), u32> = world.query::<(Entity, &Number)>().par_for_each_with(
        &mut commands,
        |commands, (who, number)| {
            commands.insert(who, Odd);
            if number.n == 0 { Err(number.n) } else { Ok(()) }
        },
    );
    // Every other chunk was visited to its end.
    assert_eq!(stopped, Err(0));
    assert!(commands.len() > 1_000);
    commands.clear();

    commands.spawn(Odd);
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        world.query::<(Entity, &Number)>().par_for_each_with(
            &mut commands,
            |commands, (who, number)| {
                commands.despawn(who);
                assert_ne!(number.n, 2_000);
            },
        );
    }));
    assert!(panicked.is_err());
    assert_eq!(commands.len(), 1, "what was queued before is there");
    assert!(world.apply(&mut commands).is_complete());
    assert_eq!(world.entity_count(), ENTITIES + 1);
    Ok(())
}

#[test]
fn no_rows_and_no_chunks_are_no_trouble() -> laige::Result<()> {
    let mut world = World::new(roomy())?;
    world.register_all::<(Number, Friend, Odd)>()?;
    let mut commands = world.commands();
    world.query::<Entity>().par_for_each_with(&mut commands, |commands, who| commands.despawn(who));
    assert!(commands.is_empty());
    let only = world.spawn_empty()?;
    world.query::<Entity>().par_for_each_with(&mut commands, |commands, who| commands.despawn(who));
    assert!(world.apply(&mut commands).is_complete() && !world.is_valid(only));
    Ok(())
}

/// A resource that names whom a chunk has spawned.
#[resource(id = "chunks.last")]
struct Last {
    born: Entity,
    of: Entity,
    leader: Entity,
}

#[test]
fn a_resource_names_whom_its_chunk_has_spawned() -> laige::Result<()> {
    for threads in THREADS {
        let mut world = world(roomy())?;
        let mut commands = world.commands();
        let leader = commands.spawn(Number { n: 0 });
        on(threads, || {
            world.query_mut::<(Entity, &Number)>().par_for_each_with(
                &mut commands,
                |commands, (of, number)| {
                    let born = commands.spawn(Number { n: number.n + ENTITIES });
                    commands.insert_resource(Last { born, of, leader });
                },
            );
        });
        let leader = world.apply(&mut commands).entity(leader);
        let last = world.resource::<Last>().expect("it was queued");
        let number = |who| world.get::<Number>(who).map(|number| number.n);
        assert_eq!(number(last.born), number(last.of).map(|n| n + ENTITIES), "{threads} threads");
        assert_eq!(Some(last.leader), leader);
    }
    Ok(())
}
