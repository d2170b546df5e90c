//! Resources are values by type. Those that are state decide the future, as components do; transient ones leave no trace in it.

use laige::prelude::*;
use laige::{Digest, diff};

#[resource(id = "game.score")]
#[derive(Debug, PartialEq)]
struct Score {
    points: u32,
    leader: Entity,
}

#[resource]
#[derive(Debug, PartialEq)]
struct Paused;

#[resource(checked)]
#[repr(u8)]
#[derive(Debug, PartialEq)]
enum Weather {
    Dry,
    Wet,
}

#[resource]
struct Range<T> {
    from: T,
    to: T,
}

#[resource(transient)]
#[derive(Debug, Default)]
struct Log {
    lines: Vec<String>,
}

/// An entity's own wind, or the world's.
#[component(id = "game.wind")]
#[derive(Resource, Debug, PartialEq)]
struct Wind {
    x: f32,
}

fn world() -> World {
    let mut world = World::new(Options::with_capacity(8)).expect("legal");
    world.register::<Wind>().expect("there is room");
    world
}

fn contents(world: &mut World) -> Digest {
    world.digest()
}

#[test]
fn a_world_has_a_resource_once() {
    let mut world = world();
    assert_eq!(world.insert_resource(Score { points: 1, leader: Entity::NONE }), None);
    let first = world.insert_resource(Score { points: 2, leader: Entity::NONE });
    assert_eq!(first.map(|score| score.points), Some(1));
    if let Some(score) = world.resource_mut::<Score>() {
        score.points += 5;
    }
    assert_eq!(world.resource::<Score>().map(|score| score.points), Some(7));
    assert_eq!(world.remove_resource::<Score>().map(|score| score.points), Some(7));
    assert!(!world.has_resource::<Score>());
    assert_eq!(world.remove_resource::<Score>(), None);
}

#[test]
fn names_are_ids_or_paths() {
    assert_eq!((Score::NAME, <Wind as Resource>::NAME), ("game.score", "game.wind"));
    assert_eq!(Log::NAME, concat!(module_path!(), "::Log"));
    assert_eq!(Paused::NAME, concat!(module_path!(), "::Paused"));
}

#[test]
fn kinds_are_told_by_the_attribute() {
    let states = [Score::IS_STATE, Paused::IS_STATE, Weather::IS_STATE, Wind::IS_STATE];
    assert_eq!((states, Log::IS_STATE), ([true; 4], false));
}

#[test]
fn transient_resources_leave_no_trace_in_the_state() {
    let mut world = world();
    let (digest, snapshot) = (contents(&mut world), world.snapshot());
    world.insert_resource(Log { lines: vec!["started".to_owned()] });
    assert_eq!(contents(&mut world), digest);
    assert!(world.snapshot() == snapshot);
    world.restore(&snapshot).expect("of this world");
    assert_eq!(world.resource::<Log>().map(|log| log.lines.len()), Some(1));
}

#[test]
fn resources_that_are_state_come_back_with_a_snapshot() {
    let mut world = world();
    let leader = world.spawn_empty().expect("there is room");
    world.insert_resource(Score { points: 3, leader });
    world.insert_resource(Weather::Wet);
    let (digest, snapshot) = (contents(&mut world), world.snapshot());
    world.insert_resource(Score { points: 4, leader });
    world.insert_resource(Weather::Dry);
    world.insert_resource(Paused);
    assert_ne!(contents(&mut world), digest);
    world.restore(&snapshot).expect("of this world");
    assert_eq!(contents(&mut world), digest);
    assert_eq!(world.resource::<Score>(), Some(&Score { points: 3, leader }));
    assert_eq!(world.resource::<Weather>(), Some(&Weather::Wet));
    assert!(!world.has_resource::<Paused>());
}

#[test]
fn instances_of_a_generic_resource_are_different_resources() {
    let mut world = world();
    world.insert_resource(Range { from: 1_u8, to: 2 });
    world.insert_resource(Range { from: 1_u16, to: 3 });
    assert_eq!(world.resource::<Range<u8>>().map(|range| range.to), Some(2));
    assert_eq!(world.resource::<Range<u16>>().map(|range| range.to), Some(3));
    let [one, two] = [<Range<u8> as laige::Fields>::SHAPE, <Range<u16> as laige::Fields>::SHAPE];
    assert_ne!(one.stable_id, two.stable_id);
}

#[test]
fn a_type_may_be_a_component_and_a_resource() {
    let mut world = world();
    let tunnel = world.spawn(Wind { x: 9.0 }).expect("there is room");
    let without = world.snapshot();
    world.insert_resource(Wind { x: 1.0 });
    assert_eq!(world.get::<Wind>(tunnel), Some(&Wind { x: 9.0 }));
    assert_eq!(world.resource::<Wind>(), Some(&Wind { x: 1.0 }));
    let mut other = self::world();
    other.restore(&without).expect("of the same making");
    assert_eq!(diff::report(&other, &world, 9), "resource game.wind  appeared as {x: 1.0}\n");
}
