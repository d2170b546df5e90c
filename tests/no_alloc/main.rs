//! `assert_no_alloc`: code that calls the allocator is named, code that does not is let through, and nothing else is seen.

use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};

use laige::prelude::*;
use laige::testing::{CountingAllocator, assert_no_alloc, count_allocs};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

/// What `assert_no_alloc` says of a closure.
fn complaint<R>(run: impl FnOnce() -> R) -> String {
    let panicked = catch_unwind(AssertUnwindSafe(|| drop(assert_no_alloc(run))));
    let payload = panicked.expect_err("it calls the allocator");
    *payload.downcast::<String>().expect("a formatted message")
}

#[inline(never)]
fn makes_a_box() -> Box<[u8; 48]> {
    black_box(Box::new(black_box([0; 48])))
}

#[inline(never)]
fn grows(numbers: &mut Vec<u64>) {
    numbers.reserve_exact(100);
    // Not the last call, which would leave this function out of the backtrace.
    black_box(numbers.len());
}

#[test]
fn code_without_allocations_is_let_through_with_its_result() {
    let mut numbers = vec![3, 1, 2];
    let most = assert_no_alloc(|| {
        numbers.sort_unstable();
        numbers.pop()
    });
    assert_eq!(most, Some(3));
}

#[test]
fn first_call_is_named_with_its_function_and_line() {
    let said = complaint(|| (makes_a_box(), makes_a_box()));
    assert!(
        said.contains("the allocator was called 2 times, first to allocate 48 bytes in "),
        "{said}"
    );
    assert!(said.contains("makes_a_box at ") && said.contains("no_alloc/main.rs:"), "{said}");
    let mut numbers = vec![1];
    let said = complaint(|| grows(&mut numbers));
    assert!(said.contains("called once, first to grow or shrink to 808 bytes in "), "{said}");
    assert!(said.contains("grows at "), "{said}");
}

#[test]
fn freeing_is_a_call_as_well() {
    let boxed = makes_a_box();
    let said = complaint(move || drop(boxed));
    assert!(said.contains("called once, first to free 48 bytes in "), "{said}");
}

#[test]
fn other_threads_are_not_seen() {
    let (go, gone) = (std::sync::Barrier::new(2), std::sync::Barrier::new(2));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            go.wait();
            drop(makes_a_box());
            gone.wait();
        });
        assert_no_alloc(|| {
            go.wait();
            gone.wait();
        });
    });
}

#[test]
fn panic_of_the_closure_passes_and_ends_the_watch() {
    let panicked = catch_unwind(|| assert_no_alloc(|| std::panic::panic_any(7_u8)));
    assert_eq!(panicked.expect_err("it panics").downcast_ref::<u8>(), Some(&7));
    let (calls, ()) = count_allocs(|| ());
    assert_eq!(calls, 0);
    drop(makes_a_box());
}

#[test]
fn calls_are_counted() {
    assert_eq!(count_allocs(makes_a_box).0, 1);
    assert_eq!(count_allocs(|| drop(makes_a_box())).0, 2);
    // The outer count does not see what an inner one saw.
    let (outer, inner) = count_allocs(|| count_allocs(|| drop(makes_a_box())).0);
    assert_eq!((outer, inner), (0, 2));
}

#[component]
struct Pos(f32);

#[test]
fn steady_world_is_let_through_and_a_growing_one_is_not() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(5_000))?;
    world.register::<Pos>()?;
    world.spawn_batch((0..100_u8).map(|i| Pos(i.into())))?;
    let tick = |world: &mut World| {
        query!(world, |p: &mut Pos| p.0 += 1.0);
        world.begin_frame();
    };
    tick(&mut world);
    assert_no_alloc(|| tick(&mut world));
    let said = complaint(|| world.spawn_batch((0..3_000_u16).map(|i| Pos(i.into()))).is_ok());
    assert!(said.contains("first to "), "{said}");
    Ok(())
}

#[cfg(feature = "rayon")]
#[test]
fn a_buffer_that_is_divided_among_chunks_allocates_nothing_once_it_is_warm() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(5_000))?;
    world.spawn_batch([(); 4_000])?;
    let mut commands = world.commands();
    let pool = rayon_core::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let mut frame = || {
        world.query::<Entity>().par_for_each_with(&mut commands, |commands, who| {
            commands.despawn(who);
            commands.spawn_empty();
        });
        assert!(world.apply(&mut commands).is_complete());
    };
    pool.install(|| {
        for _ in 0..3 {
            frame();
        }
        assert_no_alloc(|| (0..100).for_each(|_| frame()));
    });
    Ok(())
}
