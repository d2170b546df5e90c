//! Access by handle, in random order: through the world, and through a query made once.
//!
//! Of hecs, `query_one_mut` through the world, and `get_mut` of a `View` made once by `view_mut`.

use laige_peers::cell::Cell;
use laige_peers::components::Pos2;
use laige_peers::contender::{Contender, Task};
use laige_peers::session::{Bar, Session};

use crate::worlds::{COUNT, Ours, Theirs, moving, shuffled, sum_ours, sum_theirs};

pub(crate) fn bars(session: &mut Session) {
    let cell = Cell {
        operations: COUNT,
        contenders: vec![
            ours("laige get_mut", |state| {
                for &entity in &state.handles {
                    if let Some(place) = state.world.get_mut::<Pos2>(entity) {
                        place.x += 1.0;
                    }
                }
            }),
            ours("laige Query::get", |state| {
                let mut query = state.world.query_mut::<&mut Pos2>();
                for &entity in &state.handles {
                    if let Some(place) = query.get(entity) {
                        place.x += 1.0;
                    }
                }
            }),
            theirs("hecs query_one_mut", |state| {
                for &entity in &state.handles {
                    if let Ok(place) = state.world.query_one_mut::<&mut Pos2>(entity) {
                        place.x += 1.0;
                    }
                }
            }),
            theirs("hecs view", |state| {
                let mut view = state.world.view_mut::<&mut Pos2>();
                for &entity in &state.handles {
                    if let Some(place) = view.get_mut(entity) {
                        place.x += 1.0;
                    }
                }
            }),
        ],
    };
    let bar = |name: &str, ours, against, limit| Bar {
        name: format!("access/{name}"),
        ours,
        against,
        beside: &[],
        limit,
    };
    session.measure(
        &cell,
        vec![
            bar("get_mut", "laige get_mut", &["hecs query_one_mut"], 1.0),
            bar("Query::get", "laige Query::get", &["hecs view"], 1.3),
        ],
    );
}

/// Access in laige.
fn ours(name: &'static str, step: impl Fn(&mut Ours) + Copy + 'static) -> Contender {
    let make = || {
        let Ours { world, handles } = Ours::of(COUNT, moving);
        Ours { world, handles: shuffled(handles) }
    };
    let sum = |state: &mut Ours| sum_ours::<Pos2>(&state.world);
    Contender::new(name, Task { make, before: step, step, times: 2, sum })
}

/// Access in hecs.
fn theirs(name: &'static str, step: impl Fn(&mut Theirs) + Copy + 'static) -> Contender {
    let make = || {
        let Theirs { world, handles } = Theirs::of(COUNT, moving);
        Theirs { world, handles: shuffled(handles) }
    };
    let sum = |state: &mut Theirs| sum_theirs::<Pos2>(&mut state.world);
    Contender::new(name, Task { make, before: step, step, times: 2, sum })
}
