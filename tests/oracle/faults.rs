//! The oracle itself on trial: it catches each fault that can be planted in storage.
//!
//! `RUSTFLAGS="--cfg laige_faults" cargo test -p laige-tests --test oracle planted` builds the engine with the faults in it.

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
            let caught = shows();
            plant(None);
            !caught
        })
        .collect();
    drop(std::panic::take_hook());
    assert_eq!(missed, []);
}
