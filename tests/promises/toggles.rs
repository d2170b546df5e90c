//! Toggles: tags that an entity gets and loses by a bit of its own. Nothing moves, and the bit goes wherever the entity goes.

use laige::limits::CHUNK_ROWS;
use laige::prelude::*;
use laige::{ArchetypeStats, ComponentId, Error};

use crate::scene::{Health, POS, Pos, VEL, Vel, audited};

#[component(toggle)]
#[derive(Debug, PartialEq)]
struct Stunned;

#[component(toggle, id = "test.hidden")]
#[derive(Debug, PartialEq)]
struct Hidden;

/// Never registered.
#[component(toggle)]
#[derive(Debug, PartialEq)]
struct Unknown;

/// The registered ones come first and last, with components between them.
fn world(capacity: u32) -> World {
    let mut world = World::new(Options::with_capacity(capacity)).expect("a legal capacity");
    world.register_all::<(Stunned, Pos, Vel, Health, Hidden)>().expect("there is room");
    world
}

fn names(world: &World, entity: Entity) -> Vec<&'static str> {
    let view = world.entity(entity).expect("it is alive");
    view.components().map(|info| info.name()).collect()
}

/// What counts moves, archetypes, inserts and removes.
fn structure(stats: ArchetypeStats) -> [u64; 5] {
    let archetypes = stats.archetypes.into();
    let ArchetypeStats { total_rows_moved, total_inserts, total_removes, chunks, .. } = stats;
    [archetypes, chunks.into(), total_rows_moved, total_inserts, total_removes]
}

#[test]
fn setting_a_toggle_tells_whether_it_was_set_and_moves_nothing() -> laige::Result<()> {
    let mut world = world(8);
    let (one, other) = (world.spawn((POS, Health(1)))?, world.spawn((POS, Health(2)))?);
    let before = structure(world.archetype_stats());
    let place = std::ptr::from_ref(world.get::<Health>(one).expect("it is there"));
    assert!(!world.set_toggle::<Stunned>(one, true)?);
    assert!(world.set_toggle::<Stunned>(one, true)?);
    assert!(!world.set_toggle::<Hidden>(one, false)?);
    assert!(world.has::<Stunned>(one) && !world.has::<Stunned>(other));
    assert!(world.set_toggle::<Stunned>(one, false)?);
    assert!(!world.set_toggle::<Stunned>(one, false)?);
    assert!(!world.has::<Stunned>(one));
    assert_eq!(structure(world.archetype_stats()), before);
    assert!(std::ptr::eq(place, world.get::<Health>(one).expect("it is there")));
    assert_eq!(world.archetype_stats().total_toggled, 2, "once on, once off");
    audited(&world);
    Ok(())
}

#[test]
fn every_call_for_components_takes_toggles_and_moves_nothing() -> laige::Result<()> {
    let mut world = world(8);
    let entity = world.spawn((POS,))?;
    let before = structure(world.archetype_stats());
    world.insert(entity, Stunned)?;
    world.insert(entity, (Hidden, Stunned))?;
    assert_eq!(world.get(entity), Some(&Stunned));
    assert_eq!(world.get_mut(entity), Some(&mut Hidden));
    assert_eq!(world.take::<Hidden>(entity)?, Some(Hidden));
    assert_eq!(world.take::<Hidden>(entity)?, None);
    assert!(world.remove::<(Hidden, Stunned)>(entity)?, "one of the two was there");
    assert!(!world.remove::<(Hidden, Stunned)>(entity)?);
    assert_eq!((world.get::<Stunned>(entity), world.get::<Hidden>(entity)), (None, None));
    assert_eq!(structure(world.archetype_stats()), before);
    assert_eq!(world.archetype_stats().total_toggled, 4, "two that came, two that went");
    assert_eq!(world.guardrail_stats().frame_churn, 0);
    audited(&world);
    Ok(())
}

#[test]
fn bundles_of_both_kinds_are_one_move_and_count_their_components() -> laige::Result<()> {
    let mut world = world(8);
    let entity = world.spawn((Stunned, POS))?;
    world.insert(entity, (Hidden, VEL, Health(3)))?;
    assert!(world.has::<Stunned>(entity) && world.has::<Hidden>(entity));
    assert_eq!((world.get(entity), world.get(entity)), (Some(&VEL), Some(&Health(3))));
    let stats = world.archetype_stats();
    assert_eq!((stats.archetypes, stats.total_rows_moved, stats.total_inserts), (2, 1, 2));
    assert!(world.remove::<(Stunned, Vel)>(entity)?);
    assert_eq!(names(&world, entity).len(), 3);
    assert_eq!(world.archetype_stats().total_removes, 1);
    assert_eq!(world.guardrail_stats().frame_churn, 3, "toggles are no churn");
    audited(&world);
    Ok(())
}

#[test]
fn toggles_are_in_no_signature_and_in_every_inspection() -> laige::Result<()> {
    let mut world = world(8);
    let (plain, hidden) = (world.spawn((POS,))?, world.spawn((Hidden, POS))?);
    let id = |world: &World, name: &str| -> ComponentId {
        world.components().find(|info| info.name() == name).expect("it is registered").id()
    };
    let pos = world.component_id::<Pos>().expect("it is registered");
    let signatures: Vec<_> = world.archetypes().map(|view| view.signature().to_vec()).collect();
    assert_eq!(signatures, [vec![], vec![pos]]);
    assert_eq!(names(&world, plain), [Pos::NAME]);
    assert_eq!(names(&world, hidden), [Pos::NAME, "test.hidden"]);
    let text = format!("{:?}", world.entity(hidden).expect("it is alive"));
    assert!(text.contains("test.hidden"), "{text}");
    let chunk = world.archetypes().nth(1).and_then(|view| view.chunks().next());
    let chunk = chunk.expect("two entities have a chunk");
    assert_eq!(chunk.toggles().map(|info| info.name()).collect::<Vec<_>>(), ["test.hidden"]);
    assert_eq!(chunk.toggled(id(&world, "test.hidden")).collect::<Vec<_>>(), [hidden]);
    assert_eq!(chunk.toggled(pos).count(), 0, "a component is no toggle");
    let info = world.component_info(id(&world, "test.hidden")).expect("it is registered");
    assert!(info.is_toggle() && Hidden::IS_TOGGLE && Hidden::IS_TAG && !Pos::IS_TOGGLE);
    Ok(())
}

#[test]
fn worlds_that_differ_by_a_toggle_are_not_equal() -> laige::Result<()> {
    let (mut one, mut other) = (world(8), world(8));
    let entity = one.spawn((POS,))?;
    other.spawn((POS,))?;
    assert!(one.archetypes().eq(other.archetypes()));
    one.set_toggle::<Stunned>(entity, true)?;
    assert!(!one.archetypes().eq(other.archetypes()));
    other.set_toggle::<Hidden>(entity, true)?;
    assert!(!one.archetypes().eq(other.archetypes()));
    other.set_toggle::<Hidden>(entity, false)?;
    other.insert(entity, Stunned)?;
    assert!(one.archetypes().eq(other.archetypes()));
    Ok(())
}

#[test]
fn new_life_in_a_slot_starts_without_toggles() -> laige::Result<()> {
    let mut world = world(8);
    let all: Vec<Entity> = (0..4).map(|_| world.spawn((Stunned, POS))).collect::<Result<_, _>>()?;
    world.despawn(all[1])?;
    let again = world.spawn((POS,))?;
    assert_eq!(world.slot_of(again), world.slot_of(all[1]));
    assert!(!world.has::<Stunned>(again) && !world.has::<Stunned>(all[1]));
    world.clear();
    assert_eq!(world.archetype_stats().toggles_set, 0);
    let first = world.spawn((POS,))?;
    assert!(!world.has::<Stunned>(first));
    audited(&world);
    Ok(())
}

/// The entities of `all` that have the toggle.
fn stunned(world: &World, all: &[Entity]) -> Vec<Entity> {
    all.iter().copied().filter(|&entity| world.has::<Stunned>(entity)).collect()
}

#[test]
fn toggles_follow_their_entities_through_splits_merges_and_archetypes() -> laige::Result<()> {
    let mut world = world(4 * CHUNK_ROWS as u32);
    let all = world.spawn_batch(vec![(POS,); 2 * CHUNK_ROWS])?.to_vec();
    let marked: Vec<Entity> = all.iter().copied().step_by(3).collect();
    for &entity in &marked {
        world.set_toggle::<Stunned>(entity, true)?;
    }
    assert_eq!(stunned(&world, &all), marked);
    // Every other entity moves away, last first: holes there, tails here.
    for &entity in all.iter().rev().step_by(2) {
        world.insert(entity, Health(1))?;
    }
    audited(&world);
    assert_eq!(stunned(&world, &all), marked);
    world.settle();
    audited(&world);
    assert_eq!(stunned(&world, &all), marked, "both archetypes are one chunk now");
    for &entity in all.iter().step_by(5) {
        world.remove::<Health>(entity)?;
    }
    for &entity in &all {
        world.remove::<Health>(entity)?;
    }
    world.begin_frame();
    audited(&world);
    assert_eq!(stunned(&world, &all), marked, "and two again");
    assert_eq!(world.archetype_stats().toggles_set, marked.len() as u64);
    Ok(())
}

#[test]
fn batches_and_columns_bring_their_toggles() -> laige::Result<()> {
    let mut world = world(4 * CHUNK_ROWS as u32);
    let rows = CHUNK_ROWS + 100;
    let batch = world.spawn_batch(vec![(Stunned, POS); rows])?.to_vec();
    let plain = world.spawn_batch(vec![(POS,); 10])?.to_vec();
    let columns = world.spawn_columns(rows as u32, (&vec![POS; rows], &vec![Stunned; rows]))?;
    let columns = columns.to_vec();
    let all: Vec<Entity> = [&batch[..], &plain, &columns].concat();
    assert_eq!(stunned(&world, &all), [&batch[..], &columns].concat());
    assert_eq!(world.archetype_stats().archetypes, 1);
    audited(&world);
    Ok(())
}

#[test]
fn every_entity_can_carry_a_toggle_also_one_without_components() -> laige::Result<()> {
    let mut world = world(8);
    let bare = world.spawn_empty()?;
    world.set_toggle::<Hidden>(bare, true)?;
    assert_eq!(names(&world, bare), ["test.hidden"]);
    let born = world.spawn((Stunned, Hidden))?;
    assert_eq!(world.entity(born).map(|view| view.archetype().id()), Some(0));
    assert_eq!(world.archetype_count(), 0);
    audited(&world);
    Ok(())
}

#[test]
fn toggles_do_not_count_towards_the_components_of_an_entity() -> laige::Result<()> {
    let mut world =
        World::new(Options::with_capacity(8).max_components_per_entity(1).max_archetypes(1))?;
    world.register_all::<(Stunned, Pos, Hidden)>()?;
    let entity = world.spawn((Stunned, POS, Hidden))?;
    assert_eq!(names(&world, entity).len(), 3);
    Ok(())
}

#[test]
fn toggle_registered_late_has_room_in_old_chunks() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(300))?;
    world.register_all::<(Pos, Stunned)>()?;
    let all = world.spawn_batch(vec![(POS, Stunned); 200])?.to_vec();
    world.register::<Hidden>()?;
    assert!(!world.has::<Hidden>(all[150]));
    assert!(!world.set_toggle::<Hidden>(all[150], false)?);
    assert!(!world.set_toggle::<Hidden>(all[150], true)?);
    let hidden: Vec<_> = all.iter().filter(|&&entity| world.has::<Hidden>(entity)).collect();
    assert_eq!((hidden, stunned(&world, &all).len()), (vec![&all[150]], 200));
    audited(&world);
    Ok(())
}

#[test]
fn stale_handles_and_unregistered_toggles_are_typed_errors() -> laige::Result<()> {
    let mut world = world(8);
    let entity = world.spawn((POS,))?;
    let unregistered = Error::ComponentUnregistered { component: Unknown::NAME };
    assert_eq!(world.set_toggle::<Unknown>(entity, true), Err(unregistered));
    assert_eq!(world.insert(entity, Unknown), Err(unregistered));
    assert!(!world.has::<Unknown>(entity));
    world.despawn(entity)?;
    assert_eq!(world.set_toggle::<Stunned>(entity, true), Err(Error::StaleEntity { entity }));
    let stats = world.guardrail_stats();
    assert_eq!((stats.component_unregistered_warns, stats.stale_access_warns), (2, 1));
    Ok(())
}

#[test]
fn chunks_pay_for_bits_when_the_first_toggle_is_set() -> laige::Result<()> {
    let mut world = world(8 * CHUNK_ROWS as u32);
    let all = world.spawn_batch(vec![(POS,); 2 * CHUNK_ROWS])?.to_vec();
    let before = world.archetype_stats();
    assert_eq!(before.bytes_toggles, 0);
    world.set_toggle::<Stunned>(all[3], false)?;
    assert_eq!(world.archetype_stats(), before, "nothing was set");
    world.set_toggle::<Stunned>(all[3], true)?;
    let after = world.archetype_stats();
    // Two toggles are registered, each a bit for each of 1,024 rows.
    assert_eq!((after.toggles_set, after.bytes_toggles), (1, 2 * CHUNK_ROWS / 8));
    assert_eq!(after.bytes_reserved, before.bytes_reserved + after.bytes_toggles);
    Ok(())
}
