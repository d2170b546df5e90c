//! Many archetypes: those that are empty cost their tables and nothing else, and what matches is found among them.
//!
//! Case P01 (empty archetypes stay: a documented bound).

use laige::prelude::*;

use crate::registration::{Nth, register_many};
use crate::scene::audited;

const SETS: u32 = 1 << 12;

/// One entity for each non-empty set of 12 components.
fn all_sets() -> laige::Result<(World, Vec<Entity>)> {
    let mut world = World::new(Options::with_capacity(SETS).max_archetypes(SETS))?;
    register_many(&mut world, 12)?;
    let mut all = Vec::new();
    for set in 1..SETS {
        let entity = world.spawn_empty()?;
        macro_rules! insert {
            ($($n:literal)*) => { $( if set >> $n & 1 != 0 { world.insert(entity, Nth::<$n>(set as u16))?; } )* };
        }
        insert!(0 1 2 3 4 5 6 7 8 9 10 11);
        all.push(entity);
    }
    Ok((world, all))
}

#[test]
fn queries_find_what_matches_among_thousands() -> laige::Result<()> {
    let (mut world, all) = all_sets()?;
    assert_eq!(world.archetype_count(), SETS - 1);
    assert_eq!(world.query::<&Nth<3>>().count(), SETS as usize / 2);
    assert_eq!(world.query::<(&Nth<0>, &Nth<5>, Without<Nth<11>>)>().count(), SETS as usize / 8);
    query!(world, |a: &mut Nth<0>, b: &Nth<1>| {
        assert_eq!(a.0, b.0);
        a.0 += 1;
    });
    for (i, &entity) in all.iter().enumerate() {
        let set = i as u16 + 1;
        let expected = (set & 1 != 0).then_some(Nth::<0>(set + u16::from(set & 2 != 0)));
        assert_eq!(world.get::<Nth<0>>(entity), expected.as_ref());
    }
    audited(&world);
    Ok(())
}

#[test]
fn empty_archetypes_hold_no_rows() -> laige::Result<()> {
    let (mut world, all) = all_sets()?;
    all[3..].iter().try_for_each(|&entity| world.despawn(entity))?;
    world.settle();
    let stats = world.archetype_stats();
    assert_eq!(
        (stats.archetypes, stats.chunks, stats.rows_live, stats.rows_reserved),
        (SETS - 1, 3, 3, 48)
    );
    // What is left of an empty archetype are its tables.
    let bound = stats.archetypes as usize * 1_024;
    assert!(stats.bytes_reserved < bound, "{} bytes", stats.bytes_reserved);
    assert_eq!(world.query::<&Nth<0>>().count() + world.query::<&Nth<1>>().count(), 2 + 2);
    // Their blocks serve whoever needs one.
    let before = world.archetype_stats().total_reservations;
    for _ in 0..1_000 {
        world.spawn((Nth::<7>(1), Nth::<2>(2)))?;
    }
    assert!(world.archetype_stats().total_reservations <= before + 8);
    audited(&world);
    Ok(())
}
