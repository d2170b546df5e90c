//! What most promises are played with: a few components, a world that knows them, and a picture of a world that can be compared.

use std::fmt::Write as _;

use laige::limits::CHUNK_ROWS;
use laige::prelude::*;

#[component]
#[derive(Debug, PartialEq)]
pub(crate) struct Pos {
    pub(crate) x: f32,
    pub(crate) y: f32,
}

#[component]
#[derive(Debug, PartialEq)]
pub(crate) struct Vel {
    pub(crate) x: f32,
    pub(crate) y: f32,
}

#[component]
#[derive(Debug, PartialEq)]
pub(crate) struct Health(pub(crate) i32);

#[component]
#[derive(Debug, PartialEq)]
pub(crate) struct Score(pub(crate) u64);

/// So many entities that an archetype which has them all has several chunks: a multiple of 7 and of 6.
pub(crate) const MANY: usize = 42 * (2 * CHUNK_ROWS).div_ceil(42) + 42;

/// A tag.
#[component]
#[derive(Debug, PartialEq)]
pub(crate) struct Visible;

/// A component that no world of a test knows.
#[component]
#[derive(Debug, PartialEq)]
pub(crate) struct Unknown(pub(crate) u32);

/// All components that a world of [`world`] knows.
pub(crate) type All = (Pos, Vel, Health, Score, Visible);

pub(crate) const POS: Pos = Pos { x: 1.0, y: 2.0 };
pub(crate) const VEL: Vel = Vel { x: 3.0, y: 4.0 };

/// An empty world for so many entities, in which [`All`] components are registered.
pub(crate) fn world(capacity: u32) -> World {
    made(Options::with_capacity(capacity))
}

/// An empty world with these options, in which [`All`] components are registered.
pub(crate) fn made(options: Options) -> World {
    let mut world = World::new(options).expect("the options are within the limits");
    world.register_all::<All>().expect("the world has room for a few types");
    world
}

/// Fails unless every invariant of the world's storage holds.
pub(crate) fn audited(world: &World) {
    if let Err(violation) = world.audit() {
        panic!("{violation}");
    }
}

/// The slots of the entities that a query shows, in its order.
pub(crate) fn slots<Q: laige::ReadTerms>(world: &World) -> Vec<u32> {
    let mut slots = Vec::new();
    let chunks =
        world.query::<Q>().chunks().map(|(entities, _)| entities.to_vec()).collect::<Vec<_>>();
    slots.extend(chunks.concat().into_iter().map(|entity| world.slot_of(entity)));
    slots
}

/// Everything that a world shows but its warnings: what stays the same when a call fails.
pub(crate) fn picture(world: &World) -> String {
    format!("{:?}\n{}", world.archetype_stats(), state(world))
}

/// Everything that a world shows of its state: the same, but not what storage did to lay rows out.
pub(crate) fn state(world: &World) -> String {
    let stats = world.archetype_stats();
    let mut text = format!("{world:?}\n{:?}\n", world.stats());
    writeln!(text, "{} {}", stats.total_inserts, stats.total_removes).expect("strings grow");
    for archetype in world.archetypes() {
        let chunks = archetype
            .chunks()
            .map(|chunk| (chunk.start()..chunk.end(), chunk.entities().collect::<Vec<_>>()));
        writeln!(text, "{archetype:?} {:?}", chunks.collect::<Vec<_>>()).expect("strings grow");
    }
    for entity in world.entities() {
        let view = world.entity(entity).expect("it is alive");
        let values =
            (view.get::<Pos>(), view.get::<Vel>(), view.get::<Health>(), view.get::<Score>());
        writeln!(text, "{view:?} {values:?}").expect("strings grow");
    }
    let churn = world.guardrail_stats().frame_churn;
    writeln!(text, "{:?} {churn}", world.guardrail_stats().entity_budget_warns)
        .expect("strings grow");
    text
}

/// The next handle that the world will give, without leaving a trace but in the totals.
pub(crate) fn next_slot(world: &mut World) -> Option<u32> {
    let entity = world.spawn_empty().ok()?;
    let slot = world.slot_of(entity);
    world.despawn(entity).expect("it is alive");
    Some(slot)
}
