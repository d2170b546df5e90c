//! Whole-query operations on 10,000 entities, beside the same calls on each entity in a loop: a component of 4 bytes comes to all and
//! leaves them again, and all die.

use laige::{Bundle, With, Without};
use laige_peers::cell::Cell;
use laige_peers::components::{Data, Flag};
use laige_peers::contender::{Contender, Task};
use laige_peers::session::{Bar, Session};

use crate::worlds::{COUNT, Ours, row100};

/// What a whole-query operation takes at most of the time of the loop.
const LIMIT: f64 = 0.2;

pub(crate) fn bars(session: &mut Session) {
    structure(session, "8B", |i| (Data { value: i as f32 },));
    structure(session, "104B", row100);
    despawn(session, "8B", |i| (Data { value: i as f32 },));
    despawn(session, "104B", row100);
}

fn measure(session: &mut Session, name: String, contenders: Vec<Contender>) {
    let bar = Bar { name, ours: "at once", against: &["loop"], beside: &[], limit: LIMIT };
    session.measure(&Cell { operations: COUNT, contenders }, vec![bar]);
}

/// The flag comes and goes; all is settled after each.
fn structure<B: Bundle>(session: &mut Session, size: &str, row: fn(usize) -> B) {
    let contender = |name, step: fn(&mut Ours)| {
        let make = move || Ours::of(COUNT, row);
        let sum = |ours: &mut Ours| u64::from(ours.world.entity_count());
        Contender::new(name, Task { make, before: step, step, times: 1, sum })
    };
    let at_once = contender("at once", |Ours { world, .. }| {
        world.insert_all::<(), _>(Flag { value: 1 }).expect("room");
        world.settle();
        world.remove_all::<With<Flag>, Flag>().expect("room");
        world.settle();
    });
    let one_by_one = contender("loop", |Ours { world, handles }| {
        for &entity in &*handles {
            world.insert(entity, Flag { value: 1 }).expect("room");
        }
        world.settle();
        for &entity in &*handles {
            world.remove::<Flag>(entity).expect("alive");
        }
        world.settle();
    });
    measure(session, format!("bulk/insert and remove/{size}"), vec![at_once, one_by_one]);
}

/// All die; between samples as many are born.
fn despawn<B: Bundle>(session: &mut Session, size: &str, row: fn(usize) -> B) {
    fn refill<B: Bundle>(Ours { world, handles }: &mut Ours, row: fn(usize) -> B) {
        if world.entity_count() == 0 {
            let born = world.spawn_batch((0..COUNT).map(row)).expect("room");
            handles.clear();
            handles.extend_from_slice(born);
        }
        world.settle();
    }
    let contender = |name, step: fn(&mut Ours)| {
        let make = move || Ours::of(COUNT, row);
        let before = move |ours: &mut Ours| refill(ours, row);
        let sum = |ours: &mut Ours| u64::from(ours.world.entity_count());
        Contender::new(name, Task { make, before, step, times: 1, sum })
    };
    let at_once = contender("at once", |Ours { world, .. }| {
        world.despawn_all::<Without<Flag>>();
        world.settle();
    });
    let one_by_one = contender("loop", |Ours { world, handles }| {
        for &entity in &*handles {
            world.despawn(entity).expect("alive");
        }
        world.settle();
    });
    measure(session, format!("bulk/despawn/{size}"), vec![at_once, one_by_one]);
}
