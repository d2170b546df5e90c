//! Despawning 10,000 entities of 100 bytes in random order, until none is left. Ours settles in the end, so that the chunks are gone, too.
//! Of hecs, `despawn`.

use laige_peers::cell::Cell;
use laige_peers::contender::{Contender, Task};
use laige_peers::session::{Bar, Session};

use crate::spawn::{no_ours, sum_of_ours, sum_of_theirs};
use crate::worlds::{COUNT, Ours, Theirs, row100, shuffled};

pub(crate) fn bars(session: &mut Session) {
    let ours = Task {
        make: no_ours,
        before: |state: &mut Option<Ours>| {
            *state = None;
            let Ours { world, handles } = Ours::of(COUNT, row100);
            *state = Some(Ours { world, handles: shuffled(handles) });
        },
        step: |state: &mut Option<Ours>| {
            let Ours { world, handles } = state.as_mut().expect("made before");
            for &entity in &*handles {
                world.despawn(entity).expect("alive");
            }
            world.settle();
        },
        times: 1,
        sum: |state: &mut Option<Ours>| sum_of_ours(state),
    };
    let theirs = Task {
        make: || None,
        before: |state: &mut Option<Theirs>| {
            *state = None;
            let Theirs { world, handles } = Theirs::of(COUNT, row100);
            *state = Some(Theirs { world, handles: shuffled(handles) });
        },
        step: |state: &mut Option<Theirs>| {
            let Theirs { world, handles } = state.as_mut().expect("made before");
            for &entity in &*handles {
                world.despawn(entity).expect("alive");
            }
        },
        times: 1,
        sum: |state: &mut Option<Theirs>| sum_of_theirs(state),
    };
    let contenders = vec![
        Contender::new("laige despawn + settle", ours),
        Contender::new("hecs despawn", theirs),
    ];
    let bar = Bar {
        name: "despawn/random order".into(),
        ours: "laige despawn + settle",
        against: &["hecs despawn"],
        beside: &[],
        limit: 1.0,
    };
    session.measure(&Cell { operations: COUNT, contenders }, vec![bar]);
}
