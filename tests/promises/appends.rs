//! The entities of a snapshot come to live beside those of a world: all of them or none, under new handles, which their components know.
//!
//! Cases S04 (loaded entities are found by handle), L02 (no room for all: nothing is half created), L08 (nothing to append).

use laige::prelude::*;
use laige::{Error, Snapshot};

use crate::scene::{audited, picture};

#[component]
#[derive(Debug, PartialEq)]
struct Number(u32);

#[component]
#[derive(Debug, PartialEq)]
struct Links {
    weight: u64,
    next: Entity,
    others: [Entity; 3],
}

#[component]
struct Marked;

#[component(toggle)]
struct Asleep;

#[component(toggle)]
struct Hidden;

/// Entities of three archetypes in several chunks, each third linked to the one before it and to one that is gone.
fn group() -> laige::Result<(Snapshot, Vec<Entity>, Entity)> {
    let mut world = World::new(Options::with_capacity(4_000))?;
    world.register_all::<(Number, Links, Marked, Asleep, Hidden)>()?;
    let all = world.spawn_batch((0..3_000).map(Number))?.to_vec();
    let gone = all[5];
    for (place, pair) in all.windows(2).enumerate().step_by(3) {
        let next = pair[0];
        world.insert(pair[1], Links { weight: 7, next, others: [gone, pair[1], Entity::NONE] })?;
        if place % 2 == 0 {
            world.insert(pair[1], (Marked, Asleep))?;
        }
    }
    world.despawn(gone)?;
    Ok((world.snapshot(), all, gone))
}

/// A world with other handles, in which the components have other ids, and some entities live already.
fn target(capacity: u32) -> laige::Result<World> {
    let mut world = World::new(Options::with_capacity(capacity))?;
    world.register_all::<(Hidden, Marked, Asleep, Links, Number)>()?;
    let first = world.spawn_batch((0..40).map(|n| (Number(n), Marked)))?.to_vec();
    for &entity in first.iter().step_by(2) {
        world.despawn(entity)?;
    }
    world.set_toggle::<Hidden>(first[1], true)?;
    Ok(world)
}

#[test]
fn appended_entities_are_what_they_were_under_new_handles() -> laige::Result<()> {
    let (snapshot, all, gone) = group()?;
    let mut world = target(70_000)?;
    for round in 1..4 {
        let before: Vec<Entity> = world.entities().collect();
        let inserts = world.archetype_stats().total_inserts;
        let map = world.append(&snapshot)?;
        audited(&world);
        assert_eq!(map.len(), 2_999);
        assert_eq!(world.entity_count(), 20 + round * 2_999);
        assert_eq!(world.archetype_stats().total_inserts, inserts, "a spawn is no insert");
        assert!(before.iter().all(|&entity| world.is_valid(entity)), "those before stay");
        let new = |old: Entity| map.get(old).expect("it was alive");
        for (place, &old) in all.iter().enumerate().filter(|(_, old)| **old != gone) {
            let entity = new(old);
            assert!(world.is_valid(entity) && !before.contains(&entity));
            assert_eq!(world.get::<Number>(entity), Some(&Number(place as u32)));
            let linked = place % 3 == 1;
            let expected = linked.then(|| Links {
                weight: 7,
                next: new(all[place - 1]),
                others: [Entity::NONE, entity, Entity::NONE],
            });
            assert_eq!(world.get::<Links>(entity), expected.as_ref());
            let marked = linked && (place - 1) % 2 == 0;
            assert_eq!(world.has::<Marked>(entity), marked);
            assert_eq!(world.has::<Asleep>(entity), marked);
            assert!(!world.has::<Hidden>(entity));
        }
        assert_eq!((map.get(gone), map.get(Entity::NONE)), (None, None));
        let slots = map.iter().map(|(old, _)| old).collect::<Vec<_>>();
        assert!(slots.is_sorted());
    }
    Ok(())
}

#[test]
fn appending_is_the_same_as_spawning_in_the_order_of_visits() -> laige::Result<()> {
    let mut small = World::new(Options::with_capacity(20))?;
    small.register_all::<(Number, Marked)>()?;
    let all = small.spawn_batch((0..5).map(Number))?.to_vec();
    small.insert(all[1], Marked)?;
    small.insert(all[3], Marked)?;
    small.spawn_empty()?;
    let snapshot = small.snapshot();
    let made = || -> laige::Result<World> {
        let mut world = World::new(Options::with_capacity(20))?;
        world.register_all::<(Number, Marked)>()?;
        let used = world.spawn_batch([(); 4])?.to_vec();
        world.despawn(used[2])?;
        world.despawn(used[0])?;
        Ok(world)
    };
    let (mut one, mut other) = (made()?, made()?);
    let map = one.append(&snapshot)?;
    let mut expected = vec![other.spawn_empty()?];
    for number in [0, 2, 4] {
        expected.push(other.spawn(Number(number))?);
    }
    for number in [1, 3] {
        expected.push(other.spawn((Number(number), Marked))?);
    }
    assert!(one.snapshot() == other.snapshot());
    let old = [5, 0, 2, 4, 1, 3].map(|slot| small.layout().entity(slot, 1).expect("it fits"));
    assert_eq!(old.map(|old| map.get(old).expect("alive")).to_vec(), expected);
    Ok(())
}

#[test]
fn what_has_no_room_leaves_the_world_as_it_was() -> laige::Result<()> {
    let (snapshot, ..) = group()?;
    let refused = |world: &mut World, expected: Error| {
        let (digest, before) = (world.digest(), picture(world));
        assert_eq!(world.append(&snapshot), Err(expected));
        assert_eq!((picture(world), world.digest()), (before, digest));
        audited(world);
    };
    let mut full = target(3_000)?;
    refused(&mut full, Error::CapacityFull { capacity: 3_000, requested: 2_999 });
    let options = || Options::with_capacity(4_000);
    let mut few = World::new(options().max_archetypes(2))?;
    few.register_all::<(Hidden, Marked, Asleep, Links, Number)>()?;
    refused(&mut few, Error::ArchetypesFull { entity: Entity::NONE, max: 2 });
    let mut narrow = World::new(options().max_components_per_entity(2))?;
    narrow.register_all::<(Hidden, Marked, Asleep, Links, Number)>()?;
    let limit = Error::ComponentLimit { entity: Entity::NONE, components: 3, max: 2 };
    refused(&mut narrow, limit);
    let mut unknowing = World::new(options())?;
    unknowing.register_all::<(Marked, Asleep, Number)>()?;
    refused(&mut unknowing, Error::ComponentUnregistered { component: Links::NAME });
    let mut awake = World::new(options())?;
    awake.register_all::<(Marked, Links, Number)>()?;
    refused(&mut awake, Error::ComponentUnregistered { component: Asleep::NAME });
    Ok(())
}

#[test]
fn nothing_is_appended_of_an_empty_snapshot() -> laige::Result<()> {
    let empty = World::new(Options::with_capacity(0))?.snapshot();
    for capacity in [0, 100] {
        let mut world = World::new(Options::with_capacity(capacity))?;
        let before = picture(&world);
        let map = world.append(&empty)?;
        assert!(map.is_empty() && map.iter().next().is_none());
        assert_eq!(picture(&world), before);
    }
    Ok(())
}
