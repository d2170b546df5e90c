//! Panics: a world is valid after a panic in a query's body is caught; rows written before stay written.
//!
//! Case U21 in part (with `batches.rs` and `events.rs`).

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use laige::limits::CHUNK_ROWS;
use laige::prelude::*;

use crate::scene::{Health, MANY, POS, Score, VEL, Visible, audited, world};

/// Two archetypes, several chunks, loose.
fn loose() -> laige::Result<World> {
    let mut world = world(MANY as u32 + 100);
    let all = world.spawn_batch(vec![(Health(0), Score(0)); MANY])?.to_vec();
    for &entity in all.iter().step_by(3).rev() {
        world.insert(entity, POS)?;
    }
    Ok(world)
}

/// Writes a row, or panics at the row of that number.
fn write(health: &mut Health, visits: &mut usize, panics_at: usize) {
    health.0 = 1;
    if *visits == panics_at {
        resume_unwind(Box::new("the body panicked"));
    }
    *visits += 1;
}

#[test]
fn world_is_valid_after_a_panic_in_a_body() -> laige::Result<()> {
    for panics_at in [0, 1, CHUNK_ROWS / 2, CHUNK_ROWS, 2 * MANY / 3 - 1, 2 * MANY / 3, MANY - 1] {
        for form in 0..4 {
            let mut world = loose()?;
            let mut visits = 0;
            let mut write = |health: &mut Health| write(health, &mut visits, panics_at);
            let call = || match form {
                0 => query!(world, |h: &mut Health, _: Option<&mut Score>| write(h)),
                1 => world.query_mut::<&mut Health>().for_each(&mut write),
                2 => world.query_mut::<&mut Health>().iter().for_each(&mut write),
                _ => world.query_mut::<&mut Health>().chunks().for_each(|(_, run)| {
                    run.iter_mut().for_each(&mut write);
                }),
            };
            let panic = catch_unwind(AssertUnwindSafe(call)).expect_err("the body panics");
            assert_eq!(
                (panic.downcast_ref::<&str>(), visits),
                (Some(&"the body panicked"), panics_at)
            );
            audited(&world);
            let written: Vec<i32> =
                world.query::<&Health>().iter().map(|health| health.0).collect();
            assert_eq!(
                written.iter().position(|&value| value == 0),
                (panics_at + 1 < MANY).then_some(panics_at + 1)
            );
            assert_eq!(written.iter().sum::<i32>() as usize, panics_at + 1);
            // And goes on as if nothing had been.
            let entity = world.spawn((Health(5), VEL))?;
            world.insert(entity, Visible)?;
            world.settle();
            assert_eq!(world.query::<&Health>().count(), MANY + 1);
            audited(&world);
        }
    }
    Ok(())
}

#[test]
fn shared_world_is_valid_after_a_panic_in_a_body() -> laige::Result<()> {
    let world = loose()?;
    let call = || {
        query!(world, |h: &Health| {
            if h.0 == 0 {
                resume_unwind(Box::new("the body panicked"));
            }
        });
    };
    assert!(catch_unwind(AssertUnwindSafe(call)).is_err());
    assert_eq!(world.query::<&Health>().count(), MANY);
    audited(&world);
    Ok(())
}
