//! Archetype 0: entities without components come first, where a query does not ask for a component, and are counted as the
//! documentation says.
//!
//! Cases Q10 (queries of handles, tags and nothing) and Q16.

use laige::prelude::*;

use crate::scene::{Health, POS, Pos, Visible, made, slots, world};

/// Slots 0 and 2 are bare, 1 and 3 are not.
fn mixed() -> laige::Result<World> {
    let mut world = world(8);
    world.spawn_empty()?;
    world.spawn((POS,))?;
    world.spawn_empty()?;
    world.spawn((POS, Visible))?;
    Ok(world)
}

#[test]
fn bare_entities_come_first_where_nothing_is_required() -> laige::Result<()> {
    let mut world = mixed()?;
    assert_eq!(slots::<Entity>(&world), [0, 2, 1, 3]);
    assert_eq!(slots::<Option<&Pos>>(&world), [0, 2, 1, 3]);
    assert_eq!(slots::<Without<Visible>>(&world), [0, 2, 1]);
    assert_eq!(slots::<(Entity, Option<&Health>, Without<Pos>)>(&world), [0, 2]);
    assert_eq!(slots::<()>(&world), [0, 2, 1, 3]);
    let mut seen = Vec::new();
    query!(world, |_: Option<&mut Pos>, e: Entity| seen.push(e));
    assert_eq!(seen.iter().map(|&e| world.slot_of(e)).collect::<Vec<_>>(), [0, 2, 1, 3]);
    Ok(())
}

#[test]
fn bare_entities_do_not_match_what_requires_a_component() -> laige::Result<()> {
    let world = mixed()?;
    assert_eq!(slots::<&Pos>(&world), [1, 3]);
    assert_eq!(slots::<(Entity, With<Visible>)>(&world), [3]);
    assert_eq!(slots::<(Option<&Pos>, &Visible)>(&world), [3]);
    Ok(())
}

#[test]
fn archetype_zero_is_listed_and_not_counted() -> laige::Result<()> {
    let mut world = made(Options::with_capacity(8).max_archetypes(1));
    let stats = world.archetype_stats();
    assert_eq!(
        (stats.archetypes, stats.rows_live, stats.chunks, world.archetype_count()),
        (0, 0, 0, 0)
    );
    let zero = world.archetypes().next().expect("archetype 0");
    assert_eq!(
        (zero.id(), zero.rows(), zero.signature().len(), zero.components().count()),
        (0, 0, 0, 0)
    );
    let entity = world.spawn_empty()?;
    let stats = world.archetype_stats();
    assert_eq!(
        (stats.archetypes, stats.rows_live, stats.chunks, stats.rows_reserved),
        (0, 1, 1, 16)
    );
    assert!(stats.bytes_reserved >= 64);
    // It is in no budget: one more archetype is still allowed.
    world.insert(entity, POS)?;
    assert_eq!((world.archetype_count(), world.archetypes().len()), (1, 2));
    world.remove::<Pos>(entity)?;
    assert_eq!(world.archetypes().map(|archetype| archetype.rows()).collect::<Vec<_>>(), [1, 0]);
    Ok(())
}

#[cfg(feature = "tracing")]
#[test]
fn birth_of_archetype_zero_is_not_told() {
    let told = crate::listener::told(|| {
        let mut world = world(8);
        world.spawn_empty().expect("there is room");
        world.spawn_batch([(); 3]).expect("there is room");
    });
    assert!(told.iter().all(|record| record.name != "ecs/archetype_created"), "{told:?}");
    assert!(told.iter().all(|record| record.name != "ecs/archetype_grow"), "{told:?}");
}
