//! A snapshot survives as bytes: another world, another build, another machine makes of them what it was.
//!
//! Cases S04 (loaded entities are found by handle), S05 (tags first, middle, last, alone), S11 and S24 (golden files of a second implementation, fixed
//! byte order), L01 (generations that do not fit), L08 (saves of nothing).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use laige::prelude::*;
use laige::{Error, OnGenerationWrap, OnStaleDespawn, SlotOrder, Snapshot};

use crate::scene::audited;
use crate::scripts;

/// A file beside the worlds of the scripts.
fn beside(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("digests").join(name)
}

/// The size and the hash at the end of each save, as Python has them.
fn golden() -> BTreeMap<String, (usize, u128)> {
    let text = std::fs::read_to_string(beside("saves.txt")).expect("the values are there");
    let line = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let hash = u128::from_str_radix(words[2], 16).expect("32 digits");
        (words[0].to_owned(), (words[1].parse().expect("a number"), hash))
    };
    text.lines().map(line).collect()
}

/// A save as hexadecimal lines, to see where two differ.
fn hex(bytes: &[u8]) -> Vec<String> {
    bytes.chunks(8).map(|line| format!("{line:02x?}")).collect()
}

#[test]
fn saves_are_those_of_the_second_implementation() -> laige::Result<()> {
    let golden = golden();
    let worlds = scripts::worlds()?;
    assert!(golden.len() >= 20 && golden.keys().eq(worlds.keys()));
    let mut files = 0;
    for (name, mut world) in worlds {
        let bytes = world.snapshot().to_bytes()?;
        if let Ok(file) = std::fs::read(beside("saves").join(format!("{name}.save"))) {
            assert_eq!(hex(&bytes), hex(&file), "{name}");
            files += 1;
        }
        let hash = bytes.last_chunk().copied().map_or(0, u128::from_le_bytes);
        assert_eq!((bytes.len(), hash), golden[&name], "{name}");
    }
    assert!(files >= 15);
    Ok(())
}

#[test]
fn golden_files_load_and_are_saved_again_byte_for_byte() -> laige::Result<()> {
    for (name, mut original) in scripts::worlds()? {
        let saved = original.snapshot();
        let bytes = saved.to_bytes()?;
        let loaded = Snapshot::from_bytes(&bytes, &original)?;
        assert!(loaded == saved, "{name}");
        assert_eq!(loaded.to_bytes()?, bytes, "{name}");
        // In a world that has never been anything else.
        let mut fresh = World::new(original.options().clone())?;
        scripts::acquaint(&mut fresh)?;
        let loaded = Snapshot::from_bytes(&bytes, &fresh)?;
        fresh.restore(&loaded)?;
        audited(&fresh);
        assert_eq!(fresh.digest().content, original.digest().content, "{name}");
        assert_eq!(fresh.snapshot().to_bytes()?, bytes, "{name}");
        assert_eq!(next_handles(&mut fresh), next_handles(&mut original), "{name}");
    }
    Ok(())
}

/// The handles that a world gives until it is full or has given 1,000, as slots and generations.
fn next_handles(world: &mut World) -> Vec<(u32, u32)> {
    let layout = world.layout();
    let handles = core::iter::from_fn(|| world.spawn_empty().ok()).take(1_000);
    handles.map(|entity| (layout.slot_of(entity), layout.generation_of(entity))).collect()
}

#[test]
fn worlds_of_other_capacity_layout_and_order_load_the_same_content() -> laige::Result<()> {
    for (name, mut original) in scripts::worlds()? {
        let bytes = original.snapshot().to_bytes()?;
        let content = original.digest().content;
        let capacity = original.capacity();
        let others = [
            Options::with_capacity(capacity),
            Options::with_capacity(capacity + 1),
            Options::with_capacity(capacity.max(1) * 70),
            Options::with_capacity(capacity).slot_order(SlotOrder::Descending),
            Options::with_capacity(capacity + 9).slot_order(SlotOrder::Descending),
            Options::reference(capacity.min(60_000) + 100).on_stale_despawn(OnStaleDespawn::Error),
        ];
        for options in others {
            let text = format!("{name}, {options:?}");
            let Some(fits) = fits(&original, &options) else { continue };
            let mut other = World::new(options)?;
            scripts::acquaint(&mut other)?;
            let loaded = Snapshot::from_bytes(&bytes, &other);
            assert_eq!(loaded.is_ok(), fits, "{text}");
            let Ok(loaded) = loaded else { continue };
            other.restore(&loaded)?;
            audited(&other);
            assert_eq!(other.digest().content, content, "{text}");
            let all: Vec<Entity> = other.entities().collect();
            assert_eq!(all.len(), original.entities().count());
            // What is free comes once each, and never in a generation that was.
            let free = other.capacity() - other.entity_count() - other.stats().retired;
            let mut seen = next_handles(&mut other);
            assert_eq!(seen.len(), (free as usize).min(1_000), "{text}");
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), (free as usize).min(1_000), "{text}");
            audited(&other);
        }
    }
    Ok(())
}

/// Whether what is alive has room in a world with these options; `None` where nothing is alive and it does not matter.
fn fits(world: &World, options: &Options) -> Option<bool> {
    let layout = World::new(options.clone()).ok()?.layout();
    let alive =
        |entity| layout.entity(world.slot_of(entity), world.generation_of(entity)).is_some();
    Some(world.entities().all(alive))
}

#[component(id = "saves.follows")]
#[derive(Debug, PartialEq)]
struct Follows {
    target: Entity,
    before: [Entity; 2],
    weight: u16,
    steps: u16,
}

#[component(id = "saves.first")]
struct First;

#[component(id = "saves.last", checked)]
#[derive(Debug, PartialEq)]
struct Last {
    open: bool,
    letter: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, laige::Fields)]
#[repr(u8)]
enum Kind {
    One = 1,
    Nine = 9,
}

#[component(id = "saves.asleep", toggle)]
struct Asleep;

fn known(options: Options) -> laige::Result<World> {
    let mut world = World::new(options)?;
    world.register_all::<(Follows, First, Last, Asleep)>()?;
    Ok(world)
}

#[test]
fn handles_in_components_become_those_of_the_world() -> laige::Result<()> {
    let mut small = known(Options::with_capacity(20))?;
    let all = small.spawn_batch([(); 12])?.to_vec();
    small.despawn(all[3])?;
    let gone = all[3];
    let late = small.spawn_empty()?;
    // No world of more than 256 slots has this handle, and no handle has this slot where it has 8 bits.
    let nowhere = small.layout().entity(200, 1 << 20).expect("20 bits");
    let follows = Follows { target: late, before: [gone, Entity::NONE], weight: 1, steps: 2 };
    small.insert(all[7], (follows, First))?;
    small.insert(all[8], Follows { target: nowhere, before: [all[8]; 2], weight: 3, steps: 4 })?;
    let bytes = small.snapshot().to_bytes()?;
    let mut large = World::new(Options::with_capacity(70_000))?;
    large.register_all::<(Asleep, Last, First, Follows)>()?;
    let loaded = Snapshot::from_bytes(&bytes, &large)?;
    large.restore(&loaded)?;
    let layout = large.layout();
    let there = |entity| {
        layout.entity(small.slot_of(entity), small.generation_of(entity)).expect("it fits")
    };
    let expected =
        Follows { target: there(late), before: [there(gone), Entity::NONE], weight: 1, steps: 2 };
    assert_eq!(large.get::<Follows>(there(all[7])), Some(&expected));
    let expected =
        Follows { target: Entity::NONE, before: [there(all[8]); 2], weight: 3, steps: 4 };
    assert_eq!(large.get::<Follows>(there(all[8])), Some(&expected));
    assert!(large.is_valid(there(late)) && !large.is_valid(there(gone)));
    assert!(large.has::<First>(there(all[7])) && !large.has::<First>(there(all[8])));
    // Back to where it came from, but for the handle that had no place.
    small.restore(&Snapshot::from_bytes(&large.snapshot().to_bytes()?, &small)?)?;
    assert_eq!(small.get::<Follows>(all[7]), Some(&follows));
    assert_eq!(small.get::<Follows>(all[8]).map(|f| f.target), Some(Entity::NONE));
    Ok(())
}

#[test]
fn every_loaded_entity_is_found_by_its_handle() -> laige::Result<()> {
    let mut world = known(Options::with_capacity(3_000))?;
    let all = world.spawn_batch([First; 2_500])?.to_vec();
    for (number, &entity) in all.iter().enumerate() {
        match number % 5 {
            0 => world.despawn(entity)?,
            1 => world.insert(entity, Last { open: number % 2 == 0, letter: Kind::Nine })?,
            2 => world.insert(entity, Asleep)?,
            _ => {}
        }
    }
    let bytes = world.snapshot().to_bytes()?;
    let mut other = known(Options::with_capacity(3_000))?;
    other.restore(&Snapshot::from_bytes(&bytes, &other)?)?;
    assert!(other.snapshot() == world.snapshot() && other.digest() == world.digest());
    for &entity in &all {
        assert_eq!(other.is_valid(entity), world.is_valid(entity));
        assert_eq!(other.get::<Last>(entity), world.get::<Last>(entity));
        assert_eq!(other.has::<Asleep>(entity), world.has::<Asleep>(entity));
        if other.is_valid(entity) {
            let target = Follows { target: entity, before: [entity; 2], weight: 0, steps: 0 };
            other.insert(entity, target)?;
            assert!(other.remove::<First>(entity)?);
            assert_eq!(other.take::<Follows>(entity)?, Some(target));
            other.despawn(entity)?;
        }
    }
    assert_eq!(other.entity_count(), 0);
    audited(&other);
    Ok(())
}

#[test]
fn dead_slots_whose_generation_does_not_fit_are_as_after_a_wrap() -> laige::Result<()> {
    for (wrap, expected) in [(OnGenerationWrap::Retire, None), (OnGenerationWrap::Wrap, Some(1))] {
        let mut long = known(Options::with_capacity(10))?;
        let mut entity = long.spawn_empty()?;
        for _ in 0..300 {
            long.despawn(entity)?;
            entity = long.spawn_empty()?;
        }
        assert_eq!(long.generation_of(entity), 301);
        let alive = long.snapshot().to_bytes()?;
        long.despawn(entity)?;
        let dead = long.snapshot().to_bytes()?;
        // 8 bits are left for generations.
        let mut short = known(Options::with_capacity(1 << 24).on_generation_wrap(wrap))?;
        let error = Snapshot::from_bytes(&alive, &short).expect_err("301 needs more");
        assert_eq!(Error::from(error), Error::SaveTooLarge { option: "with_capacity", needed: 1 });
        let loaded = Snapshot::from_bytes(&dead, &short)?;
        short.restore(&loaded)?;
        audited(&short);
        assert_eq!(short.stats().retired, u32::from(expected.is_none()));
        let next = short.spawn_empty()?;
        let slot = u32::from(expected.is_none());
        assert_eq!((short.slot_of(next), short.generation_of(next)), (slot, 1));
    }
    Ok(())
}

#[component]
struct Nameless(u8);

#[test]
fn names_that_are_only_places_in_the_source_are_refused_unless_allowed() -> laige::Result<()> {
    for allowed in [false, true] {
        let mut world = World::new(Options::with_capacity(10).implicit_ids(allowed))?;
        world.register::<Nameless>()?;
        assert!(world.snapshot().to_bytes().is_ok(), "nobody has it");
        let entity = world.spawn(Nameless(1))?;
        let saved = world.snapshot().to_bytes();
        if allowed {
            let loaded = Snapshot::from_bytes(&saved?, &world)?;
            world.restore(&loaded)?;
            assert_eq!(world.get::<Nameless>(entity).map(|n| n.0), Some(1));
        } else {
            assert_eq!(saved, Err(Error::ImplicitId { name: Nameless::NAME }));
        }
    }
    Ok(())
}
