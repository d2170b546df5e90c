//! Known answers: scenes of the reference engine whose outcome is published.

use laige::ReadTerms;
use laige::prelude::*;

use crate::scene::audited;

#[component]
struct A(i32);
#[component]
struct B(i32);
#[component]
struct C(i32);

/// The scene of the published visit order: 16 entities, entity i in slot 19 - i.
fn visit_order_scene(interleaved: bool) -> laige::Result<World> {
    let mut world = World::new(Options::reference(20))?;
    world.register_all::<(A, B, C)>()?;
    let entities: Vec<Entity> =
        (0..16).map(|_| world.spawn_empty()).collect::<laige::Result<_>>()?;
    // The steps of one entity, in their order; one entity after the other, or all of them side by side.
    let steps = if interleaved { 6 } else { 1 };
    for turn in 0..steps {
        for (i, &entity) in (0..).zip(&entities) {
            for step in (0..6).filter(|step| !interleaved || *step == turn) {
                act(&mut world, entity, i, step)?;
            }
        }
    }
    for i in [2, 7, 12] {
        world.despawn(entities[i])?;
    }
    Ok(world)
}

fn act(world: &mut World, entity: Entity, i: i32, step: u32) -> laige::Result<()> {
    match (i % 2, step) {
        (_, 0) => world.insert(entity, A(100 * i + 1)),
        (_, 1) | (1, 3) => world.insert(entity, B(100 * i + 2)),
        (1, 2) | (0, 4) => world.remove::<B>(entity).map(drop),
        (0, 2) => world.insert(entity, C(100 * i + 3)),
        (0, 3) => world.remove::<C>(entity).map(drop),
        (_, 5) if i == 4 => world.remove::<A>(entity).map(drop),
        _ => Ok(()),
    }
}

/// What a query visits: slot, colon, the values of `A` and `B`.
fn visits<Q: ReadTerms>(world: &World) -> String {
    let entities: Vec<Entity> =
        world.query::<Q>().chunks().flat_map(|(entities, _)| entities).copied().collect();
    tell(world, entities)
}

fn tell(world: &World, entities: impl IntoIterator<Item = Entity>) -> String {
    let tell = |entity| {
        let values = [
            world.get::<A>(entity).map(|a| a.0),
            world.get::<B>(entity).map(|b| b.0),
            world.get::<C>(entity).map(|c| c.0),
        ];
        let values: Vec<String> =
            values.into_iter().flatten().map(|value| value.to_string()).collect();
        format!(
            "{}:{}",
            world.slot_of(entity),
            if values.is_empty() { "none".into() } else { values.join(",") }
        )
    };
    entities.into_iter().map(tell).collect::<Vec<_>>().join(" ")
}

#[test]
fn visit_order_is_the_published_one() -> laige::Result<()> {
    for interleaved in [false, true] {
        let mut world = visit_order_scene(interleaved)?;
        for _ in 0..2 {
            let every = "4:1501,1502 5:1401 6:1301,1302 8:1101,1102 9:1001 10:901,902 11:801 13:601 14:501,502 15:none \
                         16:301,302 18:101,102 19:1";
            assert_eq!(tell(&world, world.entities()), every);
            let both =
                "4:1501,1502 6:1301,1302 8:1101,1102 10:901,902 14:501,502 16:301,302 18:101,102";
            let single = "5:1401 9:1001 11:801 13:601 19:1";
            assert_eq!(visits::<&A>(&world), format!("{single} {both}"));
            assert_eq!(visits::<(&A, &B)>(&world), both);
            assert_eq!(visits::<&B>(&world), both);
            assert_eq!(visits::<&C>(&world), "");
            // Rows lie loose at first, and settled then.
            world.settle();
        }
        let signatures: Vec<Vec<u32>> = world
            .archetypes()
            .map(|archetype| archetype.signature().iter().map(|id| id.get()).collect())
            .collect();
        assert_eq!(signatures, [vec![], vec![1], vec![1, 2], vec![1, 2, 3]]);
        assert_eq!(world.entity_count(), 13);
        assert!(world.entities().all(|entity| world.generation_of(entity) == 1));
        audited(&world);
    }
    Ok(())
}

#[component]
struct Flag(u32);

/// 10,000 entities; every one once, in any order, gains and loses a component: the window of the published churn constant.
#[test]
fn churn_window_reserves_nothing_and_grows_nothing() -> laige::Result<()> {
    let mut world = World::new(Options::reference(10_000))?;
    world.register_all::<(A, B, Flag)>()?;
    let all = world.spawn_batch(vec![(A(1), B(2)); 10_000])?.to_vec();
    all.iter().try_for_each(|&entity| world.insert(entity, Flag(1)))?;
    all.iter().try_for_each(|&entity| world.remove::<Flag>(entity).map(drop))?;
    world.begin_frame();
    let before = world.archetype_stats();
    for i in 0..10_000 {
        // 7,919 is prime: every entity once, in another order.
        let entity = all[i * 7_919 % 10_000];
        world.insert(entity, Flag(2))?;
        world.remove::<Flag>(entity)?;
    }
    let after = world.archetype_stats();
    assert_eq!(
        (after.total_growths, after.total_reservations),
        (before.total_growths, before.total_reservations)
    );
    assert_eq!((after.total_inserts, after.total_removes), (20_000, 20_000));
    // Rows really moved: there and back.
    assert_eq!(after.total_rows_moved - before.total_rows_moved, 20_000);
    audited(&world);
    Ok(())
}

mod stress {
    use laige::prelude::*;

    #[component]
    pub(super) struct Pos(i32, i32);
    #[component]
    pub(super) struct Vel(i64);
    #[component]
    pub(super) struct Flag(i32);
    #[component]
    pub(super) struct Quad([i32; 4]);
    #[component]
    pub(super) struct Pair([i16; 4]);
    #[component]
    pub(super) struct Tag(pub(super) u32);

    pub(super) const ENTITIES: i32 = 10_000;

    /// The scene as it is published, with the permutation in which entities are picked.
    pub(super) fn scene() -> laige::Result<(World, Vec<Entity>)> {
        let mut world = World::new(Options::reference(10_000).seed(0x1F05_5EED))?;
        world.register_all::<(Pos, Vel, Flag, Quad, Pair, Tag)>()?;
        let mut entities = Vec::new();
        for i in 0..ENTITIES {
            let entity = world.spawn_empty()?;
            world.insert(entity, Pos(i, -i))?;
            match i % 4 {
                0 => world.insert(entity, Vel(i.into()))?,
                1 => {
                    world.insert(entity, Vel(i.into()))?;
                    world.insert(entity, Flag(i))?;
                }
                2 => world.insert(entity, Quad([i; 4]))?,
                _ => {
                    let small = |n: i32| n as i16;
                    world.insert(
                        entity,
                        Pair([small(i), small(i % 100), small(i % 50), small(i % 25)]),
                    )?;
                }
            }
            entities.push(entity);
        }
        let mut dice = Prng::substream(0x1F05_5EED, 1_008);
        for i in (2..=10_000).rev() {
            let j = dice.next_range(0, i) as usize;
            entities.swap(i as usize - 1, j);
        }
        Ok((world, entities))
    }
}

#[test]
fn stress_scene_has_the_published_counts() -> laige::Result<()> {
    use stress::{Pos, Tag};
    let (mut world, picks) = stress::scene()?;
    let mut cursor = picks.iter().copied().cycle();
    let (mut visits, mut peak, mut warm, mut reserved) = (0, 0, None, 0);
    for frame in 0..10_700 {
        if frame == 700 {
            warm = Some(world.archetype_stats());
            (visits, peak) = (0, 0);
        }
        // The picks come back every 625 frames, so by now every chunk was as full as it ever gets.
        if frame == 1_400 {
            reserved = world.archetype_stats().total_reservations;
        }
        world.begin_frame();
        for entity in cursor.by_ref().take(64) {
            if !world.has::<Tag>(entity) {
                world.insert(entity, Tag(frame))?;
            }
        }
        for entity in cursor.by_ref().take(64) {
            if world.has::<Tag>(entity) {
                world.remove::<Tag>(entity)?;
            }
        }
        let mut now = 0;
        query!(world, |e: Entity, _: &Pos, _: &Tag| now += usize::from(!e.is_none()));
        visits += now;
        peak = peak.max(now);
    }
    let (before, after) = (warm.expect("frame 700 came"), world.archetype_stats());
    assert_eq!(after.total_inserts - before.total_inserts, 160_000);
    assert_eq!(after.total_removes - before.total_removes, 160_000);
    assert_eq!((visits, peak, after.archetypes), (49_920_000, 4_992, 9));
    assert_eq!(after.total_reservations, reserved);
    audited(&world);
    Ok(())
}
