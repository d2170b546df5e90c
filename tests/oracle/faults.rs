//! The oracle itself on trial: it catches each fault that can be planted in storage.
//!
//! `RUSTFLAGS="--cfg laige_faults" cargo test -p laige-tests --test oracle planted -- --ignored` builds the engine with the faults in it.

use laige::{Entity, Options, World};
use laige_core::faults::{Fault, plant};

use crate::runs::shows;

#[test]
#[ignore = "plants its faults in every world of the process, so it is run alone"]
fn planted_faults_are_caught() {
    std::panic::set_hook(Box::new(|_| {}));
    let missed: Vec<Fault> = Fault::ALL
        .into_iter()
        .filter(|&fault| {
            plant(Some(fault));
            let caught = shows() || std::panic::catch_unwind(empties_half).is_err();
            plant(None);
            !caught
        })
        .collect();
    drop(std::panic::take_hook());
    assert_eq!(missed, []);
}

/// Empties the lower half of an archetype's slots, which the steps of the oracle, all at random, hardly ever do.
fn empties_half() {
    let mut world = World::new(Options::with_capacity(4_096)).expect("a legal capacity");
    let all: Vec<Entity> = (0..2_048).map(|_| world.spawn_empty().expect("room")).collect();
    for &entity in &all[..1_024] {
        world.despawn(entity).expect("alive");
    }
    world.settle();
    world.audit().expect("sound");
}
