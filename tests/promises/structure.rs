//! Structure: components come to entities and leave them, and what else an entity has stays with it.
//!
//! Cases U06 (first, middle, last and only row), Q16 (entities whose last component left), Q21, C12 (remove and insert in a row).

use laige::prelude::*;

use crate::scene::{Health, POS, Pos, Score, VEL, Vel, Visible, audited, picture, slots, world};

#[test]
fn components_come_and_go_and_the_others_stay() -> laige::Result<()> {
    let mut world = world(4);
    let entity = world.spawn((POS,))?;
    world.insert(entity, Health(100))?;
    world.insert(entity, Visible)?;
    assert_eq!(
        (world.get(entity), world.get(entity), world.has::<Visible>(entity)),
        (Some(&POS), Some(&Health(100)), true)
    );
    assert!(world.remove::<Pos>(entity)?);
    assert!(!world.remove::<Pos>(entity)?, "it was not there any more");
    assert_eq!((world.get::<Pos>(entity), world.get(entity)), (None, Some(&Health(100))));
    assert_eq!(world.take::<Health>(entity)?, Some(Health(100)));
    assert_eq!(
        (world.take::<Health>(entity)?, world.take::<Visible>(entity)?),
        (None, Some(Visible))
    );
    assert!(
        world.is_valid(entity)
            && world.entity(entity).is_some_and(|view| view.archetype().id() == 0)
    );
    audited(&world);
    Ok(())
}

#[test]
fn overwriting_moves_no_row_and_bears_no_archetype() -> laige::Result<()> {
    let mut world = world(4);
    let entity = world.spawn((POS, Health(1)))?;
    world.spawn((POS, Health(2)))?;
    let place = std::ptr::from_ref(world.get::<Health>(entity).expect("it is there"));
    let before = world.archetype_stats();
    world.insert(entity, Health(7))?;
    world.insert(entity, (Health(8), POS))?;
    let after = world.archetype_stats();
    assert_eq!(world.get(entity), Some(&Health(8)));
    assert!(std::ptr::eq(place, world.get::<Health>(entity).expect("it is there")));
    assert_eq!(
        (after.archetypes, after.total_rows_moved),
        (before.archetypes, before.total_rows_moved)
    );
    assert_eq!(after.total_inserts, before.total_inserts + 3, "overwriting counts as inserting");
    Ok(())
}

#[test]
fn get_mut_writes_what_get_reads() -> laige::Result<()> {
    let mut world = world(4);
    let entity = world.spawn((POS, Visible))?;
    if let Some(pos) = world.get_mut::<Pos>(entity) {
        pos.x += 1.0;
    }
    assert_eq!(world.get(entity), Some(&Pos { x: 2.0, y: 2.0 }));
    assert_eq!(world.get_mut::<Visible>(entity), Some(&mut Visible));
    assert_eq!(world.get_mut::<Health>(entity), None);
    Ok(())
}

#[test]
fn neighbours_keep_their_values_whichever_row_leaves() -> laige::Result<()> {
    // Of one to four rows the first, a middle one, the last or the only one leaves, in each way there is.
    for rows in 1..=4_i32 {
        for leaves in 0..rows as usize {
            for way in 0..3 {
                let mut world = world(8);
                let all: Vec<Entity> = (0..rows)
                    .map(|i| world.spawn((Health(i), Score(i as u64))))
                    .collect::<laige::Result<_>>()?;
                match way {
                    0 => world.despawn(all[leaves])?,
                    1 => world.insert(all[leaves], POS)?,
                    _ => assert!(world.remove::<Score>(all[leaves])?),
                }
                for (i, &entity) in all.iter().enumerate() {
                    let gone = i == leaves;
                    assert_eq!(world.is_valid(entity), !gone || way != 0);
                    let health = (!gone || way != 0).then_some(Health(i as i32));
                    assert_eq!(world.get::<Health>(entity), health.as_ref());
                    let score = (!gone || way == 1).then_some(Score(i as u64));
                    assert_eq!(world.get::<Score>(entity), score.as_ref());
                }
                audited(&world);
                world.settle();
                audited(&world);
                assert_eq!(world.get::<Score>(all[0]).is_some(), leaves != 0 || way == 1);
            }
        }
    }
    Ok(())
}

#[test]
fn entity_without_components_is_an_entity_like_any_other() -> laige::Result<()> {
    let mut world = world(8);
    let bare = world.spawn_empty()?;
    let stripped = world.spawn((POS,))?;
    assert!(world.remove::<Pos>(stripped)?);
    for entity in [bare, stripped] {
        assert!(world.is_valid(entity) && world.check(entity).is_ok());
        assert_eq!(
            (world.get::<Pos>(entity), world.query::<Entity>().get(entity)),
            (None, Some(entity))
        );
        assert!(!world.remove::<Pos>(entity)?);
    }
    assert_eq!((world.entity_count(), slots::<Entity>(&world)), (2, vec![0, 1]));
    world.insert(bare, VEL)?;
    assert_eq!(world.get(bare), Some(&VEL));
    world.despawn(stripped)?;
    assert!(!world.is_valid(stripped) && world.spawn_empty().is_ok());
    audited(&world);
    Ok(())
}

#[test]
fn removing_and_inserting_again_leaves_the_new_value() -> laige::Result<()> {
    let mut world = world(4);
    let entity = world.spawn((Health(1), POS))?;
    assert_eq!(slots::<&Health>(&world), [0]);
    world.remove::<Health>(entity)?;
    world.insert(entity, Health(2))?;
    assert_eq!((world.get(entity), slots::<&Health>(&world)), (Some(&Health(2)), vec![0]));
    world.insert(entity, Health(3))?;
    world.remove::<Health>(entity)?;
    assert_eq!((world.get::<Health>(entity), slots::<&Health>(&world)), (None, vec![]));
    Ok(())
}

#[test]
fn removing_from_a_dead_or_bare_entity_takes_nothing() -> laige::Result<()> {
    let mut world = world(4);
    let bare = world.spawn_empty()?;
    let dead = world.spawn((Health(1),))?;
    world.despawn(dead)?;
    world.settle();
    let before = picture(&world);
    assert!(!world.remove::<(Health, Vel)>(bare)?);
    assert!(world.remove::<(Health, Vel)>(dead).is_err());
    assert_eq!(picture(&world), before);
    Ok(())
}

#[test]
fn value_taken_is_the_value_that_was_there() -> laige::Result<()> {
    let mut world = world(600);
    let all = world.spawn_batch((0..600).map(|i| (Health(i), Score(i as u64 * 3))))?.to_vec();
    for (i, &entity) in all.iter().enumerate().rev().step_by(3) {
        assert_eq!(world.take::<Health>(entity)?, Some(Health(i as i32)));
        assert_eq!(world.get(entity), Some(&Score(i as u64 * 3)));
    }
    audited(&world);
    Ok(())
}
