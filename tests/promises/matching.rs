//! Matching: a query that was asked long ago knows every archetype that was born since, by whatever call.
//!
//! Cases U14 (a query of one world in another), Q13 (after clearing and reuse) and Q04 in part.

use laige::prelude::*;

use crate::scene::{Health, POS, Pos, Score, VEL, Vel, Visible, slots, world};

type Old = (Entity, &'static Pos, Option<&'static Vel>, Without<Visible>);

/// Asks the old query in each form, and gives the slots it shows.
fn ask(world: &mut World) -> Vec<u32> {
    let shown = slots::<Old>(world);
    let layout = world.layout();
    let mut by_macro = Vec::new();
    query!(world, |e: Entity, _: &mut Pos, _: Option<&Vel>, _: Without<Visible>| by_macro
        .push(layout.slot_of(e)));
    assert_eq!(by_macro, shown);
    assert_eq!(
        world.query_mut::<Old>().iter().map(|(e, ..)| layout.slot_of(e)).collect::<Vec<_>>(),
        shown
    );
    shown
}

#[test]
fn archetypes_born_by_any_call_join_queries_asked_before() -> laige::Result<()> {
    let mut world = world(32);
    assert_eq!(ask(&mut world), [] as [u32; 0]);
    let zero = world.spawn((POS,))?;
    assert_eq!(ask(&mut world), [0]);
    world.spawn_batch([(POS, VEL)])?;
    assert_eq!(ask(&mut world), [0, 1]);
    world.spawn_columns(1, (&[POS], &[Health(1)]))?;
    assert_eq!(ask(&mut world), [0, 1, 2]);
    world.insert(zero, Score(1))?;
    assert_eq!(ask(&mut world), [1, 2, 0]);
    let four = world.spawn((POS, Visible, Score(2), Health(1)))?;
    assert_eq!(ask(&mut world), [1, 2, 0]);
    world.remove::<Visible>(four)?;
    assert_eq!(ask(&mut world), [1, 2, 0, 3]);
    assert_eq!(world.take::<Score>(four)?, Some(Score(2)));
    // {Pos, Health} was born before.
    assert_eq!(ask(&mut world), [1, 2, 3, 0]);
    world.insert(four, (VEL, Score(3)))?;
    assert_eq!(ask(&mut world), [1, 2, 0, 3]);
    world.insert(zero, Visible)?;
    assert_eq!(ask(&mut world), [1, 2, 3]);
    Ok(())
}

#[test]
fn every_query_in_use_is_extended() -> laige::Result<()> {
    use crate::registration::{Nth, for_each_eighth, register_many};
    let mut world = World::new(Options::with_capacity(4).max_component_types(1_024))?;
    register_many(&mut world, 1_024)?;
    macro_rules! counts {
        ($n:expr) => {
            assert_eq!(
                world.query::<(&Nth<$n>, Option<&Nth<0>>)>().count(),
                usize::from(world.entity_count() > 0 && $n <= 16)
            );
        };
    }
    for_each_eighth!(counts);
    world.spawn((Nth::<0>(0), Nth::<8>(8), Nth::<16>(16)))?;
    for_each_eighth!(counts);
    Ok(())
}

#[test]
fn same_query_in_two_worlds_reads_the_columns_of_each() -> laige::Result<()> {
    // Same counts, other ids, other order of birth, other columns.
    let mut one = World::new(Options::with_capacity(8))?;
    one.register_all::<(Pos, Vel, Health, Score)>()?;
    let mut two = World::new(Options::with_capacity(8))?;
    two.register_all::<(Score, Health, Vel, Pos)>()?;
    one.spawn((POS, Health(1)))?;
    one.spawn((POS, Health(2), Score(3)))?;
    two.spawn((Score(4), Health(5), POS))?;
    two.spawn((Health(6), POS))?;
    let read = |world: &World| {
        let mut seen = Vec::new();
        query!(world, |h: &Health, s: Option<&Score>, p: &Pos| {
            assert_eq!(p, &POS);
            seen.push((h.0, s.map(|s| s.0)));
        });
        seen
    };
    for _ in 0..3 {
        assert_eq!(read(&one), [(1, None), (2, Some(3))]);
        assert_eq!(read(&two), [(5, Some(4)), (6, None)]);
    }
    Ok(())
}

#[test]
fn query_asked_before_shows_the_same_as_a_new_one_after_reuse() -> laige::Result<()> {
    let mut world = world(8);
    for round in 0..4 {
        let all: Vec<Entity> =
            (0..5).map(|i| world.spawn((POS, Health(i)))).collect::<laige::Result<_>>()?;
        world.insert(all[1], VEL)?;
        assert_eq!(ask(&mut world), [0, 2, 3, 4, 1]);
        if round % 2 == 0 {
            all.iter().rev().try_for_each(|&entity| world.despawn(entity))?;
        } else {
            world.clear();
        }
        assert_eq!(ask(&mut world), [] as [u32; 0]);
    }
    // A query that was never asked before.
    assert_eq!(world.query::<(&Pos, &Vel, &Health)>().count(), 0);
    Ok(())
}
