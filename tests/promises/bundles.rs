//! Bundles: several components go together, in one move, whatever way they are put together.
//!
//! Cases Q21 (removing several at once takes all that are there), L08 (the empty bundle) and C14 in part.

use laige::Bundle;
use laige::prelude::*;

use crate::registration::Nth;
use crate::scene::{Health, POS, Pos, Score, VEL, Vel, Visible, audited, picture, world};

#[derive(Bundle)]
struct Mover {
    pos: Pos,
    vel: Vel,
}

#[derive(Bundle)]
struct Unit {
    health: Health,
    mover: Mover,
    rest: (Score, Visible),
}

#[derive(Bundle)]
struct Tuple(Health, Mover);

#[derive(Bundle)]
struct Nothing;

#[derive(Bundle)]
struct With1<B> {
    more: B,
    score: Score,
}

fn names(world: &World, entity: Entity) -> Vec<&'static str> {
    world
        .entity(entity)
        .map(|view| view.components().map(|info| info.name()).collect())
        .unwrap_or_default()
}

#[test]
fn tuples_of_up_to_sixteen_are_bundles() -> laige::Result<()> {
    /// Spawns the tuple of so many components.
    macro_rules! spawns {
        ($world:ident: $($n:literal)*) => {{
            let entity = $world.spawn(($(Nth::<$n>($n + 100),)*))?;
            $( assert_eq!($world.get(entity), Some(&Nth::<$n>($n + 100))); )*
            assert_eq!(names(&$world, entity).len(), <[u16]>::len(&[$($n),*]));
        }};
    }
    let mut world = World::new(Options::with_capacity(32))?;
    crate::registration::register_many(&mut world, 16)?;
    spawns!(world:);
    spawns!(world: 3);
    spawns!(world: 5 1);
    spawns!(world: 2 0 1);
    spawns!(world: 0 1 2 3);
    spawns!(world: 0 1 2 3 4);
    spawns!(world: 0 1 2 3 4 5);
    spawns!(world: 0 1 2 3 4 5 6);
    spawns!(world: 7 6 5 4 3 2 1 0);
    spawns!(world: 0 1 2 3 4 5 6 7 8);
    spawns!(world: 0 1 2 3 4 5 6 7 8 9);
    spawns!(world: 0 1 2 3 4 5 6 7 8 9 10);
    spawns!(world: 0 1 2 3 4 5 6 7 8 9 10 11);
    spawns!(world: 0 1 2 3 4 5 6 7 8 9 10 11 12);
    spawns!(world: 0 1 2 3 4 5 6 7 8 9 10 11 12 13);
    spawns!(world: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14);
    spawns!(world: 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0);
    audited(&world);
    Ok(())
}

#[test]
fn single_component_is_a_bundle() -> laige::Result<()> {
    let mut world = world(4);
    let bare = world.spawn(POS)?;
    let one = world.spawn((POS,))?;
    assert_eq!(
        (world.get(bare), world.get(one), world.archetype_count()),
        (Some(&POS), Some(&POS), 1)
    );
    Ok(())
}

#[test]
fn order_of_members_makes_no_other_set() -> laige::Result<()> {
    let mut world = world(4);
    let one = world.spawn((POS, Health(1), VEL))?;
    let two = world.spawn((VEL, POS, Health(2)))?;
    let three = world.spawn((Health(3), (VEL, (POS,))))?;
    assert_eq!(world.archetype_count(), 1);
    for (entity, health) in [(one, 1), (two, 2), (three, 3)] {
        assert_eq!(
            (world.get(entity), world.get(entity), world.get(entity)),
            (Some(&POS), Some(&VEL), Some(&Health(health)))
        );
    }
    Ok(())
}

#[test]
fn structs_that_derive_it_are_bundles() -> laige::Result<()> {
    let mut world = world(8);
    let unit = || Unit {
        health: Health(7),
        mover: Mover { pos: POS, vel: VEL },
        rest: (Score(9), Visible),
    };
    let entity = world.spawn(unit())?;
    assert_eq!(
        names(&world, entity),
        [Pos::NAME, Vel::NAME, Health::NAME, Score::NAME, Visible::NAME]
    );
    assert_eq!(
        (world.get(entity), world.get(entity), world.get(entity)),
        (Some(&POS), Some(&VEL), Some(&Health(7)))
    );
    assert_eq!(world.get(entity), Some(&Score(9)));

    let tuple = world.spawn(Tuple(Health(1), Mover { pos: POS, vel: VEL }))?;
    assert_eq!(names(&world, tuple), [Pos::NAME, Vel::NAME, Health::NAME]);
    let nothing = world.spawn(Nothing)?;
    assert!(names(&world, nothing).is_empty());
    let generic = world.spawn(With1 { more: Mover { pos: POS, vel: VEL }, score: Score(3) })?;
    assert_eq!(names(&world, generic), [Pos::NAME, Vel::NAME, Score::NAME]);

    assert!(world.remove::<Mover>(entity)?);
    assert_eq!(names(&world, entity), [Health::NAME, Score::NAME, Visible::NAME]);
    world.insert(nothing, unit())?;
    assert_eq!(names(&world, nothing).len(), 5);
    let batch =
        world.spawn_batch((0..3).map(|i| Tuple(Health(i), Mover { pos: POS, vel: VEL })))?.to_vec();
    assert_eq!(
        batch.iter().filter_map(|&e| world.get::<Health>(e)).map(|h| h.0).collect::<Vec<_>>(),
        [0, 1, 2]
    );
    audited(&world);
    Ok(())
}

#[test]
fn members_that_are_there_are_overwritten_and_the_rest_comes_in_one_move() -> laige::Result<()> {
    let mut world = world(4);
    let entity = world.spawn((POS, Health(1)))?;
    let moved = Pos { x: 9.0, y: 9.0 };
    world.insert(entity, (VEL, moved, Score(5)))?;
    assert_eq!((world.get(entity), world.get(entity)), (Some(&moved), Some(&VEL)));
    assert_eq!((world.get(entity), world.get(entity)), (Some(&Health(1)), Some(&Score(5))));
    // {Pos, Health} and the final set; none in between.
    assert_eq!(world.archetype_count(), 2);
    assert_eq!(world.archetype_stats().total_inserts, 3);
    assert_eq!(world.guardrail_stats().frame_churn, 3);
    Ok(())
}

#[test]
fn removing_a_bundle_takes_what_is_there() -> laige::Result<()> {
    // Every subset of three, and one that is not asked for.
    for subset in 0..8_u64 {
        let mut world = world(2);
        let entity = world.spawn((Visible,))?;
        if subset & 1 != 0 {
            world.insert(entity, POS)?;
        }
        if subset & 2 != 0 {
            world.insert(entity, VEL)?;
        }
        if subset & 4 != 0 {
            world.insert(entity, Health(1))?;
        }
        let archetypes = world.archetype_count();
        assert_eq!(world.remove::<(Pos, Vel, Health)>(entity)?, subset != 0);
        assert_eq!(names(&world, entity), [Visible::NAME]);
        assert_eq!(world.archetype_stats().total_removes, u64::from(subset.count_ones()));
        assert_eq!(world.archetype_count(), archetypes, "one move, to a set that was known");
        assert!(!world.remove::<(Pos, Vel, Health)>(entity)?, "removing twice is fine");
        assert_eq!(world.archetype_stats().total_removes, u64::from(subset.count_ones()));
        audited(&world);
    }
    Ok(())
}

#[test]
fn empty_bundle_changes_nothing() -> laige::Result<()> {
    let mut world = world(4);
    let entity = world.spawn((POS,))?;
    let bare = world.spawn(())?;
    let before = picture(&world);
    world.insert(entity, ())?;
    world.insert(bare, ((), ((),)))?;
    assert!(!world.remove::<()>(entity)? && !world.remove::<((), ())>(bare)?);
    assert_eq!(picture(&world), before);
    Ok(())
}
