//! Batches: many entities at once, all of them or none.
//!
//! Cases U20 (the iterator's `size_hint` is not relied on; it may panic), U13 in part, L02 (all or none), L08 (a batch of none)
//! and Q25 (with `slots.rs`).

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use laige::Error;
use laige::prelude::*;

use crate::scene::{
    Health, POS, Pos, Score, Unknown, VEL, Vel, Visible, audited, next_slot, picture, world,
};

/// An iterator that says what it likes of its length, and may panic.
struct Says {
    rows: std::ops::Range<i32>,
    hint: (usize, Option<usize>),
    panics_at: Option<i32>,
}

impl Iterator for Says {
    type Item = (Health, Pos);

    fn next(&mut self) -> Option<Self::Item> {
        if self.panics_at == Some(self.rows.start) {
            resume_unwind(Box::new("the iterator panicked"));
        }
        self.rows.next().map(|i| (Health(i), POS))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.hint
    }
}

const HINTS: [(usize, Option<usize>); 8] = [
    (0, None),
    (0, Some(0)),
    (3, Some(3)),
    (100, None),
    (100, Some(2)),
    (usize::MAX, None),
    (usize::MAX, Some(usize::MAX)),
    (2, Some(1)),
];

fn healths(world: &World) -> Vec<i32> {
    world.query::<&Health>().iter().map(|health| health.0).collect()
}

#[test]
fn batch_spawns_one_entity_for_each_bundle_in_order() -> laige::Result<()> {
    let mut world = world(10);
    let batch = world.spawn_batch([(Health(5), POS), (Health(6), POS), (Health(7), POS)])?.to_vec();
    assert_eq!(batch, world.entities().collect::<Vec<_>>());
    assert_eq!(healths(&world), [5, 6, 7]);
    let stats = world.archetype_stats();
    assert_eq!(
        (stats.archetypes, stats.total_inserts, world.guardrail_stats().frame_churn),
        (1, 0, 0)
    );
    assert_eq!(world.stats().total_spawned, 3);
    Ok(())
}

#[test]
fn exactly_the_yielded_rows_exist_whatever_the_hint() -> laige::Result<()> {
    for hint in HINTS {
        for rows in [0, 1, 3, 9] {
            let mut world = world(10);
            let batch = world.spawn_batch(Says { rows: 0..rows, hint, panics_at: None })?.to_vec();
            assert_eq!(
                (batch.len(), world.entity_count()),
                (rows as usize, rows as u32),
                "{hint:?}"
            );
            assert_eq!(healths(&world), (0..rows).collect::<Vec<_>>(), "{hint:?}");
            assert_eq!(world.query::<&Pos>().count(), rows as usize);
            audited(&world);
        }
    }
    Ok(())
}

#[test]
fn rows_before_a_panic_of_the_iterator_exist() -> laige::Result<()> {
    for hint in HINTS {
        for panics_at in 0..5 {
            let mut world = world(10);
            let before = world.spawn((Health(-1), POS))?;
            let rows = Says { rows: 0..5, hint, panics_at: Some(panics_at) };
            let call = || world.spawn_batch(rows).map(<[Entity]>::len);
            let panic = catch_unwind(AssertUnwindSafe(call)).expect_err("the iterator panics");
            assert_eq!(panic.downcast_ref::<&str>(), Some(&"the iterator panicked"));
            assert_eq!(healths(&world), (-1..panics_at).collect::<Vec<_>>(), "{hint:?}");
            assert_eq!(world.stats().total_spawned, 1 + panics_at as u64);
            audited(&world);
            world.despawn(before)?;
            assert_eq!(world.spawn_batch([(Health(9), POS)])?.len(), 1);
        }
    }
    Ok(())
}

#[test]
fn batch_that_does_not_fit_creates_nothing() -> laige::Result<()> {
    for hint in HINTS {
        let mut world = world(5);
        let first = world.spawn((Health(1), POS))?;
        let second = world.spawn((Visible,))?;
        world.despawn(first)?;
        world.settle();
        let before =
            world.archetypes().map(|archetype| format!("{archetype:?}")).collect::<Vec<_>>();
        let (stats, warns) = (world.stats(), world.guardrail_stats());
        let requested = u32::try_from(hint.0).unwrap_or(u32::MAX).max(5);
        let refused = world.spawn_batch(Says { rows: 0..6, hint, panics_at: None });
        assert_eq!(refused, Err(Error::CapacityFull { capacity: 5, requested }), "{hint:?}");
        world.settle();
        let after =
            world.archetypes().map(|archetype| format!("{archetype:?}")).collect::<Vec<_>>();
        assert_eq!(after, before);
        assert_eq!(
            (world.stats(), world.guardrail_stats()),
            (stats, warns),
            "nobody was ever there"
        );
        assert_eq!(world.entities().collect::<Vec<_>>(), [second]);
        assert_eq!(next_slot(&mut world), Some(0), "the freed slot is still the next");
        audited(&world);
    }
    Ok(())
}

#[test]
fn batch_that_does_not_fit_bears_no_archetype() -> laige::Result<()> {
    for hint in HINTS {
        let mut world = world(3);
        let probe = |world: &World| world.query::<(&Health, &Pos)>().count();
        assert_eq!(probe(&world), 0);
        assert!(world.spawn_batch(Says { rows: 0..4, hint, panics_at: None }).is_err());
        assert_eq!((world.archetype_count(), world.entity_count()), (0, 0), "{hint:?}");
        // Another set takes the first place in the order of birth.
        world.spawn((Visible,))?;
        world.spawn_batch([(Health(1), POS)])?;
        let sets: Vec<usize> =
            world.archetypes().map(|archetype| archetype.signature().len()).collect();
        assert_eq!((sets, probe(&world)), (vec![0, 1, 2], 1));
        audited(&world);
    }
    Ok(())
}

#[test]
fn batch_of_none_does_nothing() -> laige::Result<()> {
    let mut world = world(2);
    world.spawn_empty()?;
    let before = picture(&world);
    assert!(world.spawn_batch(std::iter::empty::<(Health, Pos)>())?.is_empty());
    assert!(world.spawn_columns(0, (&[] as &[Health], &Vec::<Pos>::new()))?.is_empty());
    assert!(world.spawn_columns(0, ())?.is_empty());
    assert_eq!(picture(&world), before, "not even an archetype was born");
    Ok(())
}

#[test]
fn batch_of_an_unregistered_component_is_refused() {
    let mut world = world(2);
    let before = picture(&world);
    let unknown = Err(Error::ComponentUnregistered { component: Unknown::NAME });
    assert_eq!(world.spawn_batch([(POS, Unknown(1))]), unknown);
    assert_eq!(world.spawn_columns(1, (&[Unknown(1)], &[POS, POS])), unknown);
    assert_eq!(picture(&world), before);
}

#[test]
fn columns_become_rows() -> laige::Result<()> {
    let mut world = world(10);
    let healths = [Health(1), Health(2), Health(3)];
    let scores = vec![Score(10), Score(20), Score(30)];
    let positions: &[Pos] = &[POS; 3];
    let batch = world.spawn_columns(3, (&healths, (&scores, positions), &[Visible; 3]))?.to_vec();
    let rows: Vec<_> = batch
        .iter()
        .map(|&e| (world.get::<Health>(e), world.get::<Score>(e), world.get::<Pos>(e)))
        .collect();
    let expected: Vec<_> = healths
        .iter()
        .zip(&scores)
        .map(|(health, score)| (Some(health), Some(score), Some(&POS)))
        .collect();
    assert_eq!(rows, expected);
    let alone = world.spawn_columns(2, &healths[..2])?.to_vec();
    assert_eq!(
        alone.iter().filter_map(|&e| world.get::<Health>(e)).map(|h| h.0).collect::<Vec<_>>(),
        [1, 2]
    );
    let bare = world.spawn_columns(4, ())?.to_vec();
    assert!(
        bare.iter().all(|&e| world.entity(e).is_some_and(|view| view.components().count() == 0))
    );
    assert_eq!(world.archetype_stats().total_inserts, 0);
    audited(&world);
    Ok(())
}

#[test]
fn column_of_the_wrong_length_is_refused_by_name() {
    let mut world = world(10);
    let before = picture(&world);
    let (pos, vel) =
        (world.component_id::<Pos>().expect("an id"), world.component_id::<Vel>().expect("an id"));
    let wrong =
        |component, expected, found| Err(Error::ColumnLength { component, expected, found });
    assert_eq!(world.spawn_columns(3, (&[POS; 3], &[VEL; 2])), wrong(vel, 3, 2));
    assert_eq!(world.spawn_columns(3, (&[POS; 4], &[VEL; 2])), wrong(pos, 3, 4));
    assert_eq!(world.spawn_columns(0, &[POS; 1]), wrong(pos, 0, 1));
    assert_eq!(world.spawn_columns(20, (&[POS; 20], (&[VEL; 19],))), wrong(vel, 20, 19));
    assert_eq!(picture(&world), before);
}

#[test]
fn handles_of_a_batch_are_the_world_s_until_the_next_call() -> laige::Result<()> {
    let mut world = world(4);
    let batch: &[Entity] = world.spawn_batch([Health(1), Health(2)])?;
    let kept = batch.to_vec();
    assert_eq!(world.spawn_batch([Health(3)])?.len(), 1);
    assert!(kept.iter().all(|&entity| world.is_valid(entity)));
    Ok(())
}
