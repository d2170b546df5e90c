//! Split: queries that touch nothing the others write are used at once, side by side and one inside the other.
//!
//! Cases U01 in part (two queries that alias are refused when the code is built: `ui-tests/macro/split`).

use laige::prelude::*;

use crate::scene::{Health, POS, Pos, Score, VEL, Vel, Visible, audited, slots, world};

/// Hunters have a score, prey has health.
fn wood(hunters: u32, prey: u32) -> laige::Result<World> {
    let mut world = world(hunters + prey);
    for i in 0..hunters.max(prey) {
        let place = Pos { x: f32::from(i as u16), y: 0.0 };
        if i < hunters {
            world.spawn((Score(0), place))?;
        }
        if i < prey {
            world.spawn((Health(10), place))?;
        }
    }
    Ok(world)
}

#[test]
fn all_pairs_of_two_kinds_of_entities_meet() -> laige::Result<()> {
    let mut world = wood(5, 7)?;
    let (mut hunters, mut prey) =
        world.split::<((&Pos, &mut Score, Without<Health>), (&Pos, &mut Health))>();
    let mut meetings = Vec::new();
    hunters.for_each(|(at, score, _)| {
        prey.for_each(|(place, health)| {
            meetings.push((at.x as u32, place.x as u32));
            if (at.x - place.x).abs() <= 1.0 {
                score.0 += 1;
                health.0 -= 2;
            }
        });
    });
    let expected: Vec<_> = (0..5).flat_map(|i| (0..7).map(move |j| (i, j))).collect();
    assert_eq!(meetings, expected);
    // Hunter i is near the prey at i - 1, i and i + 1.
    let scores: Vec<_> = world.query::<&Score>().iter().map(|score| score.0).collect();
    assert_eq!(scores, [2, 3, 3, 3, 3]);
    let health: Vec<_> = world.query::<&Health>().iter().map(|health| health.0).collect();
    assert_eq!(health, [6, 4, 4, 4, 6, 8, 10]);
    Ok(())
}

#[test]
fn each_query_shows_what_it_shows_alone() -> laige::Result<()> {
    let mut world = world(64);
    for i in 0..40 {
        let entity = world.spawn((Health(i),))?;
        if i % 3 == 0 {
            world.insert(entity, POS)?;
        }
        if i % 5 == 0 {
            world.insert(entity, (VEL, Visible))?;
        }
        if i % 7 == 0 {
            world.remove::<Health>(entity)?;
        }
    }
    let alone = (
        slots::<(Entity, &Health, Option<&Pos>)>(&world),
        slots::<(&Vel, With<Pos>)>(&world),
        slots::<Entity>(&world),
        slots::<(Without<Visible>, &Pos)>(&world),
    );
    let layout = world.layout();
    let (mut a, mut b, c, d) = world.split::<(
        (Entity, &mut Health, Option<&Pos>),
        (&mut Vel, With<Pos>, Entity),
        Entity,
        (Without<Visible>, &Pos, Entity),
    )>();
    let slots = |entities: Vec<Entity>| -> Vec<u32> {
        entities.into_iter().map(|entity| layout.slot_of(entity)).collect()
    };
    let (mut a, mut b, mut c, mut d) = (a.iter(), b.iter(), c.iter(), d.iter());
    let mut seen: [Vec<Entity>; 4] = Default::default();
    // A row of each in turn.
    loop {
        let before = seen.iter().map(Vec::len).sum::<usize>();
        seen[0].extend(a.next().map(|(entity, ..)| entity));
        seen[1].extend(b.next().map(|(.., entity)| entity));
        seen[2].extend(c.next());
        seen[3].extend(d.next().map(|(.., entity)| entity));
        if before == seen.iter().map(Vec::len).sum::<usize>() {
            break;
        }
    }
    let [a, b, c, d] = seen.map(slots);
    assert_eq!((a, b, c, d), alone);
    Ok(())
}

#[test]
fn chunks_of_split_queries_are_one_run_each() -> laige::Result<()> {
    let mut world = world(64);
    let all: Vec<Entity> =
        (0..20).map(|i| world.spawn((Health(i), POS))).collect::<laige::Result<_>>()?;
    // Rows that arrive out of order, in an archetype that the queries match and in one that they do not.
    for &entity in all.iter().rev() {
        world.insert(entity, VEL)?;
    }
    for &entity in all[..10].iter().rev() {
        world.remove::<(Health, Pos, Vel)>(entity)?;
    }
    let (mut health, mut places) = world.split::<(&mut Health, (Entity, &mut Pos, &Vel))>();
    let runs: Vec<usize> = health.chunks().map(|(entities, _)| entities.len()).collect();
    assert_eq!(runs, [10]);
    let seen: Vec<Entity> =
        places.chunks().flat_map(|(entities, _)| entities.iter().copied()).collect();
    assert_eq!(seen, all[10..]);
    // Everything is settled, what neither query matches too.
    let settles = world.archetype_stats().total_settles;
    world.settle();
    assert_eq!(world.archetype_stats().total_settles, settles);
    audited(&world);
    Ok(())
}

#[test]
fn reading_one_component_in_all_of_the_queries_is_no_conflict() -> laige::Result<()> {
    let mut world = wood(2, 3)?;
    let (one, two, mut three) = world.split::<(&Pos, (&Pos, Entity), (&Pos, &mut Score))>();
    let (first, second) = (one.iter().count(), two.iter().count());
    assert_eq!((first, second, three.count()), (5, 5, 2));
    three.for_each(|(_, score)| score.0 += 1);
    Ok(())
}

#[test]
fn rows_are_found_by_handle_in_each_query() -> laige::Result<()> {
    let mut world = wood(1, 1)?;
    let [hunter, prey] = world.entities().collect::<Vec<_>>()[..] else { panic!("there are two") };
    let (mut scores, mut health) = world.split::<(&mut Score, &mut Health)>();
    let (score, life) = (scores.get(hunter), health.get(prey));
    let (Some(score), Some(life)) = (score, life) else { panic!("both are there") };
    score.0 = 5;
    life.0 -= 1;
    assert!(scores.get(prey).is_none() && health.get(hunter).is_none());
    assert_eq!(world.get::<Score>(hunter), Some(&Score(5)));
    assert_eq!(world.get::<Health>(prey), Some(&Health(9)));
    Ok(())
}

#[test]
fn early_exit_of_an_inner_query_leaves_the_outer_one_running() -> laige::Result<()> {
    let mut world = wood(3, 4)?;
    let (mut hunters, mut prey) = world.split::<(&mut Score, (&Pos, &mut Health))>();
    hunters.for_each(|score| {
        let _ = prey.for_each(|(at, health)| {
            health.0 -= 1;
            score.0 += 1;
            if at.x >= 1.0 { Err(()) } else { Ok(()) }
        });
    });
    let scores: Vec<_> = world.query::<&Score>().iter().map(|score| score.0).collect();
    assert_eq!(scores, [2, 2, 2]);
    let health: Vec<_> = world.query::<&Health>().iter().map(|health| health.0).collect();
    assert_eq!(health, [7, 7, 10, 10]);
    audited(&world);
    Ok(())
}
