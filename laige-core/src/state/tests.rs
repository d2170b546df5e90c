//! Each field of a world that is state is changed alone: its snapshot becomes another, and restoring undoes the change.
#![expect(clippy::unwrap_used, reason = "tests")]

use alloc::vec::Vec;

use crate::audit::tests::Value;
use crate::guardrails::Guardrails;
use crate::slots::Slots;
use crate::{Error, Options, World};

/// Entities 0 and 3, and the dead slots 2 and 1, of which 1 is next.
fn world() -> World {
    let mut world = World::new(Options::with_capacity(10)).unwrap();
    world.register::<Value>().unwrap();
    let all = world.spawn_batch([Value(7); 4]).unwrap().to_vec();
    world.insert(all[0], Value(8)).unwrap();
    world.despawn(all[2]).unwrap();
    world.despawn(all[1]).unwrap();
    world
}

/// Fails unless the change makes another state, and restoring undoes it.
#[track_caller]
fn changes(name: &str, change: impl FnOnce(&mut World)) {
    let mut world = world();
    let before = world.snapshot();
    change(&mut world);
    let after = world.snapshot();
    assert!(before != after, "{name}");
    world.restore(&before).unwrap();
    assert!(world.snapshot() == before, "{name}");
    assert_eq!(world.audit(), Ok(()), "{name}");
    let mut other = self::world();
    other.restore(&after).unwrap();
    assert!(other.snapshot() == after, "{name}");
}

#[test]
fn each_field_of_the_slot_table_is_state() {
    for (name, change) in Slots::CHANGES {
        changes(name, |world| change(&mut world.storage.ground.slots));
    }
}

#[test]
fn each_field_of_the_guardrails_is_state() {
    for (name, change) in Guardrails::CHANGES {
        changes(name, |world| change(world.guardrails_mut()));
    }
}

#[test]
fn values_and_counts_are_state() {
    changes("a value", |world| {
        let entity = world.entities().next().unwrap();
        world.get_mut::<Value>(entity).unwrap().0 += 1;
    });
    changes("components inserted", |world| world.storage.ground.counters.inserts += 1);
    changes("components removed", |world| world.storage.ground.counters.removes += 1);
    changes("warnings", |world| {
        let stale = crate::Entity::from_bits(u32::MAX);
        assert_eq!(world.check(stale), Err(Error::StaleEntity { entity: stale }));
    });
}

#[test]
fn work_of_storage_is_no_state() {
    let mut world = world();
    let before = world.snapshot();
    world.settle();
    world.storage.ground.counters.settles += 1;
    assert!(world.snapshot() == before);
    world.restore(&before).unwrap();
    assert_eq!(world.storage.ground.counters.settles, world.archetype_stats().total_settles);
}

impl crate::Resource for Value {
    type Part = crate::__private::State;
    const NAME: &'static str = "value";
}

/// A transient resource.
struct Log(u32);

impl crate::Resource for Log {
    type Part = crate::__private::Transient;
    const NAME: &'static str = "log";
}

#[test]
fn resources_are_state_and_transient_ones_stay() {
    changes("a resource that came", |world| {
        world.insert_resource(Value(1));
    });
    let mut one = world();
    one.insert_resource(Log(1));
    one.insert_resource(Value(3));
    let snapshot = one.snapshot();
    one.insert_resource(Value(4));
    one.insert_resource(Log(2));
    assert!(one.snapshot() != snapshot);
    let mut other = world();
    other.insert_resource(Value(9));
    let names = |world: &World| world.resources().map(|view| view.name()).collect::<Vec<_>>();
    for world in [&mut one, &mut other] {
        world.restore(&snapshot).unwrap();
        assert_eq!(world.resource::<Value>(), Some(&Value(3)));
        assert!(world.snapshot() == snapshot);
    }
    assert_eq!(
        (one.resource::<Log>().map(|log| log.0), names(&one)),
        (Some(2), ["log", "value"].into())
    );
    assert_eq!(names(&other), ["value"]);
    // The types are found where they are now.
    assert_eq!(other.insert_resource(Value(5)), Some(Value(3)));
    assert!(other.insert_resource(Log(6)).is_none());
    assert_eq!(names(&other), ["log", "value"]);
    let empty = world().snapshot();
    other.restore(&empty).unwrap();
    assert_eq!(names(&other), ["log"]);
}

#[test]
fn resources_that_are_state_are_in_the_content() {
    let mut world = World::new(Options::with_capacity(10)).unwrap();
    let without = world.digest();
    let tree = world.digest_tree();
    world.insert_resource(Log(1));
    assert_eq!(world.digest(), without);
    world.insert_resource(Value(7));
    let with = world.digest();
    // From `xxh3.py`: head, number 2, and the hash of the stable id of `audit.value` and of the hash of 7 in four bytes.
    assert_eq!(with.content, 0x2ab4_6e6a_f160_ff5c_1aff_0299_5228_9a0e);
    assert_eq!(with.control, without.control);
    assert_eq!((world.digest_uncached(), world.digest_tree().digest()), (with, with));
    let differing = tree.compare(&world.digest_tree());
    assert_eq!(differing, [crate::DigestDifference::Resource { name: "value" }]);
    let other = World::new(Options::with_capacity(10)).unwrap();
    let report = |a: &World, b: &World| crate::diff::report(a, b, 9);
    assert_eq!(report(&other, &world), "resource value  appeared as {}\n");
    assert_eq!(report(&world, &other), "resource value  vanished, was {}\n");
    assert_eq!(report(&world, &world), "");
    if let Some(value) = world.resource_mut::<Value>() {
        value.0 = 8;
    }
    assert_ne!(world.digest().content, with.content);
    assert_eq!(world.remove_resource::<Value>(), Some(Value(8)));
    assert_eq!(world.digest(), without);
}
