//! Several entities of one query at once: `get_many_mut` gives items that do not alias, or says which handle is at fault.

use laige::prelude::*;
use laige::{Error, Result};

use crate::scene::{Health, POS, Pos, Score, audited, world};

/// Three entities with `Health`, the last one without `Pos`.
fn three() -> Result<(World, [Entity; 3])> {
    let mut world = world(8);
    let entities = [
        world.spawn((POS, Health(1)))?,
        world.spawn((POS, Health(2), Score(2)))?,
        world.spawn((Health(3),))?,
    ];
    Ok((world, entities))
}

#[test]
fn items_come_in_the_order_of_the_handles_and_can_be_written_together() -> Result<()> {
    let (mut world, [a, b, c]) = three()?;
    let mut query = world.query_mut::<(Entity, &mut Health, Has<Pos>)>();
    let [(last, of_last, no), (first, of_first, yes)] = query.get_many_mut([c, a])?;
    std::mem::swap(of_last, of_first);
    assert_eq!((last, first, *no, *yes), (c, a, false, true));
    assert_eq!(query.get_many_mut([])?, []);
    assert_eq!(query.get_many_mut([b, c, a])?.map(|(_, health, _)| health.0), [2, 1, 3]);
    assert_eq!(world.get::<Health>(a), Some(&Health(3)));
    audited(&world);
    Ok(())
}

#[test]
fn handle_at_fault_is_named() -> Result<()> {
    let (mut world, [a, b, c]) = three()?;
    let dead = world.spawn((POS, Health(4)))?;
    world.despawn(dead)?;
    // The slot lives on.
    let heir = world.spawn((POS, Health(5)))?;
    assert_eq!(world.slot_of(heir), world.slot_of(dead));
    let mut query = world.query_mut::<(&mut Health, &Pos)>();
    assert_eq!(query.get_many_mut([a, b, a]).err(), Some(Error::EntityRepeated { entity: a }));
    assert_eq!(
        query.get_many_mut([dead, dead]).err(),
        Some(Error::EntityRepeated { entity: dead })
    );
    assert_eq!(query.get_many_mut([a, dead, c]).err(), Some(Error::StaleEntity { entity: dead }));
    assert_eq!(query.get_many_mut([c, dead]).err(), Some(Error::NotMatched { entity: c }));
    let none = Entity::NONE;
    assert_eq!(query.get_many_mut([b, none]).err(), Some(Error::StaleEntity { entity: none }));
    assert!(query.get_many_mut([heir, a]).is_ok());
    audited(&world);
    Ok(())
}

type Filtered<'a> = (&'a mut Health, Or<(With<Score>, Without<Pos>)>);

#[test]
fn filters_decide_who_is_matched() -> Result<()> {
    let (mut world, [a, b, c]) = three()?;
    let mut query = world.query_mut::<Filtered<'_>>();
    assert_eq!(query.get_many_mut([b, a]).err(), Some(Error::NotMatched { entity: a }));
    assert_eq!(query.get_many_mut([c, b])?.map(|(health, _)| health.0), [3, 2]);
    Ok(())
}
