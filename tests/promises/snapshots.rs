//! A world that is restored goes on as if nothing had happened since the snapshot.
//!
//! Cases S04 (after restoring, entities are found by handle), S08 (saving and restoring again and again), S15 (what was prepared before
//! restoring goes on working), C08 (restoring into a world with other entities).

use laige::prelude::*;
use laige::{Error, Snapshot};

use crate::scene::{
    Health, POS, Pos, Score, VEL, Vel, Visible, audited, made, picture, state, world,
};

/// A world with a history: entities of several archetypes, dead ones between them, chunks of more than 1,024 rows.
fn lived_in() -> (World, Vec<Entity>) {
    let mut world = world(4_000);
    let mut all = world.spawn_batch(vec![(POS, VEL); 1_500]).expect("room").to_vec();
    for (number, &entity) in all.iter().enumerate() {
        match number % 5 {
            0 => world.despawn(entity).expect("alive"),
            1 => world.insert(entity, Health(number as i32)).expect("alive"),
            2 => world.insert(entity, Visible).expect("alive"),
            _ => {}
        }
    }
    all.retain(|&entity| world.is_valid(entity));
    for _ in 0..100 {
        all.push(world.spawn(Score(7)).expect("room"));
    }
    (world, all)
}

/// Something that happens to a world and depends on all of its state: what the calls answer.
fn future(world: &mut World) -> Vec<Result<Entity, Error>> {
    let mut seen = Vec::new();
    world.begin_frame();
    for number in 0..1_000 {
        seen.push(world.spawn((Health(number), POS)));
    }
    let entities: Vec<Entity> = world.entities().collect();
    for &entity in entities.iter().step_by(3) {
        seen.push(world.despawn(entity).map(|()| entity));
    }
    for &entity in entities.iter().step_by(7) {
        seen.push(world.insert(entity, (Score(1), Visible)).map(|()| entity));
    }
    while let Ok(entity) = world.spawn_empty() {
        seen.push(Ok(entity));
    }
    seen.push(world.spawn_empty());
    seen
}

/// Everything that a query shows.
fn visit(world: &mut World) -> Vec<(Entity, Option<Pos>, Option<Health>)> {
    let mut rows = Vec::new();
    query!(world, |e: Entity, p: Option<&mut Pos>, h: Option<&Health>| {
        rows.push((e, p.copied(), h.copied()));
    });
    rows
}

#[test]
fn restored_world_has_the_same_future() {
    let (mut world, _) = lived_in();
    let snapshot = world.snapshot();
    let (shown, before) = (state(&world), visit(&mut world));
    let stats = (world.stats(), world.guardrail_stats());
    let digest = world.digest();
    let expected = future(&mut world);
    let (end, end_digest) = (state(&world), world.digest());
    for _ in 0..3 {
        world.restore(&snapshot).expect("its own snapshot");
        audited(&world);
        assert_eq!((state(&world), visit(&mut world)), (shown.clone(), before.clone()));
        assert_eq!((world.stats(), world.guardrail_stats()), stats);
        assert!(world.snapshot() == snapshot);
        assert_eq!((world.digest(), world.digest_uncached()), (digest, digest));
        assert!(future(&mut world) == expected);
        assert_eq!((state(&world), world.digest()), (end.clone(), end_digest));
    }
}

#[test]
fn fresh_used_and_cleared_worlds_become_the_same() {
    let (mut original, _) = lived_in();
    let snapshot = original.snapshot();
    let fresh = world(4_000);
    let mut used = world(4_000);
    // Other archetypes in another order, in slots of its own.
    used.spawn_batch(vec![(Score(1), VEL); 3_000]).expect("room");
    used.spawn(Health(1)).expect("room");
    let mut cleared = lived_in().0;
    cleared.clear();
    let expected = future(&mut original);
    for mut world in [fresh, used, cleared] {
        world.restore(&snapshot).expect("the same options and components");
        audited(&world);
        assert!(world.snapshot() == snapshot);
        assert!(future(&mut world) == expected);
        assert_eq!(state(&world), state(&original));
    }
}

#[test]
fn every_entity_is_found_by_handle_after_restoring() -> laige::Result<()> {
    let (mut world, all) = lived_in();
    let snapshot = world.snapshot();
    world.clear();
    assert!(all.iter().all(|&entity| !world.is_valid(entity)));
    world.restore(&snapshot)?;
    for &entity in &all {
        assert!(world.check(entity).is_ok() && world.entity(entity).is_some());
        world.insert(entity, Score(2))?;
        assert_eq!(world.take::<Score>(entity)?, Some(Score(2)));
        world.despawn(entity)?;
    }
    assert_eq!(world.entity_count(), 0);
    audited(&world);
    Ok(())
}

#[test]
fn archetypes_born_after_the_snapshot_are_unborn_by_restoring() -> laige::Result<()> {
    let mut world = world(100);
    let first = world.spawn(POS)?;
    let rows = |world: &World| world.query::<&Score>().count();
    let snapshot = world.snapshot();
    assert_eq!(rows(&world), 0, "the match is kept from here on");
    // Insert and remove remember the archetypes that they lead to.
    world.insert(first, Score(1))?;
    world.insert(first, VEL)?;
    assert!(world.remove::<Score>(first)?);
    assert_eq!((world.archetype_count(), rows(&world)), (4, 0));
    world.restore(&snapshot)?;
    assert_eq!((world.archetype_count(), rows(&world)), (1, 0));
    // Born in another order, the same archetypes have other ids.
    world.insert(first, VEL)?;
    world.insert(first, Score(1))?;
    assert_eq!(rows(&world), 1);
    assert!(world.remove::<Vel>(first)?);
    assert_eq!((world.get::<Score>(first), world.get::<Vel>(first)), (Some(&Score(1)), None));
    assert_eq!((world.archetype_count(), rows(&world)), (4, 1));
    audited(&world);
    Ok(())
}

#[test]
fn handles_of_the_abandoned_future_are_not_valid() -> laige::Result<()> {
    let mut world = world(10);
    let kept = world.spawn(POS)?;
    let snapshot = world.snapshot();
    let lost = world.spawn(POS)?;
    world.despawn(kept)?;
    world.restore(&snapshot)?;
    assert!(world.is_valid(kept) && !world.is_valid(lost));
    assert_eq!(world.get::<Pos>(lost), None);
    assert_eq!(world.spawn(VEL)?, lost, "and may be handed out again");
    Ok(())
}

#[test]
fn used_snapshot_is_filled_as_a_new_one() {
    let (mut world, all) = lived_in();
    let mut used = world.snapshot();
    let mut others = vec![used.clone()];
    for round in 0..6 {
        for &entity in all.iter().skip(round).step_by(200) {
            if let Some(pos) = world.get_mut::<Pos>(entity) {
                pos.x += 1.0;
            }
            if round % 2 == 1 {
                let _ = world.despawn(entity);
            }
        }
        world.snapshot_into(&mut used);
        let new = world.snapshot();
        assert!(used == new, "round {round}");
        assert!(others.iter().all(|other| *other != used), "round {round}");
        others.push(used.clone());
    }
    for snapshot in others.iter().rev() {
        world.restore(snapshot).expect("its own snapshot");
        assert!(world.snapshot() == *snapshot);
        audited(&world);
    }
}

#[test]
fn world_with_other_options_or_components_refuses_the_snapshot() -> laige::Result<()> {
    let (mut world, _) = lived_in();
    let snapshot: Snapshot = world.snapshot();
    let refused = |options: Options, option: &'static str| {
        let mut other = made(options);
        other.spawn(POS).expect("room");
        let before = picture(&other);
        assert_eq!(other.restore(&snapshot), Err(Error::SnapshotOption { option }));
        assert_eq!(picture(&other), before);
    };
    let base = || Options::with_capacity(4_000);
    refused(Options::with_capacity(4_001), "with_capacity");
    refused(Options::reference(4_000), "reference");
    refused(base().seed(1), "seed");
    refused(base().churn_per_frame_budget(1), "churn_per_frame_budget");
    refused(base().deterministic(false), "deterministic");
    refused(base().max_archetypes(7), "max_archetypes");
    refused(base().max_components_per_entity(7), "max_components_per_entity");
    refused(base().max_component_types(7), "max_component_types");
    refused(base().slot_order(laige::SlotOrder::Descending), "slot_order");
    refused(base().on_generation_wrap(laige::OnGenerationWrap::Wrap), "on_generation_wrap");
    refused(base().max_commands(7), "max_commands");
    refused(base().max_command_bytes(7), "max_command_bytes");
    refused(base().on_stale_despawn(laige::OnStaleDespawn::PanicInDebug), "on_stale_despawn");

    let mut few = World::new(base())?;
    few.register_all::<(Pos, Vel)>()?;
    let id = |number| laige::ComponentId::new(number).expect("an id");
    let missing = Error::SnapshotComponent { component: Health::NAME, id: id(3) };
    assert_eq!(few.restore(&snapshot), Err(missing));
    let mut swapped = World::new(base().implicit_ids(true))?;
    swapped.register_all::<(Vel, Pos, Health, Score, Visible)>()?;
    let other = Error::SnapshotComponent { component: Pos::NAME, id: id(1) };
    assert_eq!(swapped.restore(&snapshot), Err(other));
    Ok(())
}

#[test]
fn components_registered_later_stay_registered() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(10))?;
    world.register::<Pos>()?;
    let entity = world.spawn(POS)?;
    let snapshot = world.snapshot();
    world.register::<Score>()?;
    world.insert(entity, Score(1))?;
    assert_eq!(world.query::<(&Pos, &Score)>().count(), 1);
    world.restore(&snapshot)?;
    assert_eq!((world.component_count(), world.archetype_count()), (2, 1));
    assert_eq!(world.query::<(&Pos, &Score)>().count(), 0);
    world.insert(entity, Score(2))?;
    assert_eq!(world.query::<(&Pos, &Score)>().count(), 1);
    Ok(())
}

#[test]
fn snapshot_settles_and_shows_what_was_there() {
    let (mut world, _) = lived_in();
    let shown: Vec<Entity> = world.entities().collect();
    let snapshot = world.snapshot();
    assert_eq!(snapshot.entity_count() as usize, shown.len());
    assert_eq!(
        world.query::<&Pos>().count(),
        world.query::<&Pos>().chunks().map(|(e, _)| e.len()).sum::<usize>()
    );
    // 16 bytes of `Pos` and `Vel` for most, 4 of the handle, 8 of the slot.
    assert!(snapshot.bytes() > shown.len() * 12, "{snapshot:?}");
}

#[test]
fn snapshots_of_empty_worlds_can_be_restored() -> laige::Result<()> {
    for capacity in [0, 1, 4_000] {
        let mut world = world(capacity);
        let empty = world.snapshot();
        let _ = world.spawn_batch([(POS, VEL); 1]);
        world.restore(&empty)?;
        audited(&world);
        assert_eq!((world.entity_count(), world.archetype_count()), (0, 0));
        assert!(world.snapshot() == empty);
    }
    Ok(())
}

#[test]
fn order_in_which_archetypes_were_born_is_state() -> laige::Result<()> {
    let born = |first: bool| -> laige::Result<World> {
        let mut world = world(10);
        let entity = world.spawn_empty()?;
        for turn in [first, !first] {
            if turn {
                world.insert(entity, POS)?;
                world.remove::<Pos>(entity)?;
            } else {
                world.insert(entity, VEL)?;
                world.remove::<Vel>(entity)?;
            }
        }
        Ok(world)
    };
    let (mut one, mut other) = (born(true)?, born(false)?);
    let snapshot = other.snapshot();
    assert!(one.snapshot() != snapshot);
    one.restore(&snapshot)?;
    assert!(one.snapshot() == snapshot && state(&one) == state(&other));
    audited(&one);
    Ok(())
}

#[component(toggle)]
struct Stunned;

#[component(toggle)]
struct Hidden;

#[test]
fn toggles_are_restored_and_leave_no_trace() -> laige::Result<()> {
    let made = || -> laige::Result<World> {
        let mut world = world(3_000);
        world.register_all::<(Stunned, Hidden)>()?;
        Ok(world)
    };
    let stunned = |world: &World| -> Vec<Entity> {
        let is = |&e: &Entity| world.has::<Stunned>(e) && !world.has::<Hidden>(e);
        world.entities().filter(is).collect()
    };
    let mut original = made()?;
    let all = original.spawn_batch(vec![POS; 2_000])?.to_vec();
    let bare = original.snapshot();
    let (some, others) = all.split_at(1_500);
    for &entity in some.iter().step_by(7) {
        assert!(!original.set_toggle::<Stunned>(entity, true)?);
    }
    let set = original.snapshot();
    assert!(set != bare);
    for &entity in others.iter().chain(some).step_by(3) {
        original.set_toggle::<Stunned>(entity, true)?;
        original.set_toggle::<Hidden>(entity, true)?;
    }
    let expected: Vec<Entity> = some.iter().copied().step_by(7).collect();
    for mut world in [original, made()?] {
        for (snapshot, expected) in [(&set, &expected[..]), (&bare, &[]), (&set, &expected)] {
            world.restore(snapshot)?;
            audited(&world);
            assert_eq!(stunned(&world), expected);
            assert!(world.snapshot() == *snapshot);
        }
        // A new life in a slot that was stunned is not.
        let slot = expected[0];
        world.despawn(slot)?;
        let born = world.spawn(POS)?;
        assert!(world.slot_of(born) == world.slot_of(slot) && !world.has::<Stunned>(born));
    }
    Ok(())
}
