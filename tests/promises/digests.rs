//! Digests: the values that a second implementation in Python gives, cached or not, and what does and does not enter.
//!
//! Cases S10 (a component that is absent changes the digest), S11 (golden values, equal in every process and build), S14 (-0.0 and NaN payloads),
//! L08 (empty worlds). `tests/digests/digest.py` writes the golden values; the oracle compares cached digests with fresh ones.

use std::collections::BTreeMap;

use laige::limits::CHUNK_ROWS;
use laige::prelude::*;
use laige::{Digest, OnStaleDespawn};

use crate::scene::{Health, POS, Pos, Score, VEL, Vel, Visible, made, world};
use crate::scripts;

/// Content, control and schema digest of each world, as Python has them.
fn golden() -> BTreeMap<String, [u128; 3]> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("digests/golden.txt");
    let text = std::fs::read_to_string(path).expect("the values are there");
    let line = |line: &str| {
        let mut words = line.split(' ');
        let name = words.next().expect("a name").to_owned();
        let hex = |word: &str| u128::from_str_radix(word, 16).expect("32 digits");
        (name, words.map(hex).collect::<Vec<_>>().try_into().expect("three digests"))
    };
    text.lines().map(line).collect()
}

#[test]
fn digests_are_those_of_the_second_implementation() -> laige::Result<()> {
    let golden = golden();
    let worlds = scripts::worlds()?;
    assert!(golden.len() >= 18 && golden.keys().eq(worlds.keys()));
    for (name, mut world) in worlds {
        let [content, control, schema] = golden[&name];
        let expected = Digest { content, control };
        assert_eq!(world.digest_uncached(), expected, "{name}, loose as it is");
        assert_eq!(world.digest(), expected, "{name}");
        assert_eq!(world.digest(), expected, "{name}, for the second time");
        assert_eq!(world.digest_uncached(), expected, "{name}, settled");
        assert_eq!(world.digest_tree().digest(), expected, "{name}, as a tree");
        assert_eq!(world.schema_digest(), schema, "{name}");
    }
    Ok(())
}

#[test]
fn failed_calls_leave_the_digest_as_it_was() -> laige::Result<()> {
    let options = Options::with_capacity(10).on_stale_despawn(OnStaleDespawn::Error);
    let mut world = made(options.max_archetypes(2));
    let dead = world.spawn(Health(1))?;
    world.spawn_batch([Score(1); 6])?;
    for used in [false, true] {
        if used {
            world.despawn(dead)?;
        }
        let before = world.digest();
        assert!(world.spawn_batch([Score(2); 9]).is_err());
        assert!(world.spawn_columns(9, &[Score(2); 9][..]).is_err());
        assert!(world.spawn((Health(1), Score(1))).is_err());
        assert!(world.insert(world.entities().last().expect("six"), VEL).is_err());
        assert_eq!(world.digest(), before, "{used}");
        assert_eq!(world.digest_uncached(), before, "{used}");
    }
    assert!(world.despawn(dead).is_err() && world.remove::<Score>(dead).is_err());
    Ok(())
}

#[test]
fn writes_of_every_kind_are_seen() -> laige::Result<()> {
    let mut world = world(4_000);
    let all = world.spawn_batch((0..3_000).map(|i| (POS, Health(i))))?.to_vec();
    let some = all[1_700];
    let mut seen = vec![world.digest()];
    let mut look = |world: &mut World, what: &str| {
        let digest = world.digest();
        assert!(!seen.contains(&digest), "{what}");
        assert_eq!(digest, world.digest_uncached(), "{what}");
        seen.push(digest);
    };
    query!(world, |e: Entity, p: &mut Pos| if e == some {
        p.x = 5.0;
    });
    look(&mut world, "query!");
    world.get_mut::<Health>(some).expect("it is there").0 = -1;
    look(&mut world, "get_mut");
    world.query_mut::<&mut Health>().iter().last().expect("many").0 = -2;
    look(&mut world, "iter");
    world.query_mut::<&mut Pos>().chunks().next().expect("many").1[0].y = 9.0;
    look(&mut world, "chunks");
    world.query_mut::<&mut Pos>().get(some).expect("it is there").y = 8.0;
    look(&mut world, "Query::get");
    world.insert(some, Health(77))?;
    look(&mut world, "insert over it");
    world.insert(some, Visible)?;
    look(&mut world, "insert of a tag");
    world.insert(some, VEL)?;
    look(&mut world, "insert");
    world.remove::<Visible>(some)?;
    look(&mut world, "remove");
    world.despawn(all[5])?;
    look(&mut world, "despawn");
    world.spawn((POS, Health(5)))?;
    look(&mut world, "spawn");
    world.register::<crate::scene::Unknown>()?;
    look(&mut world, "register");
    world.clear();
    look(&mut world, "clear");
    Ok(())
}

#[test]
fn reading_and_settling_change_nothing() -> laige::Result<()> {
    let mut world = world(4_000);
    let all = world.spawn_batch((0..3_000).map(|i| (POS, Health(i))))?.to_vec();
    for &entity in all.iter().rev().step_by(3) {
        world.insert(entity, VEL)?;
    }
    let loose = world.digest_uncached();
    world.settle();
    assert_eq!(world.digest(), loose);
    let mut sum = 0.0;
    query!(world, |p: &Pos, _: Option<&Vel>| sum += p.x);
    assert!(sum > 0.0);
    world.query_mut::<(&Pos, Option<&mut Score>)>().for_each(|_| {});
    assert_eq!(world.digest(), loose);
    Ok(())
}

/// The content of a world with one entity.
fn content_of(bundle: impl laige::Bundle) -> u128 {
    let mut world = world(8);
    world.spawn(bundle).expect("room for one");
    world.digest().content
}

#[test]
fn whatever_is_state_changes_the_content() {
    let positions = [0.0, -0.0, f32::NAN, f32::from_bits(0x7FC0_0001), 1.0];
    let mut contents: Vec<u128> =
        positions.iter().map(|&x| content_of(Pos { x, y: 0.0 })).collect();
    contents.extend([
        world(8).digest().content,
        content_of(()),
        content_of(Visible),
        content_of(Health(0)),
        content_of((Pos { x: 0.0, y: 0.0 }, Visible)),
        content_of((Pos { x: 0.0, y: 0.0 }, Vel { x: 0.0, y: 0.0 })),
        content_of(Vel { x: 0.0, y: 0.0 }),
    ]);
    let count = contents.len();
    contents.sort_unstable();
    contents.dedup();
    assert_eq!(contents.len(), count);
}

#[test]
fn each_option_is_in_control() {
    let options = || Options::with_capacity(100);
    let controls = [
        options(),
        options().seed(1),
        options().churn_per_frame_budget(1),
        options().deterministic(false),
        options().max_archetypes(9),
        options().max_components_per_entity(9),
        options().max_component_types(9),
        options().max_commands(9),
        options().max_command_bytes(9),
        options().slot_order(laige::SlotOrder::Descending),
        options().on_generation_wrap(laige::OnGenerationWrap::Wrap),
        options().on_stale_despawn(OnStaleDespawn::PanicInDebug),
        Options::with_capacity(101),
        Options::reference(100),
    ];
    let mut controls = controls.map(|options| made(options).digest().control).to_vec();
    controls.sort_unstable();
    controls.dedup();
    assert_eq!(controls.len(), 14);
}

/// Where two trees differ, as text.
fn places(a: &World, b: &World) -> Vec<String> {
    let places = a.digest_tree().compare(&b.digest_tree());
    places.iter().map(ToString::to_string).collect()
}

#[test]
fn trees_name_the_chunks_and_columns_that_differ() -> laige::Result<()> {
    let rows = 4 * CHUNK_ROWS as u32;
    let (mut a, mut b) = (world(rows), world(rows));
    for world in [&mut a, &mut b] {
        world.spawn_batch((0..rows).map(|i| (Health(i as i32), Score(7))))?;
        world.begin_frame();
    }
    assert_eq!(places(&a, &b), [""; 0]);
    let all: Vec<Entity> = b.entities().collect();
    b.get_mut::<Score>(all[CHUNK_ROWS + 3]).expect("it is there").0 = 8;
    let (start, end) = (CHUNK_ROWS, 2 * CHUNK_ROWS);
    let (health, score) = (<Health as Component>::NAME, <Score as Component>::NAME);
    let mut names = [health, score];
    names.sort_by_key(|name| laige::StableId::of_name(name));
    let kind = format!("{{{}, {}}}", names[0], names[1]);
    assert_eq!(places(&a, &b), [format!("{kind} slots {start}..{end}: {score}")]);
    assert_eq!(places(&b, &a), places(&a, &b));
    b.despawn(all[3])?;
    let found = places(&a, &b);
    assert_eq!(found.len(), 3, "{found:?}");
    let columns = format!("{kind} slots 0..{start}: entities, {}, {}", names[0], names[1]);
    assert_eq!((&*found[0], &*found[2]), (&*columns, "control: dead slots"));
    Ok(())
}
