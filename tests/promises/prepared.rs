//! Prepared queries: kept beside a world, they show what a query made on the spot shows, whatever was born since, and refuse every other
//! world.
//!
//! Cases U14 (a query of one world in another) and Q04 in part.

use laige::prelude::*;
use laige::{Error, ReadTerms};

use crate::scene::{Health, POS, Pos, Score, VEL, Vel, Visible, audited, slots, world};

type Movers = (Entity, &'static Pos, Option<&'static Vel>, Without<Visible>);

/// The slots that a prepared query shows, which are those of a query made on the spot.
fn shown<Q: ReadTerms>(prepared: &PreparedQuery<Q>, world: &World) -> laige::Result<Vec<u32>> {
    let mut seen = Vec::new();
    for (entities, _) in prepared.query(world)?.chunks() {
        seen.extend(entities.iter().map(|&entity| world.slot_of(entity)));
    }
    assert_eq!(seen, slots::<Q>(world));
    Ok(seen)
}

#[test]
fn archetypes_born_by_any_call_join_a_prepared_query() -> laige::Result<()> {
    let mut world = world(32);
    let movers = world.prepare::<Movers>();
    assert_eq!(shown(&movers, &world)?, [] as [u32; 0]);
    let zero = world.spawn((POS,))?;
    assert_eq!(shown(&movers, &world)?, [0]);
    world.spawn_batch([(POS, VEL)])?;
    world.spawn_columns(1, (&[POS], &[Health(1)]))?;
    assert_eq!(shown(&movers, &world)?, [0, 1, 2]);
    world.insert(zero, Score(1))?;
    let three = world.spawn((POS, Visible))?;
    assert_eq!(shown(&movers, &world)?, [1, 2, 0]);
    world.remove::<Visible>(three)?;
    world.insert(three, (Score(2), VEL))?;
    assert_eq!(shown(&movers, &world)?, [1, 2, 0, 3]);
    world.clear();
    assert_eq!(shown(&movers, &world)?, [] as [u32; 0]);
    world.spawn((POS, Visible))?;
    world.spawn((POS, Health(1)))?;
    assert_eq!(shown(&movers, &world)?, [1]);
    Ok(())
}

#[test]
fn types_registered_later_join_a_prepared_query() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(4))?;
    let scored = world.prepare::<&Score>();
    world.register::<Health>()?;
    world.spawn((Health(1),))?;
    world.register::<Score>()?;
    world.spawn((Score(5), Health(2)))?;
    assert_eq!(scored.query(&world)?.iter().map(|score| score.0).collect::<Vec<_>>(), [5]);
    Ok(())
}

#[test]
fn writing_through_a_prepared_query_settles_what_it_matches() -> laige::Result<()> {
    let mut world = world(8);
    let health = world.prepare::<(Entity, &mut Health)>();
    let all: Vec<Entity> =
        (0..6).map(|i| world.spawn((Health(i),))).collect::<laige::Result<_>>()?;
    // Rows that come back out of order lie out of order until something settles them.
    for &entity in all.iter().rev() {
        world.insert(entity, Visible)?;
    }
    let mut query = health.query_mut(&mut world)?;
    let runs: Vec<usize> = query.chunks().map(|(entities, _)| entities.len()).collect();
    assert_eq!(runs, [6]);
    query.for_each(|(_, health)| health.0 *= 10);
    let seen: Vec<(Entity, i32)> = query.iter().map(|(e, health)| (e, health.0)).collect();
    assert_eq!(seen, all.iter().copied().zip([0, 10, 20, 30, 40, 50]).collect::<Vec<_>>());
    audited(&world);
    Ok(())
}

#[test]
fn every_other_world_is_refused_and_untouched() -> laige::Result<()> {
    let mut one = world(4);
    one.spawn((Health(1),))?;
    let health = one.prepare::<&mut Health>();
    // The same columns, other ones, and one that lies where the first world lay.
    let mut twin = world(4);
    twin.spawn((Health(2),))?;
    let mut other = World::new(Options::with_capacity(4))?;
    assert_eq!(health.query_mut(&mut twin).err(), Some(Error::ForeignQuery));
    assert_eq!(health.query_mut(&mut other).err(), Some(Error::ForeignQuery));
    assert_eq!(twin.query::<&Health>().iter().map(|health| health.0).collect::<Vec<_>>(), [2]);
    let reading = one.prepare::<&Health>();
    assert_eq!(reading.query(&twin).err(), Some(Error::ForeignQuery));
    one = world(4);
    assert_eq!(health.query_mut(&mut one).err(), Some(Error::ForeignQuery));
    assert_eq!(reading.query(&one).err(), Some(Error::ForeignQuery));
    Ok(())
}

#[test]
fn prepared_query_follows_its_world_to_another_place() -> laige::Result<()> {
    let (mut one, mut two) = (world(4), world(4));
    one.spawn((Health(1),))?;
    two.spawn((Health(2),))?;
    let health = one.prepare::<&Health>();
    std::mem::swap(&mut one, &mut two);
    assert_eq!(health.query(&one).err(), Some(Error::ForeignQuery));
    assert_eq!(health.query(&two)?.iter().map(|health| health.0).collect::<Vec<_>>(), [1]);
    let boxed = Box::new(two);
    assert_eq!(health.query(&boxed)?.count(), 1);
    Ok(())
}

#[test]
fn generic_functions_prepare_for_each_type_and_two_worlds_in_turn() -> laige::Result<()> {
    fn prepared<T: Component>(world: &World) -> PreparedQuery<(Entity, &'static T)> {
        world.prepare()
    }
    let mut worlds = [world(8), world(8)];
    for (i, world) in (1..).zip(&mut worlds) {
        world.spawn((Health(i), Score(10)))?;
        world.spawn((Score(20),))?;
    }
    // In the second world the same archetypes are born in another order.
    worlds[1].clear();
    worlds[1].spawn((VEL, Score(30)))?;
    worlds[1].spawn((Health(7),))?;
    let health = [prepared::<Health>(&worlds[0]), prepared::<Health>(&worlds[1])];
    let score = [prepared::<Score>(&worlds[0]), prepared::<Score>(&worlds[1])];
    for _ in 0..3 {
        for (i, (expected_health, expected_score)) in
            [(vec![1], vec![10, 20]), (vec![7], vec![30])].into_iter().enumerate()
        {
            let seen: Vec<i32> = health[i].query(&worlds[i])?.iter().map(|(_, h)| h.0).collect();
            assert_eq!(seen, expected_health);
            let seen: Vec<u64> = score[i].query(&worlds[i])?.iter().map(|(_, s)| s.0).collect();
            assert_eq!(seen, expected_score);
        }
    }
    Ok(())
}

#[test]
fn failed_call_that_takes_an_archetype_back_leaves_a_prepared_query_right() -> laige::Result<()> {
    // {Pos}, {Pos, Vel}, and no room for a third entity.
    let mut world = world(2);
    let positions = world.prepare::<&Pos>();
    world.spawn((POS,))?;
    world.spawn((POS, VEL))?;
    world.spawn((POS, Health(1))).expect_err("no room for a third");
    assert_eq!(positions.query(&world)?.count(), 2);
    let first = world.query::<Entity>().iter().next().expect("there are two");
    world.insert(first, Score(1))?;
    assert_eq!(shown(&positions, &world)?, [1, 0]);
    Ok(())
}

#[test]
fn three_matches_among_ten_thousand_archetypes_are_found() -> laige::Result<()> {
    use crate::registration::{Nth, for_each_eighth, register_many};
    let mut world = World::new(
        Options::with_capacity(20_000).max_archetypes(20_000).max_component_types(1_024),
    )?;
    register_many(&mut world, 1_024)?;
    let rare = world.prepare::<(Entity, &Nth<0>)>();
    let mut expected = Vec::new();
    // Fourteen of the types, by the bits of a number: each number is an archetype, and so is each on the way to it.
    for number in 0..10_000_u16 {
        let entity = world.spawn((Nth::<1>(0),))?;
        macro_rules! insert {
            ($n:expr) => {
                if $n > 0 && u32::from(number) << 1 >> ($n / 8) & 1 != 0 {
                    world.insert(entity, Nth::<$n>(0))?;
                }
            };
        }
        for_each_eighth!(insert);
        if [77, 4_321, 9_999].contains(&number) {
            world.insert(entity, Nth::<0>(number))?;
            expected.push((entity, number));
        }
    }
    assert!(world.archetype_count() >= 10_000);
    let seen: Vec<_> = rare.query(&world)?.iter().map(|(e, n)| (e, n.0)).collect();
    assert_eq!(seen, expected);
    let mut by_macro = Vec::new();
    query!(world, |e: Entity, n: &Nth<0>| by_macro.push((e, n.0)));
    assert_eq!(by_macro, expected);
    let seen: Vec<_> = world.query::<(Entity, &Nth<0>)>().iter().map(|(e, n)| (e, n.0)).collect();
    assert_eq!(seen, expected);
    Ok(())
}
