//! Access by handle: `get` of a query, and what `entity` shows, in settled and loose chunks alike.
//!
//! Cases U02 in part (one guard for every entry point: the conflicts themselves are compile errors) and Q16.

use laige::prelude::*;

use crate::scene::{Health, POS, Pos, Score, VEL, Vel, Visible, audited, world};

#[test]
fn query_gives_the_row_of_one_entity() -> laige::Result<()> {
    let mut world = world(8);
    let (both, one, bare) =
        (world.spawn((POS, VEL))?, world.spawn((POS, Health(1)))?, world.spawn_empty()?);
    let query = world.query::<(Entity, &Pos, Option<&Vel>, Without<Health>)>();
    assert_eq!(query.get(both).map(|(e, p, v, _)| (e, p, v)), Some((both, &POS, Some(&VEL))));
    assert!(
        query.get(one).is_none() && query.get(bare).is_none() && query.get(Entity::NONE).is_none()
    );
    if let Some((pos, health)) = world.query_mut::<(&mut Pos, &mut Health)>().get(one) {
        (pos.x, health.0) = (9.0, 8);
    }
    assert_eq!((world.get(one), world.get(one)), (Some(&Pos { x: 9.0, y: 2.0 }), Some(&Health(8))));
    assert_eq!(world.query::<Option<&Pos>>().get(bare), Some(None));
    Ok(())
}

#[test]
fn rows_are_found_in_loose_chunks() -> laige::Result<()> {
    let mut world = world(600);
    let all = world.spawn_batch((0..600).map(|i| (Health(i), Score(i as u64))))?.to_vec();
    for &entity in all.iter().step_by(2) {
        world.insert(entity, Visible)?;
    }
    for &entity in all.iter().step_by(4).rev() {
        world.remove::<Visible>(entity)?;
    }
    for settled in [false, true] {
        for (i, &entity) in all.iter().enumerate() {
            let query = world.query::<(&Health, Entity, &Score, Option<&Visible>)>();
            let row = query.get(entity);
            let expected =
                (&Health(i as i32), entity, &Score(i as u64), (i % 4 == 2).then_some(&Visible));
            assert_eq!(row, Some(expected));
            assert_eq!(
                (world.get(entity), world.has::<Visible>(entity)),
                (Some(&Health(i as i32)), i % 4 == 2)
            );
        }
        audited(&world);
        if !settled {
            world.settle();
        }
    }
    Ok(())
}

#[test]
fn view_of_an_entity_shows_what_it_carries() -> laige::Result<()> {
    let mut world = world(4);
    let entity = world.spawn((Health(7), POS))?;
    let view = world.entity(entity).expect("it is alive");
    assert_eq!(
        (view.id(), view.archetype().id(), view.get::<Health>(), view.get::<Vel>()),
        (entity, 1, Some(&Health(7)), None)
    );
    // Ascending by id, whatever the order of the bundle.
    assert_eq!(
        view.components().map(|info| info.name()).collect::<Vec<_>>(),
        [Pos::NAME, Health::NAME]
    );
    assert_eq!(
        view.archetype().signature(),
        [world.component_id::<Pos>(), world.component_id::<Health>()].map(|id| id.expect("an id"))
    );
    world.despawn(entity)?;
    assert!(world.entity(entity).is_none());
    Ok(())
}
