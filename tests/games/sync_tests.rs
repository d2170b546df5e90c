//! The sync test: a game that comes out the same passes, and each way of not doing so is found at its tick, told by name.
//!
//! Case S10, S11, S15: what a hash does not see, what differs from process to process, and what a rollback leaves behind.

use std::sync::atomic::{AtomicU64, Ordering};

use laige::prelude::*;
use laige::replay::{Setup, WorldRun};
use laige::testing::{SyncFault, SyncTest, Variation, sync_test};
use laige::{Config, Result};

#[component(id = "sync.pos")]
struct Pos {
    x: i64,
}

#[component(id = "sync.hot")]
struct Hot;

const CONFIG: Config = Config::with_capacity(64).seed(5);

/// What a tick does.
type Tick = Box<dyn FnMut(&mut World, u64, &[u8]) -> Result<()> + Send>;

/// A game of entities that come, move and go. What `more` adds is done at the end of each tick.
fn game(more: fn() -> Tick) -> Setup<impl Fn(&Config) -> Result<WorldRun<Tick>>> {
    Setup::new(CONFIG, move |config: &Config| {
        let mut world = World::new(config.options())?;
        world.register_all::<(Pos, Hot)>()?;
        world.spawn(Pos { x: 0 })?;
        world.spawn((Pos { x: 0 }, Hot))?;
        let mut more = more();
        let tick: Tick = Box::new(move |world, tick, input| {
            let step = i64::from(input[0]);
            query!(world, |pos: &mut Pos| pos.x += step);
            let first = world.entities().next();
            if let (Some(first), 0) = (first, tick % 3) {
                world.despawn(first)?;
            }
            if world.entity_count() < 20 {
                world.spawn(Pos { x: tick.cast_signed() })?;
                world.spawn((Hot, Pos { x: -1 }))?;
            }
            more(world, tick, input)
        });
        Ok(WorldRun::new(world, tick))
    })
    .inputs(|tick, input| input.push(tick as u8))
}

fn nothing() -> Tick {
    Box::new(|_, _, _| Ok(()))
}

/// The fault of a game that has one.
fn fault(more: fn() -> Tick) -> (u64, Variation, String) {
    match SyncTest::new(&game(more)).run(40) {
        Err(SyncFault::Differs(differs)) => (differs.tick, differs.variation, differs.report),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_game_that_comes_out_the_same_passes() {
    sync_test(&game(nothing), 40);
    // No tick depends on the order of rows.
    SyncTest::new(&game(nothing)).also(Variation::OtherBirths).run(40).expect("it is in order");
    SyncTest::only(&game(nothing), []).run(3).expect("nothing is asked");
}

#[test]
fn what_is_kept_outside_of_the_world_is_found_when_a_tick_is_run_again() {
    let (tick, variation, report) = fault(|| {
        let mut last = 0;
        Box::new(move |world, tick, _| {
            let again = last == tick;
            last = tick;
            // As long as every tick is run once the two are the same.
            if again && tick == 7 {
                query!(world, |pos: &mut Pos, _: Without<Hot>| pos.x += 1);
            }
            Ok(())
        })
    });
    assert_eq!((tick, variation), (7, Variation::Restored));
    assert!(report.lines().all(|line| line.contains(" sync.pos.x  ")), "{report}");
}

#[test]
fn what_a_game_keeps_from_tick_to_tick_is_not_there_in_a_world_made_anew() {
    let (tick, variation, _) = fault(|| {
        let mut last = 0;
        Box::new(move |world, tick, _| {
            // True in one run, however often a tick of it is run again.
            let has_begun = last > 0;
            last = tick;
            query!(world, |pos: &mut Pos| pos.x += i64::from(has_begun && tick == 5));
            Ok(())
        })
    });
    assert_eq!((tick, variation), (5, Variation::MadeAnew));
}

#[test]
fn what_other_processes_would_see_otherwise_is_found() {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    let (tick, _, report) = fault(|| {
        Box::new(|world, tick, _| {
            let calls = CALLS.fetch_add(1, Ordering::Relaxed);
            if tick == 4 {
                let first = world.entities().next().expect("somebody is there");
                world.insert(first, Pos { x: calls.cast_signed() })?;
            }
            Ok(())
        })
    });
    assert_eq!((tick, report.lines().count()), (4, 1), "{report}");
}

#[cfg(feature = "rayon")]
#[test]
fn what_depends_on_the_thread_is_found_with_its_step() {
    let setup = game(|| {
        Box::new(|world, tick, _| {
            // Threads of a pool have other names.
            let name = i64::from(std::thread::current().name().is_some_and(|name| name == "game"));
            if tick == 3 {
                query!(world, |pos: &mut Pos| pos.x = name);
            }
            Ok(())
        })
    });
    let run = move || SyncTest::new(&setup).run(9).map_err(|fault| fault.to_string());
    let told = std::thread::Builder::new().name("game".into()).spawn(run);
    let told = told.expect("a thread").join().expect("no panic").expect_err("it depends on it");
    assert!(
        told.starts_with("tick 3 comes to another state on 1 thread, first after `tick`:"),
        "{told}"
    );
}

#[test]
fn a_difference_of_the_future_alone_is_named() {
    let (tick, _, report) = fault(|| {
        let mut again = false;
        Box::new(move |world, tick, _| {
            if tick == 6 {
                // The world looks the same, with another generation to come next.
                for _ in 0..=u32::from(again) {
                    let gone = world.spawn_empty()?;
                    world.despawn(gone)?;
                }
                again = true;
            }
            Ok(())
        })
    });
    assert_eq!(tick, 6);
    assert!(report.contains("dead slots"), "{report}");
}

#[test]
fn the_order_of_births_counts_only_on_request() {
    /// The last row of the visit decides.
    fn last() -> Tick {
        Box::new(|world, _, _| {
            let mut last = 0;
            query!(world, |e: Entity, _: &Pos| last = e.to_bits());
            let first = world.entities().next().expect("somebody is there");
            world.insert(first, Pos { x: last.into() })?;
            Ok(())
        })
    }
    sync_test(&game(last), 40);
    let fault =
        SyncTest::only(&game(last), [Variation::OtherBirths]).run(40).expect_err("it counts");
    let SyncFault::Differs(differs) = fault else { panic!("{fault}") };
    assert_eq!(differs.variation, Variation::OtherBirths);
}

#[test]
#[should_panic(
    expected = "tick 2 comes to another state in the restored world, first after `tick`:\n0v1 sync.pos.x  "
)]
fn the_message_says_tick_circumstances_step_and_field() {
    sync_test(
        &game(|| {
            let mut calls = 0;
            Box::new(move |world, tick, _| {
                calls += 1;
                if tick == 2 {
                    let first = world.entities().next().expect("somebody is there");
                    world.insert(first, Pos { x: calls })?;
                }
                Ok(())
            })
        }),
        5,
    );
}

#[test]
fn a_tick_that_fails_and_a_game_that_cannot_be_set_up_are_told() {
    let fails = game(|| {
        Box::new(|_, tick, _| {
            if tick == 3 {
                Err(laige::Error::CapacityFull { capacity: 1, requested: 1 })
            } else {
                Ok(())
            }
        })
    });
    let fault = SyncTest::new(&fails).run(9).expect_err("it fails");
    assert!(matches!(fault, SyncFault::Tick { tick: 3, .. }), "{fault}");

    let never = Setup::new(CONFIG, |_| Err::<WorldRun<Tick>, _>("no data"));
    let fault = SyncTest::new(&never).run(9).expect_err("it cannot begin");
    assert_eq!(fault.to_string(), "the game could not be set up: no data");
}
