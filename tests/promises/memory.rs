//! Memory: nothing is asked for that has no bytes, and nothing large goes over the stack. What counts calls of the allocator is in
//! `allocations/`.
//!
//! Cases U07 (capacity 0, tags, empty archetypes) and U10 (high alignment after growth). Large values on a small stack are with the oracle.

use laige::prelude::*;

use crate::registration::{Nth, register_many};
use crate::scene::{MANY, Visible, audited, world};

#[component]
#[repr(C, align(64))]
#[derive(Debug, PartialEq)]
struct Wide([u64; 8]);

#[test]
fn worlds_without_rows_come_and_go() -> laige::Result<()> {
    drop(World::new(Options::with_capacity(0))?);
    drop(world(0));
    let mut tags = world(3);
    tags.spawn_batch([(Visible,); 3])?;
    tags.clear();
    tags.spawn((Visible,))?;
    drop(tags);
    let mut empty = world(3);
    let entity = empty.spawn((Visible,))?;
    empty.remove::<Visible>(entity)?;
    empty.settle();
    audited(&empty);
    Ok(())
}

/// Fails unless every component lies at a multiple of its alignment.
fn check_alignment(world: &World) {
    query!(world, |w: &Wide, n: &Nth<0>| {
        assert!(
            std::ptr::from_ref(w).addr().is_multiple_of(64)
                && std::ptr::from_ref(n).addr().is_multiple_of(2)
        );
        assert_eq!(w.0, [u64::from(n.0); 8]);
    });
}

#[test]
fn high_alignment_is_kept_through_growth_and_moves() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(MANY as u32))?;
    world.register_all::<(Nth<1>, Nth<0>, Wide, Visible)>()?;
    let mut all = Vec::new();
    for i in 0..MANY as u16 {
        all.push(world.spawn((Nth::<0>(i), Wide([i.into(); 8])))?);
        if i % 100 == 0 {
            check_alignment(&world);
        }
    }
    for &entity in all.iter().step_by(3) {
        world.insert(entity, Nth::<1>(1))?;
    }
    check_alignment(&world);
    world.settle();
    check_alignment(&world);
    audited(&world);
    Ok(())
}

/// Runs on a thread with 512 KiB of stack.
fn on_a_small_stack<R: Send>(run: impl FnOnce() -> R + Send) -> R {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(512 * 1_024).spawn_scoped(scope, run);
        thread.expect("the thread starts").join().expect("it does not panic")
    })
}

#[test]
fn world_moves_as_a_handful_of_bytes() {
    assert!(size_of::<World>() <= 4_096, "{}", size_of::<World>());
    on_a_small_stack(|| {
        let mut worlds: Vec<World> = (0..20).map(|_| world(100)).collect();
        worlds.rotate_left(7);
        register_many(&mut worlds[0], 5).expect("there is room");
    });
}
