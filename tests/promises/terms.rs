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
fn has_tells_whether_a_component_is_there_without_borrowing_it() -> laige::Result<()> {
    let mut world = world(4);
    let (both, one) = (world.spawn((POS, Health(1)))?, world.spawn((Health(2),))?);
    let mut seen = Vec::new();
    // Beside a term that writes the same component.
    query!(world, |e: Entity,
                   has: Has<Pos>,
                   health: &mut Health,
                   healthy: Has<Health>,
                   p: Option<&mut Pos>| {
        health.0 += i32::from(*has) * 10;
        seen.push((e, *has, p.is_some(), *healthy));
    });
    assert_eq!(seen, [(both, true, true, true), (one, false, false, true)]);
    assert_eq!((world.get(both), world.get(one)), (Some(&Health(11)), Some(&Health(2))));
    let all: Vec<bool> = world.query::<Has<Pos>>().iter().map(|has| *has).collect();
    assert_eq!(all, [true, false]);
    Ok(())
}

#[test]
fn any_of_writes_those_that_are_there() -> laige::Result<()> {
    let mut world = world(8);
    let pos = world.spawn((POS,))?;
    world.spawn((Score(7),))?;
    let vel = world.spawn((VEL, Visible))?;
    let all = world.spawn((POS, Health(3), VEL))?;
    let mut seen = Vec::new();
    query!(world, |e: Entity,
                   AnyOf((p, v, h)): AnyOf<(&mut Pos, &mut Vel, &Health)>,
                   s: Option<&Score>| {
        assert!(s.is_none());
        seen.push((e, p.is_some(), v.is_some(), h.copied()));
        if let Some(p) = p {
            p.x += 10.0;
        }
        if let Some(v) = v {
            v.y = 0.0;
        }
    });
    assert_eq!(
        seen,
        [(pos, true, false, None), (vel, false, true, None), (all, true, true, Some(Health(3)))]
    );
    assert_eq!(
        (world.get(pos), world.get(all)),
        (Some(&Pos { x: 11.0, y: 2.0 }), Some(&Pos { x: 11.0, y: 2.0 }))
    );
    assert_eq!(
        (world.get(vel), world.get(all)),
        (Some(&Vel { x: 3.0, y: 0.0 }), Some(&Vel { x: 3.0, y: 0.0 }))
    );
    // In runs, each member is a slice.
    let mut runs = Vec::new();
    world.query_mut::<AnyOf<(&mut Pos, &Visible)>>().chunks().for_each(|(_, AnyOf((p, tag)))| {
        runs.push((p.map(|p| p.len()), tag.map(<[_]>::len)));
    });
    assert_eq!(runs, [(Some(1), None), (None, Some(1)), (Some(1), None)]);
    Ok(())
}

#[test]
fn sixteen_members_of_any_of_work_together() -> laige::Result<()> {
    use crate::registration::{Nth, register_many};
    type Sixteen<'a> = AnyOf<(
        &'a Nth<0>,
        &'a Nth<1>,
        &'a Nth<2>,
        &'a Nth<3>,
        &'a Nth<4>,
        &'a Nth<5>,
        &'a Nth<6>,
        &'a Nth<7>,
        &'a Nth<8>,
        &'a Nth<9>,
        &'a Nth<10>,
        &'a Nth<11>,
        &'a Nth<12>,
        &'a Nth<13>,
        &'a Nth<14>,
        &'a Nth<15>,
    )>;
    let mut world = World::new(Options::with_capacity(4))?;
    register_many(&mut world, 17)?;
    world.spawn((Nth::<16>(16),))?;
    world.spawn((Nth::<15>(15), Nth::<16>(16)))?;
    world.spawn((Nth::<0>(0), Nth::<7>(7)))?;
    let mut seen = Vec::new();
    query!(world, |any: Sixteen<'_>| {
        let first = any.0.0.map(|nth| nth.0);
        seen.push((first, any.0.7.map(|nth| nth.0), any.0.15.map(|nth| nth.0)));
    });
    assert_eq!(seen, [(None, None, Some(15)), (Some(0), Some(7), None)]);
    Ok(())
}

/// A second tag.
#[component]
struct Marked;

#[test]
fn tag_stands_anywhere_in_a_bundle_and_takes_no_place() -> laige::Result<()> {
    let mut world = world(8);
    world.register::<Marked>()?;
    world.spawn((Visible, Health(1), Score(10)))?;
    world.spawn((Health(2), Visible, Score(20)))?;
    world.spawn((Health(3), Score(30), Visible))?;
    world.spawn((Health(4), Score(40)))?;
    let mut seen = Vec::new();
    query!(world, |h: &Health, _: &Visible, s: &mut Score| {
        s.0 += 1;
        seen.push((h.0, s.0));
    });
    assert_eq!(seen, [(1, 11), (2, 21), (3, 31)]);
    assert_eq!(world.archetype_count(), 2);
    assert_eq!(
        world
            .query::<(&Score, Option<&Visible>)>()
            .iter()
            .map(|(s, tag)| (s.0, tag.is_some()))
            .collect::<Vec<_>>(),
        [(11, true), (21, true), (31, true), (40, false)]
    );
    Ok(())
}

#[test]
fn archetype_of_tags_alone_is_visited_like_any_other() -> laige::Result<()> {
    let mut world = world(1_000);
    world.register::<Marked>()?;
    let all = world.spawn_batch([(Visible, Marked); 300])?.to_vec();
    let one = world.spawn(Marked)?;
    for &entity in all.iter().step_by(2) {
        world.remove::<Visible>(entity)?;
    }
    let mut marked: Vec<Entity> = all.iter().copied().step_by(2).collect();
    marked.push(one);
    for _ in 0..2 {
        let odd: Vec<Entity> = all.iter().copied().skip(1).step_by(2).collect();
        let shown = |query: Vec<Entity>, expected: &[Entity]| assert_eq!(query, expected);
        shown(world.query::<(Entity, &Visible, &Marked)>().iter().map(|row| row.0).collect(), &odd);
        shown(
            world.query::<(Entity, &Marked, Without<Visible>)>().iter().map(|row| row.0).collect(),
            &marked,
        );
        let tags = world
            .query::<(&Marked, Option<&Visible>)>()
            .chunks()
            .map(|(entities, (marked, visible))| {
                assert_eq!(
                    (marked.len(), visible.map_or(entities.len(), <[_]>::len)),
                    (entities.len(), entities.len())
                );
                entities.len()
            })
            .sum::<usize>();
        assert_eq!(tags, 301);
        assert!(
            world.query::<&Marked>().get(one).is_some()
                && world.query::<&Visible>().get(one).is_none()
        );
        world.settle();
    }
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
