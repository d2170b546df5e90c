//! One row: `first` is the first in the order of a visit, `single` is the only one or says how many there are.

use laige::prelude::*;
use laige::{Error, Result};

use crate::scene::{Health, POS, Pos, Unknown, Visible, world};

#[test]
fn single_is_the_only_row_or_tells_how_many_there_are() -> Result<()> {
    let mut world = world(8);
    assert_eq!(world.query::<&Health>().single().err(), Some(Error::NotSingle { rows: 0 }));
    assert_eq!(world.query::<&Unknown>().single().err(), Some(Error::NotSingle { rows: 0 }));
    let one = world.spawn((Health(1), Visible))?;
    assert_eq!(world.query::<(Entity, &Health)>().single()?, (one, &Health(1)));
    world.query_mut::<&mut Health>().single()?.0 += 1;
    world.spawn((Health(5), POS))?;
    world.spawn((Health(6), POS))?;
    assert_eq!(world.query::<&Health>().single(), Err(Error::NotSingle { rows: 3 }));
    assert_eq!(world.query_mut::<&mut Health>().single().err(), Some(Error::NotSingle { rows: 3 }));
    // Filters are honoured.
    assert_eq!(world.query::<(&Health, With<Visible>)>().single()?.0, &Health(2));
    let rows = world.query::<(&Health, Or<(With<Pos>, With<Unknown>)>)>().single().err();
    assert_eq!(rows, Some(Error::NotSingle { rows: 2 }));
    Ok(())
}

#[test]
fn first_is_the_first_of_a_visit_loose_or_settled() -> Result<()> {
    let mut world = world(64);
    assert_eq!(world.query::<Entity>().first(), None);
    let all = world.spawn_batch((0..20).map(Health))?.to_vec();
    // The lowest slots leave, and one comes back to the end of a chunk that is not settled.
    for &entity in &all[..5] {
        world.insert(entity, POS)?;
    }
    world.remove::<Pos>(all[3])?;
    let first =
        |world: &World| world.query::<(Entity, &Health, Without<Pos>)>().first().map(|row| row.0);
    assert_eq!(first(&world), Some(all[3]));
    world.settle();
    assert_eq!(first(&world), Some(all[3]));
    if let Some((health, _)) = world.query_mut::<(&mut Health, With<Pos>)>().first() {
        health.0 = 99;
    }
    assert_eq!(world.get::<Health>(all[0]), Some(&Health(99)));
    Ok(())
}
