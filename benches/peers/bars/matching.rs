//! A query that matches 3 archetypes of one entity each, in a world that has 10,000 archetypes more, beside the same query in a world that has only
//! the 3: how many archetypes there are must not matter. By each form of query, and by a generic function that two worlds call in turn.

use laige::{Component, Options, PreparedQuery, World, query};
use laige_peers::cell::Cell;
use laige_peers::components::{Data, Pos2, Vector, Vel2};
use laige_peers::contender::{Contender, Task};
use laige_peers::letters::LETTERS;
use laige_peers::session::{Bar, Session};

use crate::worlds::sum_ours;

/// Archetypes beside those that match.
const OTHERS: usize = 10_000;
/// How often a sample passes through the rows.
const PASSES: u32 = 1_000;
/// The most that the many archetypes may cost, as a multiple of the time without them.
const LIMIT: f64 = 1.10;

pub(crate) fn bars(session: &mut Session) {
    measure(session, "query!", |w: &mut World| query!(w, |p: &mut Pos2, v: &Vel2| *p += *v));
    measure(session, "for_each", |w: &mut World| {
        w.query_mut::<(&mut Pos2, &Vel2)>().for_each(|(p, v)| *p += *v);
    });
    measure(session, "two worlds in turn", |worlds: &mut [World; 2]| {
        worlds.iter_mut().for_each(advance::<Pos2, Vel2>);
    });
    prepared(session);
}

/// In a generic function a query finds its matches by its type alone.
fn advance<P: Component + std::ops::AddAssign<V>, V: Component>(world: &mut World) {
    query!(world, |p: &mut P, v: &V| *p += *v);
}

/// What is passed through again and again.
trait Passed: 'static {
    /// With so many other archetypes.
    fn beside(others: usize) -> Self;

    /// What the rows come to.
    fn sum(&self) -> u64;
}

impl Passed for World {
    fn beside(others: usize) -> Self {
        world(others)
    }

    fn sum(&self) -> u64 {
        sum_ours::<Pos2>(self)
    }
}

impl Passed for [World; 2] {
    fn beside(others: usize) -> Self {
        [world(others), world(others)]
    }

    fn sum(&self) -> u64 {
        self.iter().map(Passed::sum).sum()
    }
}

fn measure<S: Passed>(session: &mut Session, way: &str, pass: fn(&mut S)) {
    report(session, way, move |name, others| {
        let make = move || S::beside(others);
        let sum = |state: &mut S| state.sum();
        Contender::new(name, Task { make, before: pass, step: pass, times: PASSES, sum })
    });
}

/// A world, and a query prepared for it.
type Ready = (World, PreparedQuery<(&'static mut Pos2, &'static Vel2)>);

fn prepared(session: &mut Session) {
    report(session, "prepared", |name, others| {
        let make = move || {
            let world = world(others);
            let query = world.prepare();
            (world, query)
        };
        let step = |(world, query): &mut Ready| {
            query.query_mut(world).expect("its own world").for_each(|(p, v)| *p += *v);
        };
        let sum = |(world, _): &mut Ready| world.sum();
        Contender::new(name, Task { make, before: step, step, times: PASSES, sum })
    });
}

fn report(session: &mut Session, way: &str, contender: impl Fn(&'static str, usize) -> Contender) {
    let contenders = vec![contender("beside 10,000", OTHERS), contender("only 3", 0)];
    let bar = Bar {
        name: format!("matching/3 of 10,000/{way}"),
        ours: "beside 10,000",
        against: &["only 3"],
        beside: &[],
        limit: LIMIT,
    };
    session.measure(&Cell { operations: 1, contenders }, vec![bar]);
}

/// A world with three archetypes that match, born after so many others.
fn world(others: usize) -> World {
    let options = Options::with_capacity(20_000).max_archetypes(20_000);
    let mut world = World::new(options).expect("legal options");
    world.register_all::<(Pos2, Vel2, Data)>().expect("room for the types");
    for letter in LETTERS {
        (letter.register)(&mut world);
    }
    for number in 0..others {
        let entity = world.spawn((Data { value: 0.0 },)).expect("room");
        let bits = LETTERS.iter().enumerate().filter(|(bit, _)| number >> bit & 1 != 0);
        bits.for_each(|(_, letter)| (letter.insert_ours)(&mut world, entity));
    }
    for kind in 0..3 {
        let entity = world.spawn((Pos2::of(kind), Vel2::of(1))).expect("room");
        LETTERS[..kind].iter().for_each(|letter| (letter.insert_ours)(&mut world, entity));
    }
    world.settle();
    world
}
