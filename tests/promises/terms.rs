//! Terms: each parameter of a query shows its own component of the row, whatever the others are.
//!
//! Cases Q05 (absent optional components), Q11 (the handle of each row), Q04 in part, M10 in part (patterns).

use laige::prelude::*;

use crate::scene::{Health, MANY, POS, Pos, Score, VEL, Vel, Visible, world};

// Sizes 1, 2, 8 and 16, and registered in the reverse of the order in which they stand in queries.
#[component]
#[derive(Debug, PartialEq)]
struct A(u8);
#[component]
#[derive(Debug, PartialEq)]
struct B(u16);
#[component]
#[derive(Debug, PartialEq)]
struct C(u64);
#[component]
#[derive(Debug, PartialEq)]
struct D(u128);

#[test]
fn each_parameter_reads_its_own_column() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(16))?;
    world.register_all::<(D, C, B, A)>()?;
    for i in 0..2_u8 {
        let n = i * 10;
        world.spawn((A(n), B(n.into()), C(n.into()), D(n.into())))?;
        world.spawn((B((n + 1).into()), D((n + 1).into())))?;
        world.spawn((A(n + 2), B((n + 2).into()), D((n + 2).into())))?;
        world.spawn((D((n + 3).into()), C((n + 3).into()), B((n + 3).into())))?;
        world.spawn((A(n + 4), C((n + 4).into())))?;
    }
    let mut seen = Vec::new();
    query!(world, |a: Option<&A>, b: &B, c: Option<&mut C>, d: &D| {
        assert_eq!(u128::from(b.0), d.0);
        assert!(a.is_none_or(|a| u16::from(a.0) == b.0));
        let c = c.map(|c| {
            c.0 += 100;
            c.0
        });
        assert!(c.is_none_or(|c| c == u64::from(b.0) + 100));
        seen.push((b.0, a.is_some(), c.is_some()));
    });
    let expected = [
        (0, true, true),
        (10, true, true),
        (1, false, false),
        (11, false, false),
        (2, true, false),
        (12, true, false),
        (3, false, true),
        (13, false, true),
    ];
    assert_eq!(seen, expected);
    // The same from `&World`, with the parameters in another order.
    let mut again = Vec::new();
    query!(world, |d: &D, c: Option<&C>, a: Option<&A>, b: &B| {
        assert!(c.is_none_or(|c| u128::from(c.0) == d.0 + 100));
        again.push((b.0, a.is_some(), c.is_some()));
    });
    assert_eq!(again, expected);
    Ok(())
}

#[test]
fn handle_of_each_row_is_the_entity_s_own() -> laige::Result<()> {
    let mut world = world(MANY as u32);
    let first = world.spawn_batch((0..MANY as i32).map(Health))?.to_vec();
    for &entity in first.iter().step_by(3) {
        world.despawn(entity)?;
    }
    let again = world.spawn_batch((300..350).map(Health))?.to_vec();
    let all: Vec<Entity> =
        again.into_iter().chain(first).filter(|&entity| world.is_valid(entity)).collect();
    let mut seen = Vec::new();
    query!(world, |e: Entity, h: &Health| {
        assert!(world.is_valid(e) && world.get(e) == Some(h));
        seen.push(e);
    });
    seen.sort_unstable();
    let mut expected = all;
    expected.sort_unstable();
    assert_eq!(seen, expected);
    Ok(())
}

#[test]
fn written_components_stay_written() -> laige::Result<()> {
    let mut world = world(4);
    let (both, one) = (world.spawn((POS, VEL, Health(1)))?, world.spawn((POS,))?);
    query!(world, |p: &mut Pos, v: Option<&Vel>, h: Option<&mut Health>| {
        p.x = v.map_or(-1.0, |v| p.x + v.x);
        if let Some(h) = h {
            h.0 *= 5;
        }
    });
    assert_eq!(
        (world.get(both), world.get(one)),
        (Some(&Pos { x: 4.0, y: 2.0 }), Some(&Pos { x: -1.0, y: 2.0 }))
    );
    assert_eq!((world.get(both), world.get(both)), (Some(&Health(5)), Some(&VEL)));
    Ok(())
}

#[test]
fn tags_are_terms() -> laige::Result<()> {
    let mut world = world(4);
    world.spawn((Visible, Health(1)))?;
    world.spawn((Health(2),))?;
    let mut seen = Vec::new();
    query!(world, |_: &Visible, h: &Health| seen.push(h.0));
    query!(world, |v: Option<&mut Visible>, h: &Health| seen.push(if v.is_some() {
        h.0 * 10
    } else {
        h.0
    }));
    assert_eq!(seen, [1, 10, 2]);
    assert_eq!(world.query::<&Visible>().chunks().map(|(_, tags)| tags.len()).sum::<usize>(), 1);
    Ok(())
}

#[test]
fn sixteen_parameters_work_together() -> laige::Result<()> {
    use crate::registration::{Nth, register_many};
    let mut world = World::new(Options::with_capacity(4))?;
    register_many(&mut world, 16)?;
    let entity = world.spawn((
        Nth::<0>(0),
        Nth::<1>(1),
        Nth::<2>(2),
        Nth::<3>(3),
        Nth::<4>(4),
        Nth::<5>(5),
        Nth::<6>(6),
    ))?;
    world.insert(entity, (Nth::<7>(7), Nth::<9>(9), Nth::<11>(11)))?;
    let mut sum = 0;
    query!(world, |e: Entity,
                   a: &Nth<0>,
                   b: &mut Nth<1>,
                   c: &Nth<2>,
                   d: &mut Nth<3>,
                   f: &Nth<4>,
                   g: Option<&mut Nth<5>>,
                   h: Option<&Nth<6>>,
                   i: Option<&mut Nth<7>>,
                   j: Option<&Nth<8>>,
                   k: Option<&Nth<9>>,
                   l: Option<&Nth<10>>,
                   m: &Nth<11>,
                   _: With<Nth<0>>,
                   _: Without<Nth<12>>,
                   _: Without<Nth<15>>| {
        assert_eq!((e, j.is_none(), l.is_none()), (entity, true, true));
        sum += a.0 + b.0 + c.0 + d.0 + f.0 + m.0;
        sum += [g.map(|g| g.0), h.map(|h| h.0), i.map(|i| i.0), k.map(|k| k.0)]
            .into_iter()
            .flatten()
            .sum::<u16>();
    });
    // All but 8, 10 and what is above 11.
    assert_eq!(sum, (0..=11).sum::<u16>() - 8 - 10);
    Ok(())
}

#[test]
fn bare_term_is_a_query() -> laige::Result<()> {
    let mut world = world(4);
    let entity = world.spawn((Health(3), Score(4)))?;
    world.query_mut::<&mut Health>().for_each(|health| health.0 += 1);
    assert_eq!(world.query::<&Health>().iter().map(|health| health.0).collect::<Vec<_>>(), [4]);
    assert_eq!(world.query::<Entity>().iter().collect::<Vec<_>>(), [entity]);
    assert_eq!(world.query::<Option<&Pos>>().iter().collect::<Vec<_>>(), [None]);
    assert_eq!(
        world
            .query_mut::<Option<&mut Score>>()
            .iter()
            .map(|score| score.map(|s| s.0))
            .collect::<Vec<_>>(),
        [Some(4)]
    );
    assert_eq!(world.query::<With<Score>>().iter().count(), 1);
    Ok(())
}

#[test]
fn query_of_no_terms_shows_every_entity_once() -> laige::Result<()> {
    let mut world = world(4);
    assert_eq!(world.query::<()>().count(), 0);
    world.spawn_empty()?;
    world.spawn((POS,))?;
    let mut visits = 0;
    world.query::<()>().for_each(|()| visits += 1);
    assert_eq!(
        (visits, world.query::<()>().count(), world.query_mut::<()>().iter().len()),
        (2, 2, 2)
    );
    Ok(())
}

#[test]
fn patterns_of_parameters_are_the_user_s() -> laige::Result<()> {
    let mut world = world(4);
    world.spawn((POS, VEL, Health(1)))?;
    let mut seen = Vec::new();
    query!(world, |Pos { x, y }: &mut Pos,
                   &Vel { x: dx, .. }: &Vel,
                   mut health: &Health,
                   #[cfg(any())] gone: &Score| {
        *x += dx;
        *y = 0.0;
        if health.0 == 1 {
            health = &Health(9);
        }
        seen.push((*x, *y, health.0));
    });
    assert_eq!(seen, [(4.0, 0.0, 9)]);
    Ok(())
}

#[test]
fn queries_nest_on_a_shared_world() -> laige::Result<()> {
    let mut world = world(4);
    for i in 0..3 {
        world.spawn((Health(i),))?;
    }
    let mut pairs = Vec::new();
    query!(world, |a: &Health| query!(world, |b: &Health| pairs.push((a.0, b.0))));
    assert_eq!(pairs, [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)]);
    Ok(())
}
