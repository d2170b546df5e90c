//! Guardrails: a world warns when it nears its capacity, and when more components come and go in a frame than it should.

use laige::GuardrailStats;
use laige::prelude::*;

use crate::scene::{Health, POS, Pos, VEL, Vel, made, world};

/// The warnings at 25, 50 and 100 percent.
fn warns(world: &World) -> [u64; 3] {
    world.guardrail_stats().entity_budget_warns
}

#[test]
fn entity_budget_warns_at_a_quarter_half_and_all_rounded_down() -> laige::Result<()> {
    // Of each capacity, the count at which each level warns; 0 never does.
    let table = [
        (2_000, [500, 1_000, 2_000]),
        (8, [2, 4, 8]),
        (4, [1, 2, 4]),
        (2, [0, 1, 2]),
        (1, [0, 0, 1]),
    ];
    for (capacity, thresholds) in table {
        let mut world = made(Options::with_capacity(capacity));
        for count in 1..=capacity {
            world.spawn_empty()?;
            let expected =
                thresholds.map(|threshold| u64::from(threshold != 0 && threshold <= count));
            assert_eq!(warns(&world), expected, "{count} of {capacity}");
        }
    }
    Ok(())
}

#[test]
fn level_follows_the_peak() -> laige::Result<()> {
    let mut world = world(8);
    let mut living = Vec::new();
    for level in [0, 25, 25, 50, 50, 50, 50, 100] {
        living.push(world.spawn_empty()?);
        assert_eq!(world.guardrail_stats().entity_budget_level, level);
    }
    world.clear();
    let stats = world.guardrail_stats();
    assert_eq!((stats.entity_count, stats.capacity, stats.entity_budget_level), (0, 8, 100));
    Ok(())
}

#[test]
fn crossing_again_warns_again_only_in_a_new_frame() -> laige::Result<()> {
    let mut world = world(8);
    let cross = |world: &mut World| -> laige::Result<()> {
        let (first, second) = (world.spawn_empty()?, world.spawn_empty()?);
        world.despawn(first)?;
        world.despawn(second)
    };
    cross(&mut world)?;
    cross(&mut world)?;
    assert_eq!(warns(&world), [1, 0, 0]);
    world.begin_frame();
    assert_eq!(warns(&world), [1, 0, 0]);
    cross(&mut world)?;
    cross(&mut world)?;
    assert_eq!(warns(&world), [2, 0, 0]);
    Ok(())
}

#[test]
fn batch_warns_like_single_spawns() -> laige::Result<()> {
    for (before, rows) in [(0, 8), (1, 1), (2, 5), (3, 1), (4, 4), (0, 1)] {
        let (mut one, mut many) = (world(8), world(8));
        for _ in 0..before {
            one.spawn_empty()?;
            many.spawn_empty()?;
        }
        for _ in 0..rows {
            one.spawn_empty()?;
        }
        many.spawn_batch(vec![(); rows])?;
        assert_eq!(warns(&many), warns(&one), "{before} and {rows}");
    }
    Ok(())
}

/// Churn of this frame, and how often the world warned of it.
fn churn(world: &World) -> (u64, u64) {
    let stats = world.guardrail_stats();
    (stats.frame_churn, stats.churn_warns)
}

#[test]
fn churn_warns_above_its_budget_once_a_frame() -> laige::Result<()> {
    let mut world = made(Options::with_capacity(8).churn_per_frame_budget(4));
    let entity = world.spawn((POS,))?;
    world.insert(entity, (VEL, Health(1)))?; // 2
    world.insert(entity, Health(2))?; // overwriting counts
    assert!(world.remove::<Vel>(entity)?); // 4
    assert_eq!(churn(&world), (4, 0), "equal to the budget");
    world.insert(entity, Health(3))?;
    assert_eq!(churn(&world), (5, 1), "one above it");
    assert!(world.remove::<(Pos, Health)>(entity)?);
    assert_eq!(churn(&world), (7, 1), "later in the same frame");
    world.begin_frame();
    assert_eq!(churn(&world), (0, 1));
    for i in 0..5 {
        world.insert(entity, Health(i))?;
    }
    assert_eq!(churn(&world), (5, 2));
    Ok(())
}

#[test]
fn what_does_not_come_or_go_is_no_churn() -> laige::Result<()> {
    let mut world = world(8);
    let entity = world.spawn((POS, VEL))?;
    world.spawn_batch([(POS, Health(1)); 3])?;
    assert!(!world.remove::<Health>(entity)?, "it was not there");
    assert_eq!(world.take::<Health>(entity)?, None);
    world.insert(entity, ())?;
    assert!(world.insert(Entity::NONE, POS).is_err() && world.remove::<Pos>(Entity::NONE).is_err());
    world.despawn(entity)?;
    world.clear();
    assert_eq!(churn(&world), (0, 0));
    Ok(())
}

#[test]
fn churn_budget_of_zero_counts_and_never_warns() -> laige::Result<()> {
    let mut world = made(Options::with_capacity(2).churn_per_frame_budget(0));
    let entity = world.spawn_empty()?;
    for i in 0..1_000 {
        world.insert(entity, Health(i))?;
    }
    assert_eq!(churn(&world), (1_000, 0));
    assert_eq!(world.guardrail_stats().churn_per_frame_budget, 0);
    Ok(())
}

#[test]
fn every_warning_is_counted_by_kind() -> laige::Result<()> {
    let mut world = made(Options::with_capacity(4).max_archetypes(1).max_components_per_entity(2));
    let entity = world.spawn((POS,))?;
    for _ in 0..3 {
        assert!(world.check(Entity::NONE).is_err());
        assert!(world.register::<Pos>().is_err());
    }
    for _ in 0..2 {
        assert!(world.despawn(Entity::NONE).is_err());
        assert!(world.insert(entity, (VEL, Health(1))).is_err());
    }
    assert!(world.insert(entity, VEL).is_err());
    assert!(world.insert(entity, crate::scene::Unknown(1)).is_err());
    let GuardrailStats {
        stale_access_warns,
        stale_despawn_warns,
        component_unregistered_warns,
        component_duplicate_warns,
        component_limit_warns,
        archetype_budget_warns,
        ..
    } = world.guardrail_stats();
    assert_eq!((stale_access_warns, stale_despawn_warns, component_unregistered_warns), (3, 2, 1));
    assert_eq!(
        (component_duplicate_warns, component_limit_warns, archetype_budget_warns),
        (3, 2, 1)
    );
    Ok(())
}
