//! Early exit: a body that gives `ControlFlow` or `Result` ends the visit, and what was written stays written.

use std::ops::ControlFlow;

use laige::prelude::*;

use crate::scene::{Health, MANY, POS, Pos, Score, audited, world};

/// Ten entities in two archetypes.
fn ten() -> laige::Result<World> {
    let mut world = world(10);
    for i in 0..10 {
        if i % 2 == 0 {
            world.spawn((Health(i),))?
        } else {
            world.spawn((Health(i), POS))?
        };
    }
    Ok(world)
}

fn healths(world: &World) -> Vec<i32> {
    world.query::<&Health>().iter().map(|health| health.0).collect()
}

#[test]
fn break_ends_the_visit_and_gives_its_value() -> laige::Result<()> {
    let world = ten()?;
    let mut seen = Vec::new();
    let found = query!(world, |e: Entity, h: &Health| -> ControlFlow<Entity> {
        seen.push(h.0);
        if h.0 == 6 { ControlFlow::Break(e) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(seen, [0, 2, 4, 6]);
    assert_eq!(found.break_value().and_then(|e| world.get::<Health>(e)), Some(&Health(6)));
    let none = query!(world, |h: &Health| -> ControlFlow<()> {
        if h.0 > 9 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(none, ControlFlow::Continue(()));
    Ok(())
}

#[test]
fn error_ends_the_visit_and_rows_before_stay_written() -> laige::Result<()> {
    let mut world = ten()?;
    let outcome = query!(world, |h: &mut Health| -> Result<(), String> {
        if h.0 == 1 {
            return Err(format!("{} is odd", h.0));
        }
        h.0 += 100;
        Ok(())
    });
    assert_eq!(outcome, Err("1 is odd".to_string()));
    assert_eq!(healths(&world), [100, 102, 104, 106, 108, 1, 3, 5, 7, 9]);
    audited(&world);
    Ok(())
}

#[test]
fn question_mark_works_in_the_body() -> laige::Result<()> {
    fn sum(world: &World) -> laige::Result<i32> {
        let mut sum = 0;
        query!(world, |e: Entity, h: &Health| -> laige::Result<()> {
            world.check(e)?;
            sum += h.0;
            Ok(())
        })?;
        Ok(sum)
    }
    assert_eq!(sum(&ten()?)?, 45);
    Ok(())
}

#[test]
fn typed_form_ends_early_too() -> laige::Result<()> {
    let mut world = ten()?;
    let mut visits = 0;
    let flow = world.query_mut::<(&mut Health, Without<Score>)>().for_each(|(health, _)| {
        visits += 1;
        health.0 = -1;
        if visits == 7 { ControlFlow::Break(visits) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((flow, visits), (ControlFlow::Break(7), 7));
    assert_eq!(healths(&world), [-1, -1, -1, -1, -1, -1, -1, 5, 7, 9]);
    let error =
        world.query::<&Health>().for_each(|health| if health.0 == 5 { Err(5) } else { Ok(()) });
    assert_eq!(error, Err(5));
    let rest = world.query::<&Health>().iter().take_while(|health| health.0 < 0).count();
    assert_eq!(rest, 7);
    Ok(())
}

#[test]
fn composed_terms_leave_early_too() -> laige::Result<()> {
    let mut world = ten()?;
    let mut visits = 0;
    let flow = query!(world, |AnyOf((h, _)): AnyOf<(&mut Health, &Score)>,
                              pos: Has<Pos>,
                              _: Or<(With<Pos>, Without<Score>)>| {
        visits += 1;
        if let Some(h) = h {
            h.0 += 100;
        }
        if *pos { ControlFlow::Break(visits) } else { ControlFlow::Continue(()) }
    });
    // Five without `Pos`, then the first with it.
    assert_eq!((flow, visits), (ControlFlow::Break(6), 6));
    assert_eq!(healths(&world), [100, 102, 104, 106, 108, 101, 3, 5, 7, 9]);
    let error =
        query!(world, |any: AnyOf<(&Pos, &Score)>| -> Result<(), bool> { Err(any.0.0.is_some()) });
    assert_eq!(error, Err(true));
    audited(&world);
    Ok(())
}

#[test]
fn visit_ends_in_a_loose_chunk_as_well() -> laige::Result<()> {
    let mut world = world(MANY as u32);
    let all = world.spawn_batch((0..MANY as i32).map(Health))?.to_vec();
    // Holes, and a tail that goes between the rows.
    for i in [3, 4, MANY / 2, MANY - 1] {
        world.despawn(all[i])?;
    }
    world.insert(all[10], POS)?;
    world.insert(all[7], POS)?;
    world.insert(all[9], POS)?;
    for stop in [0, 5, 12, MANY / 3, MANY / 2 - 2, MANY - 5] {
        let mut seen = Vec::new();
        let flow = query!(world, |h: &Health| -> ControlFlow<()> {
            seen.push(h.0);
            if seen.len() > stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((seen.len(), flow.is_break()), (stop + 1, true));
        let all = healths(&world);
        assert_eq!(seen, all[..seen.len()]);
    }
    Ok(())
}

#[test]
fn body_that_never_returns_ends_with_its_panic() -> laige::Result<()> {
    let mut world = ten()?;
    let mut visits = 0;
    let call = || {
        query!(world, |h: &mut Health| {
            h.0 = 77;
            visits += 1;
            std::panic::resume_unwind(Box::new("enough"))
        });
    };
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(call)).is_err());
    assert_eq!((visits, healths(&world)[0]), (1, 77));
    audited(&world);
    Ok(())
}
