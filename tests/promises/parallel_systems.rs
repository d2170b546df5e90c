//! Systems side by side: the state after every tick is the same on 1, 2, 3 and 8 threads, whatever systems touch, draw, queue and keep. On one
//! thread they run as without the feature `rayon`.
//!
//! Case H21 in part (commands that are queued side by side keep a defined order on any number of threads).
//!
//! Schedules are generated: which systems, in which lists, stages and order, follows from a seed.
#![expect(non_camel_case_types, reason = "a system has the name of its function")]

use laige::prelude::*;
use laige::{Digest, Input, Local, Schedule, ScheduleError, SystemsAdded, Tick};
use rayon_core::ThreadPool;

use crate::systems::system;

#[component]
struct A(u32);

#[component]
struct B(u32);

#[component]
struct C(u32);

#[component]
struct Link(Entity);

#[component]
struct Extra(u32);

#[resource(id = "left")]
struct Left {
    sum: u32,
}

#[resource(id = "right")]
struct Right {
    sum: u32,
}

/// What comes of two numbers, in this order.
fn mix(a: u32, b: u32) -> u32 {
    a.wrapping_mul(31).wrapping_add(b) ^ (a >> 7)
}

system!(a_by_b, (Query<(&mut A, &B)>,), |mut q: Query<(&mut A, &B)>| q
    .for_each(|(a, b)| a.0 = mix(a.0, b.0)));
system!(b_by_a, (Query<(&mut B, &A)>,), |mut q: Query<(&mut B, &A)>| q
    .for_each(|(b, a)| b.0 = mix(b.0, a.0)));
system!(c_by_all, (Query<(&mut C, Option<&A>, Option<&B>)>,), |mut q: Query<(
    &mut C,
    Option<&A>,
    Option<&B>
)>| {
    q.for_each(|(c, a, b)| c.0 = mix(c.0, a.map_or(1, |a| a.0) ^ b.map_or(2, |b| b.0)));
});
system!(draw_a, (Query<&mut A>, &mut Prng), |mut q: Query<&mut A>, rng: &mut Prng| {
    q.for_each(|a| a.0 = mix(a.0, rng.next_range(0, 100) as u32));
});
system!(draw_c, (&mut Prng, Query<&mut C>), |rng: &mut Prng, mut q: Query<&mut C>| {
    q.for_each(|c| c.0 = mix(c.0, rng.next_u64() as u32));
});
system!(fold_left, (Query<&A>, ResMut<Left>), |q: Query<&A>, mut left: ResMut<Left>| {
    q.for_each(|a| left.sum = mix(left.sum, a.0));
});
system!(
    fold_right,
    (Query<(&B, &C)>, ResMut<Right>),
    |q: Query<(&B, &C)>, mut right: ResMut<Right>| {
        q.for_each(|(b, c)| right.sum = mix(right.sum, b.0 ^ c.0));
    }
);
system!(spread_left, (Query<&mut B>, Res<Left>), |mut q: Query<&mut B>, left: Res<Left>| {
    q.for_each(|b| b.0 = mix(b.0, left.sum));
});
system!(
    both_sums,
    (ResMut<Left>, Res<Right>, Tick),
    |mut left: ResMut<Left>, right: Res<Right>, Tick(tick): Tick| {
        left.sum = mix(left.sum, right.sum ^ tick as u32);
    }
);
system!(by_input, (Input, ResMut<Right>), |input: Input, mut right: ResMut<Right>| {
    for &byte in input.iter() {
        right.sum = mix(right.sum, byte.into());
    }
});
system!(spawn_some, (&mut Commands, &mut Prng), |commands: &mut Commands, rng: &mut Prng| {
    for _ in 0..rng.next_range(0, 4) {
        let first = commands.spawn((A(rng.next_u64() as u32), B(3)));
        commands.spawn((C(rng.next_u64() as u32), Link(first)));
    }
});
system!(
    spawn_by_chunk,
    (Query<(Entity, &A)>, &mut Commands, &mut Prng),
    |q: Query<(Entity, &A)>, commands: &mut Commands, rng: &mut Prng| {
        q.par_for_each_with((commands, rng), |(commands, rng), (e, a)| {
            if rng.next_range(0, 40) == 0 {
                commands.spawn((B(a.0), Link(e)));
            }
        });
    }
);
system!(mix_by_chunk, (Query<&mut C>, &mut Prng), |mut q: Query<&mut C>, rng: &mut Prng| {
    q.par_for_each_with(rng, |rng, c| c.0 = mix(c.0, rng.next_u64() as u32));
});
system!(
    despawn_linked,
    (Query<&Link>, &mut Commands, &mut Prng),
    |q: Query<&Link>, commands: &mut Commands, rng: &mut Prng| {
        q.for_each(|link| {
            if !link.0.is_none() && rng.next_range(0, 8) == 0 {
                commands.despawn(link.0);
            }
        });
    }
);
system!(
    despawn_by_value,
    (Query<(Entity, &B)>, &mut Commands),
    |q: Query<(Entity, &B)>, commands: &mut Commands| {
        q.for_each(|(e, b)| {
            if b.0 % 23 == 0 {
                commands.despawn(e);
            }
        });
    }
);
system!(relink, (Query<(Entity, &mut Link)>,), |mut q: Query<(Entity, &mut Link)>| {
    let mut before = Entity::NONE;
    q.for_each(|(e, link)| {
        link.0 = before;
        before = e;
    });
});
system!(
    grow,
    (Query<(Entity, &A, Without<Extra>)>, &mut Commands),
    |q: Query<(Entity, &A, Without<Extra>)>, commands: &mut Commands| {
        q.for_each(|(e, a, _)| {
            if a.0 % 5 == 0 {
                commands.insert(e, Extra(a.0));
            }
        });
    }
);
system!(
    shrink,
    (Query<(Entity, &Extra)>, &mut Commands),
    |q: Query<(Entity, &Extra)>, commands: &mut Commands| {
        q.for_each(|(e, extra)| {
            if extra.0 % 3 == 0 {
                commands.remove::<Extra>(e);
            }
        });
    }
);
system!(
    remember,
    (Query<&C>, Local<u32>, ResMut<Left>),
    |q: Query<&C>, mut kept: Local<u32>, mut left: ResMut<Left>| {
        q.for_each(|c| *kept = mix(*kept, c.0));
        left.sum ^= *kept;
    }
);
system!(
    look_around,
    (&World, &mut Commands, Local<u32>),
    |world: &World, commands: &mut Commands, mut kept: Local<u32>| {
        *kept = mix(*kept, world.entity_count());
        if let Some(first) = world.entities().nth(*kept as usize % 50) {
            commands.insert(first, C(*kept));
        }
    }
);
system!(turn_over, (&mut World, Tick), |world: &mut World, Tick(tick): Tick| {
    let first = world.entities().nth(tick as usize);
    if let Some(first) = first {
        world.insert(first, Extra(tick as u32)).expect("it is alive");
    }
});

type Add = for<'w> fn(&'w mut World) -> Result<SystemsAdded<'w>, ScheduleError>;

/// All of them, with their names.
const ALL: [(&str, Add); 22] = {
    macro_rules! all {
        ($($name:ident)*) => { [$((stringify!($name), World::register_system::<$name> as Add),)*] };
    }
    all!(a_by_b b_by_a c_by_all draw_a draw_c fold_left fold_right spread_left both_sums by_input spawn_some
        spawn_by_chunk mix_by_chunk despawn_linked despawn_by_value relink grow shrink remember look_around turn_over
        pairs)
};

system!(
    pairs,
    (ResMut<Right>, Query<&A>, Query<&B>),
    |mut right: ResMut<Right>, a: Query<&A>, b: Query<&B>| {
        right.sum = mix(right.sum, (a.count() * 1_000 + b.count()) as u32);
    }
);

/// A world with some of the systems, in some order, in some stages, and its schedule.
fn generated(seed: u64) -> (World, Schedule) {
    let mut rng = Prng::new(seed);
    let options = Options::with_capacity(400).seed(seed).order_by_registration(true);
    let mut world = World::new(options).expect("a world");
    world.register_all::<(A, B, C, Link, Extra)>().expect("components");
    world.insert_resource(Left { sum: 1 });
    world.insert_resource(Right { sum: 2 });
    let mut before = Entity::NONE;
    for i in 0..rng.next_range(30, 90) as u32 {
        let spawned = match rng.next_range(0, 4) {
            0 => world.spawn((A(i), B(i * 7))),
            1 => world.spawn((A(i), C(i))),
            2 => world.spawn((A(i), B(1), C(i), Link(before))),
            _ => world.spawn((B(i), Link(before))),
        };
        before = spawned.expect("room");
    }
    let mut places: Vec<usize> = (0..ALL.len()).collect();
    let count = rng.next_range(5, ALL.len() as u64 + 1) as usize;
    for at in 0..count {
        places.swap(at, rng.next_range(at as u64, ALL.len() as u64) as usize);
    }
    for at in 0..count {
        let mut added = ALL[places[at]].1(&mut world).expect("a system");
        let stage = ["", "", "middle", "late"][rng.next_range(0, 4) as usize];
        added = added.in_stage(stage).every(rng.next_range(1, 3));
        if at > 0 && rng.next_range(0, 3) == 0 {
            let before = ALL[places[rng.next_range(0, at as u64) as usize]].0;
            added.after_named(before);
        }
    }
    match world.schedule() {
        Ok(schedule) => (world, schedule),
        // It was to come after one of a later stage.
        Err(ScheduleError::StageOrder { .. }) => generated(seed.wrapping_add(1_000_003)),
        Err(error) => panic!("{error}"),
    }
}

/// The digest after each tick, and how many commands were refused.
fn run(seed: u64, ticks: u8) -> Vec<(Digest, usize)> {
    let (mut world, schedule) = generated(seed);
    let mut told = Vec::new();
    for tick in 0..ticks {
        let report = world.run_with_input(&schedule, &[tick, seed as u8]).expect("a tick");
        let refused = report.refused().len();
        told.push((world.digest(), refused));
    }
    crate::scene::audited(&world);
    told
}

fn pools() -> Vec<ThreadPool> {
    let pool = |threads| rayon_core::ThreadPoolBuilder::new().num_threads(threads).build();
    [1, 2, 3, 8].map(|threads| pool(threads).expect("threads")).into()
}

#[test]
fn two_hundred_schedules_come_to_the_same_on_any_number_of_threads() {
    let pools = pools();
    let (mut digests, mut refused) = (Vec::new(), 0);
    for seed in 0..200 {
        let [one, others @ ..] = &pools[..] else { panic!("there are four") };
        let expected = one.install(|| run(seed, 4));
        for pool in others {
            let threads = pool.current_num_threads();
            assert_eq!(pool.install(|| run(seed, 4)), expected, "seed {seed}, {threads} threads");
        }
        refused += expected.iter().map(|(_, refused)| refused).sum::<usize>();
        digests.extend(expected.into_iter().map(|(digest, _)| digest));
    }
    assert!(refused > 100, "the scenes have commands that come too late: {refused}");
    digests.sort_unstable();
    digests.dedup();
    assert_eq!(digests.len(), 800, "every tick of every scene does something");
}

#[test]
fn systems_that_do_not_conflict_do_run_at_the_same_time() {
    use std::sync::Barrier;

    // Each waits for the other: one after the other they would wait for ever.
    static MET: Barrier = Barrier::new(2);
    system!(here, (Query<&mut A>,), |_: Query<&mut A>| {
        MET.wait();
    });
    system!(there, (Query<&mut B>, Query<&C>), |_: Query<&mut B>, _: Query<&C>| {
        MET.wait();
    });
    let mut world = World::new(Options::with_capacity(4)).expect("a world");
    world.register_all::<(A, B, C)>().expect("components");
    world.add_systems::<(here, there)>().expect("two systems");
    let schedule = world.schedule().expect("a schedule");
    pools()[1].install(|| world.run(&schedule).map(drop)).expect("a tick");
}

#[test]
fn a_panic_beside_others_leaves_a_valid_world() {
    system!(boom, (Query<&A>,), |_: Query<&A>| panic!("boom"));
    for pool in pools() {
        let (mut world, _) = generated(5);
        world.register_system::<boom>().expect("a system");
        let schedule = world.schedule().expect("a schedule");
        let systems = world.system_names().len();
        let run = std::panic::AssertUnwindSafe(|| world.run(&schedule).map(drop));
        assert!(pool.install(|| std::panic::catch_unwind(run)).is_err());
        crate::scene::audited(&world);
        assert_eq!((world.tick(), world.system_names().len()), (0, systems));
        world.set_system_enabled::<boom>(false).expect("it is there");
        pool.install(|| world.run(&schedule).map(drop)).expect("a tick");
    }
}
