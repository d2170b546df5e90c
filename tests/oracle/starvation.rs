//! Starvation: what a world does when the allocator refuses a block, at the places where little would go wrong unseen.

use laige::limits::CHUNK_ROWS;
use laige::prelude::*;
use laige::{Error, ErrorCode};

use crate::shortage;

#[component]
#[derive(Debug, PartialEq)]
struct A(u32);

/// Blocks of `A` and of `B` are of one size, so that one serves the other.
#[component]
#[derive(Debug, PartialEq)]
struct B(u32);

#[component]
#[derive(Debug, PartialEq)]
struct Large([u64; 512]);

/// More components whose blocks are of that size.
#[component]
struct Other<const N: usize>(u32);

fn world() -> laige::Result<World> {
    let mut world = World::new(Options::with_capacity(16 * CHUNK_ROWS as u32))?;
    world.register_all::<(A, B, Large)>()?;
    world.register_all::<(Other<0>, Other<1>, Other<2>, Other<3>, Other<4>, Other<5>, Other<6>, Other<7>)>()?;
    Ok(world)
}

/// Lets others take the pooled blocks that hold more than `rows` rows of `A`, where `rows` is 0 or fills a block, until there is none.
fn take_blocks(world: &mut World, rows: usize) {
    macro_rules! take {
        ($($n:literal)*) => { $(
            world.spawn_batch(vec![Other::<$n>(1); rows]).expect("there is room");
            shortage::begin(0);
            let refused = world.spawn((Other::<$n>(1),)).is_err();
            if shortage::end() && refused {
                return;
            }
        )* };
    }
    take!(0 1 2 3 4 5 6 7);
    panic!("the pool has no end");
}

fn audited(world: &World) {
    if let Err(violation) = world.audit() {
        panic!("{violation}");
    }
}

/// Runs while no block can be had.
#[track_caller]
fn starving<R>(run: impl FnOnce() -> R) -> R {
    shortage::begin(0);
    let result = run();
    assert!(shortage::end(), "nothing was refused");
    result
}

#[test]
fn slot_table_that_cannot_be_had_is_an_error() {
    let refused =
        shortage::with_nothing_large(|| World::new(Options::with_capacity(1 << 20)).err());
    // Eight bytes for each slot.
    let error = Error::OutOfMemory { bytes: 8 << 20 };
    assert_eq!((refused, error.code()), (Some(error), ErrorCode::BudgetExhausted));
    assert_eq!(error.to_string(), "could not allocate 8388608 bytes");
    let report = error.report().to_string();
    assert!(
        report.contains(
            " | give Options::with_capacity a smaller number, or free memory elsewhere | "
        ),
        "{report}"
    );
}

#[test]
fn call_on_one_entity_that_finds_no_memory_changes_nothing() -> laige::Result<()> {
    let mut world = world()?;
    let entity = world.spawn((A(1),))?;
    let count = |world: &World| {
        (world.query::<&Large>().count(), world.query::<(&A, Option<&B>)>().count())
    };
    assert_eq!(count(&world), (0, 1));
    let (before, stats) = (world.stats(), world.guardrail_stats());
    starving(|| {
        let no_memory = |error: Error| matches!(error, Error::OutOfMemory { bytes } if bytes > 0);
        assert!(world.insert(entity, Large([1; 512])).is_err_and(no_memory));
        assert!(world.insert(entity, (B(2), Large([1; 512]))).is_err_and(no_memory));
        assert!(world.spawn((Large([2; 512]),)).is_err_and(no_memory));
        assert!(world.spawn_batch([(B(1), A(2)); 3]).is_err_and(no_memory));
        assert!(world.spawn_columns(2, (&[A(1), A(2)], &[B(1), B(2)])).is_err_and(no_memory));
        assert!(world.remove::<A>(entity).is_err_and(no_memory));
        assert!(world.take::<A>(entity).is_err_and(no_memory));
        assert!(world.spawn_empty().is_err_and(no_memory));
    });
    assert_eq!((world.archetype_count(), world.entities().collect::<Vec<_>>()), (1, vec![entity]));
    assert_eq!(
        (world.stats(), world.guardrail_stats(), world.get(entity)),
        (before, stats, Some(&A(1)))
    );
    audited(&world);
    // With memory all of it works, and archetypes are born in the order of what worked.
    world.spawn((B(7),))?;
    world.insert(entity, Large([3; 512]))?;
    let sets: Vec<Vec<u32>> = world
        .archetypes()
        .map(|archetype| archetype.signature().iter().map(|id| id.get()).collect())
        .collect();
    assert_eq!(sets, [vec![], vec![1], vec![2], vec![1, 3]]);
    assert_eq!(count(&world), (1, 1));
    audited(&world);
    Ok(())
}

#[test]
fn full_range_that_gets_no_second_chunk_stays_whole() -> laige::Result<()> {
    let mut world = world()?;
    world.spawn_batch(vec![A(1); CHUNK_ROWS])?;
    // The small block that the chunk of `A` outgrew among them.
    take_blocks(&mut world, 0);
    assert!(starving(|| world.spawn((A(2),))).is_err());
    audited(&world);
    world.settle();
    audited(&world);
    assert_eq!(world.query::<&A>().count(), CHUNK_ROWS);
    world.spawn((A(2),))?;
    world.settle();
    audited(&world);
    assert_eq!(world.query::<&A>().iter().map(|a| a.0).sum::<u32>(), CHUNK_ROWS as u32 + 2);
    Ok(())
}

#[test]
fn twins_that_cannot_be_joined_for_lack_of_memory_are_joined_later() -> laige::Result<()> {
    let mut world = world()?;
    let all = world.spawn_batch(vec![A(1); 2 * CHUNK_ROWS])?.to_vec();
    // Few are left in the lower half, whose chunk gets a small block when it is settled; large ones are taken by others.
    all[20..CHUNK_ROWS].iter().try_for_each(|&entity| world.despawn(entity))?;
    world.settle();
    let many = CHUNK_ROWS / 2 + 10;
    take_blocks(&mut world, CHUNK_ROWS / 2);
    // Now both halves fit in one chunk, but only in a large block.
    all[CHUNK_ROWS..2 * CHUNK_ROWS - many].iter().try_for_each(|&entity| world.despawn(entity))?;
    let chunks =
        |world: &World| world.archetypes().nth(1).map(|archetype| archetype.chunks().len());
    starving(|| {
        world.settle();
        audited(&world);
        world.begin_frame();
        query!(world, |a: &mut A| a.0 = 2);
    });
    audited(&world);
    assert_eq!((chunks(&world), world.query::<&A>().count()), (Some(2), 20 + many));
    world.settle();
    audited(&world);
    assert_eq!((chunks(&world), world.query::<&A>().iter().all(|a| a.0 == 2)), (Some(1), true));
    Ok(())
}
