//! Systems that do nothing: what a tick costs beside what its systems do.

use std::hint::black_box;

use laige::__private::Body;
use laige::{Options, System, SystemSpec, World};

use crate::operations::measured;

const TICKS: u32 = 1_000;

/// How many runs of systems are counted: 16 in each tick.
pub(crate) const RUNS: u32 = TICKS * 16;

/// One of several systems that do nothing. Each comes after the one before, so that they share no work among threads.
struct Idle<const N: usize>;

/// What has a name for each of them.
const NAMES: &str = "a name for each of them";

impl<const N: usize> Idle<N> {
    const BEFORE: [&'static str; 1] = [NAMES.split_at(N - 1).0];
}

impl<const N: usize> System for Idle<N> {
    const NAME: &'static str = NAMES.split_at(N).0;
    const SPEC: SystemSpec =
        if N > 1 { SystemSpec::new().after(&Self::BEFORE) } else { SystemSpec::new() };

    fn body() -> Body {
        Body::of::<()>(|| {})
    }
}

/// Ticks of systems that do nothing.
pub(crate) fn idle() {
    let mut world = World::new(Options::with_capacity(1)).expect("a valid capacity");
    world
        .add_systems::<(Idle<1>, Idle<2>, Idle<3>, Idle<4>, Idle<5>, Idle<6>, Idle<7>, Idle<8>)>()
        .expect("eight systems");
    world
        .add_systems::<(Idle<9>, Idle<10>, Idle<11>, Idle<12>, Idle<13>, Idle<14>, Idle<15>, Idle<16>)>()
        .expect("eight more");
    let schedule = world.schedule().expect("a schedule");
    measured(|| {
        for _ in 0..TICKS {
            black_box(&mut world).run(&schedule).expect("a tick");
        }
    });
}
