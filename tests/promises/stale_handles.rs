//! Stale handles: every call refuses them, and whoever has the slot now is left alone.
//!
//! Cases Q22 (the occupant keeps its components) and U16 in part.

use laige::prelude::*;
use laige::{Error, OnStaleDespawn};

use crate::scene::{Health, POS, Pos, Visible, audited, made, picture, world};

/// A world with an entity in the slot of one that died, and the handle of the dead.
fn haunted() -> laige::Result<(World, Entity, Entity)> {
    let mut world = world(4);
    let dead = world.spawn((Health(1), Visible))?;
    world.despawn(dead)?;
    let occupant = world.spawn((Health(2), POS))?;
    assert_eq!(world.slot_of(dead), world.slot_of(occupant));
    Ok((world, dead, occupant))
}

#[test]
fn stale_handle_is_refused_and_its_slot_is_left_alone() -> laige::Result<()> {
    let (mut world, dead, occupant) = haunted()?;
    let before = picture(&world);
    let stale = Error::StaleEntity { entity: dead };
    assert_eq!(world.despawn(dead), Err(stale));
    assert_eq!(world.insert(dead, Health(9)), Err(stale));
    assert_eq!(world.insert(dead, (POS, Visible)), Err(stale));
    assert_eq!(world.remove::<Health>(dead), Err(stale));
    assert_eq!(world.remove::<(Health, Pos)>(dead), Err(stale));
    assert_eq!(world.take::<Pos>(dead), Err(stale));
    assert_eq!(world.check(dead), Err(stale));
    assert_eq!(world.get::<Health>(dead), None);
    assert_eq!(picture(&world), before);
    assert_eq!(world.get(occupant), Some(&Health(2)));
    audited(&world);
    Ok(())
}

#[test]
fn list_with_live_stale_and_repeated_handles_ends_only_the_living() -> laige::Result<()> {
    let (mut world, dead, occupant) = haunted()?;
    let other = world.spawn((Health(3),))?;
    let ended: Vec<bool> =
        [dead, other, other, Entity::NONE].map(|entity| world.despawn(entity).is_ok()).to_vec();
    assert_eq!(ended, [false, true, false, false]);
    assert_eq!(world.get(occupant), Some(&Health(2)));
    assert_eq!(world.entity_count(), 1);
    Ok(())
}

#[test]
fn despawning_twice_is_an_error_in_every_build() -> laige::Result<()> {
    let mut world = world(2);
    let entity = world.spawn_empty()?;
    world.despawn(entity)?;
    assert_eq!(world.despawn(entity), Err(Error::StaleEntity { entity }));
    assert_eq!(world.guardrail_stats().stale_despawn_warns, 1);
    Ok(())
}

#[test]
fn reference_world_panics_in_debug_builds_when_an_entity_is_despawned_twice() -> laige::Result<()> {
    let mut world = made(Options::reference(2));
    let entity = world.spawn_empty()?;
    world.despawn(entity)?;
    let again = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| world.despawn(entity)));
    if cfg!(debug_assertions) {
        let panic = again.expect_err("debug builds panic");
        assert_eq!(
            panic.downcast_ref::<String>().map(String::as_str),
            Some("despawned an entity that is not alive: 1v1")
        );
    } else {
        assert_eq!(again.expect("release builds do not"), Err(Error::StaleEntity { entity }));
    }
    assert_eq!(world.guardrail_stats().stale_despawn_warns, 1);
    audited(&world);

    let mut world = made(Options::reference(2).on_stale_despawn(OnStaleDespawn::Error));
    assert_eq!(world.despawn(entity), Err(Error::StaleEntity { entity }));
    Ok(())
}

#[test]
fn stale_handle_counts_before_an_unregistered_component() -> laige::Result<()> {
    let (mut world, dead, _) = haunted()?;
    let unknown = crate::scene::Unknown(1);
    assert_eq!(world.insert(dead, unknown), Err(Error::StaleEntity { entity: dead }));
    assert_eq!(world.guardrail_stats().component_unregistered_warns, 0);
    assert_eq!(world.guardrail_stats().stale_access_warns, 1);
    Ok(())
}

#[test]
fn asking_is_silent_and_checking_is_counted() -> laige::Result<()> {
    let (mut world, dead, occupant) = haunted()?;
    assert!(!world.is_valid(dead) && world.is_valid(occupant));
    assert!(world.get_mut::<Health>(dead).is_none() && !world.has::<Health>(dead));
    assert!(world.query::<&Health>().get(dead).is_none() && world.entity(dead).is_none());
    assert_eq!(world.guardrail_stats().stale_access_warns, 0);
    assert_eq!((world.check(occupant), world.check(dead).is_err()), (Ok(()), true));
    assert_eq!(world.guardrail_stats().stale_access_warns, 1);
    Ok(())
}
