//! Handles of another world: memory-safe and meaningless. They are what the same bits are here.
//!
//! Case U16 (indices of one arena in another: the slot is missing, is live in that generation, has other components).

use laige::Error;
use laige::prelude::*;

use crate::scene::{Health, POS, Pos, Visible, audited, world};

#[test]
fn handle_of_a_larger_world_is_of_nobody_here() -> laige::Result<()> {
    let (mut here, mut there) = (world(10), world(5_000));
    here.spawn((Health(1),))?;
    let foreign: Vec<Entity> = there.spawn_batch((0..5_000).map(Health))?.to_vec();
    let layout = here.layout();
    for entity in foreign {
        let known = layout.slot_of(entity) == 0 && layout.generation_of(entity) == 1;
        assert_eq!(here.is_valid(entity), known);
        assert_eq!(here.get::<Health>(entity).is_some(), known);
        assert_eq!(here.query::<&Health>().get(entity).is_some(), known);
    }
    audited(&here);
    Ok(())
}

#[test]
fn handle_with_a_live_slot_and_generation_is_that_entity() -> laige::Result<()> {
    let (mut here, mut there) = (world(10), world(10));
    let mine = here.spawn((Visible, POS))?;
    let foreign = there.spawn((Health(5),))?;
    assert_eq!(foreign, mine);
    // It has the components of the entity here.
    assert!(here.is_valid(foreign) && here.has::<Pos>(foreign) && !here.has::<Health>(foreign));
    assert_eq!(here.take::<Pos>(foreign), Ok(Some(POS)));
    here.insert(foreign, Health(8))?;
    assert_eq!(here.get(mine), Some(&Health(8)));
    assert_eq!(there.get(foreign), Some(&Health(5)), "the other world is another world");
    here.despawn(foreign)?;
    assert!(!here.is_valid(mine) && there.is_valid(foreign));
    audited(&here);
    Ok(())
}

#[test]
fn handle_with_another_generation_is_refused_by_every_call() -> laige::Result<()> {
    let (mut here, mut there) = (world(10), world(10));
    let passing = there.spawn_empty()?;
    there.despawn(passing)?;
    let foreign = there.spawn((POS,))?;
    here.spawn((Health(1), POS))?;
    let stale = Error::StaleEntity { entity: foreign };
    assert_eq!(here.check(foreign), Err(stale));
    assert_eq!(here.insert(foreign, Health(2)), Err(stale));
    assert_eq!(here.remove::<Pos>(foreign), Err(stale));
    assert_eq!(here.take::<Pos>(foreign), Err(stale));
    assert_eq!(here.despawn(foreign), Err(stale));
    assert_eq!(here.query_mut::<&mut Health>().get(foreign), None);
    audited(&here);
    Ok(())
}
