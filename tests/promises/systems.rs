//! Systems are functions; what they touch follows from their parameters, and a schedule runs them once per tick. Here they are written as
//! `#[system]` writes them.
//!
//! Case U21 in part (a panic in a system leaves nothing half done).

#![expect(non_camel_case_types, reason = "a system has the name of its function")]

use laige::__private::Body;
use laige::prelude::*;
use laige::{Input, Local, Res, ResMut, ScheduleError, System, SystemSpec, Tick};

/// What `#[system]` adds to a function.
macro_rules! system {
    ($name:ident, ($($param:ty),* $(,)?), $function:expr $(, $spec:expr)?) => {
        pub(crate) struct $name {}

        impl laige::System for $name {
            const NAME: &'static str = stringify!($name);
            $(const SPEC: laige::SystemSpec = $spec;)?

            fn body() -> laige::__private::Body {
                laige::__private::Body::of::<($($param,)*)>($function)
            }
        }
    };
}

pub(crate) use system;

#[component]
struct Pos {
    x: i32,
}

#[component]
struct Vel {
    x: i32,
}

#[resource(id = "score")]
pub(crate) struct Score {
    pub(crate) points: u32,
}

fn movement(mut movers: Query<(&mut Pos, &Vel)>, score: Res<Score>) {
    movers.for_each(|(p, v)| p.x += v.x * score.points as i32);
}

struct movement {}

impl System for movement {
    const NAME: &'static str = "movement";

    fn body() -> Body {
        Body::of::<(Query<(&mut Pos, &Vel)>, Res<Score>)>(movement)
    }
}

fn spawn_wave(
    Tick(tick): Tick,
    input: Input,
    rng: &mut Prng,
    mut spawned: Local<u32>,
    mut score: ResMut<Score>,
    commands: &mut Commands,
) {
    for &byte in input.iter() {
        let x = rng.next_range(0, 10) as i32;
        commands.spawn((Pos { x }, Vel { x: byte.into() }));
        *spawned += 1;
    }
    score.points = *spawned + tick as u32;
}

system!(
    spawn_wave,
    (Tick, Input, &mut Prng, Local<u32>, ResMut<Score>, &mut Commands),
    spawn_wave,
    SystemSpec::new().after(&["movement"])
);

fn world() -> World {
    let mut world = World::new(Options::with_capacity(10).seed(42)).expect("a world");
    world.register_all::<(Pos, Vel)>().expect("two components");
    world.insert_resource(Score { points: 1 });
    world
}

fn positions(world: &World) -> Vec<i32> {
    world.query::<&Pos>().iter().map(|p| p.x).collect()
}

#[test]
fn a_tick_gives_each_system_what_its_parameters_ask_for() {
    let mut world = world();
    world.add_systems::<(movement, spawn_wave)>().expect("two systems");
    let schedule = world.schedule().expect("a schedule");
    // Spawned at the end of tick 1 with what the stream of system 2 begins with.
    let x = Prng::substream(42, 2).next_range(0, 10) as i32;
    assert!(world.run_with_input(&schedule, &[3]).expect("a tick").is_complete());
    assert_eq!(positions(&world), [x]);
    assert_eq!(world.resource::<Score>().map(|score| score.points), Some(2));
    world.run(&schedule).expect("a tick");
    assert_eq!(positions(&world), [x + 3 * 2]);
    assert_eq!(world.resource::<Score>().map(|score| score.points), Some(3));
    assert_eq!(world.tick(), 2);
}

#[test]
fn a_function_stays_callable_by_hand() {
    let mut world = world();
    let e = world.spawn((Pos { x: 1 }, Vel { x: 2 })).expect("room");
    movement(world.query_mut(), Res(&Score { points: 3 }));
    assert_eq!(world.get::<Pos>(e).map(|p| p.x), Some(7));
    let (mut commands, mut score, mut spawned) = (world.commands(), Score { points: 0 }, 0);
    let (score_, spawned_) = (ResMut(&mut score), Local(&mut spawned));
    spawn_wave(Tick(5), Input(&[1, 2]), &mut Prng::new(1), spawned_, score_, &mut commands);
    assert_eq!((score.points, spawned, commands.len()), (7, 2, 2));
}

system!(restart, (&mut World, Tick), |world: &mut World, Tick(tick): Tick| {
    if tick == 2 {
        world.clear();
        world.spawn((Pos { x: 100 },)).expect("room");
        assert_eq!(world.tick(), 1, "the tick is under way");
        assert_eq!(world.system_names().len(), 2);
        world.set_system_enabled::<count>(false).expect("it is there");
    }
});

system!(count, (Query<&Pos>, ResMut<Score>), |all: Query<&Pos>, mut score: ResMut<Score>| {
    score.points = all.count() as u32;
});

#[test]
fn a_system_may_have_the_whole_world() {
    let mut world = world();
    world.spawn_batch([(); 3].map(|()| (Pos { x: 1 },))).expect("room");
    world.add_systems::<(count, restart)>().expect("two systems");
    let schedule = world.schedule().expect("a schedule");
    let points = |world: &World| world.resource::<Score>().map(|score| score.points);
    world.run(&schedule).expect("a tick");
    assert_eq!((world.entity_count(), points(&world)), (3, Some(3)));
    world.run(&schedule).expect("a tick");
    assert_eq!(positions(&world), [100]);
    assert_eq!(world.is_system_enabled::<count>(), Some(false));
    world.run(&schedule).expect("a tick");
    assert_eq!(points(&world), Some(3), "it was switched off before it could count 1");
}

system!(nested, (&mut World, Input), |world: &mut World, _: Input| {
    let schedule = world.schedule().expect("there is one");
    assert_eq!(world.run(&schedule).map(drop), Err(ScheduleError::Running));
});

#[test]
fn a_tick_in_a_tick_is_refused() {
    let mut world = world();
    world.register_system::<nested>().expect("a system");
    let schedule = world.schedule().expect("a schedule");
    world.run(&schedule).expect("a tick");
    world.run(&schedule).expect("another one: the refusal has left nothing behind");
}

system!(replacing, (&mut World,), |world: &mut World| {
    let mut other = World::new(Options::with_capacity(1)).expect("a world");
    core::mem::swap(world, &mut other);
});

#[test]
fn a_world_that_a_system_replaced_ends_the_tick() {
    let mut world = world();
    world.register_system::<replacing>().expect("a system");
    let schedule = world.schedule().expect("a schedule");
    let error = world.run(&schedule).map(drop);
    assert_eq!(error, Err(ScheduleError::WorldReplaced { system: "replacing" }));
    assert_eq!((world.capacity(), world.tick()), (1, 0));
}

system!(reads_all, (&World, &mut Commands), |world: &World, commands: &mut Commands| {
    if let Some(first) = world.entities().next() {
        commands.despawn(first);
        commands.despawn(first);
    }
});

#[test]
fn commands_that_cannot_be_applied_are_reported_with_system_and_place() {
    let mut world = world();
    let first = world.spawn((Pos { x: 1 },)).expect("room");
    world.register_system::<reads_all>().expect("a system");
    let schedule = world.schedule().expect("a schedule");
    let report = world.run(&schedule).expect("a tick");
    let [refused] = report.refused() else { panic!("{report:?}") };
    assert_eq!((refused.system, refused.entity), (Some("reads_all"), first));
    assert_eq!(refused.error, laige::Error::StaleEntity { entity: first });
    assert!(refused.call.file().ends_with("systems.rs"));
    assert!(world.run(&schedule).expect("a tick").is_complete());
}

system!(
    explode,
    (&mut Commands, &mut Prng, Tick),
    |commands: &mut Commands, rng: &mut Prng, Tick(tick): Tick| {
        commands.spawn((Pos { x: rng.next_range(0, 10) as i32 },));
        assert!(tick != 2, "boom");
    }
);

#[test]
fn a_panic_of_a_system_leaves_a_valid_world_and_forgets_the_commands_of_the_stage() {
    let mut world = world();
    world.register_system::<explode>().expect("a system");
    let schedule = world.schedule().expect("a schedule");
    world.run(&schedule).expect("a tick");
    for _ in 0..2 {
        let run = std::panic::AssertUnwindSafe(|| world.run(&schedule).map(drop));
        assert!(std::panic::catch_unwind(run).is_err());
        assert_eq!((world.tick(), world.entity_count()), (1, 1), "the tick is not counted");
        crate::scene::audited(&world);
    }
    assert_eq!(world.system_names().collect::<Vec<_>>(), ["explode"]);
}

system!(touch_unknown, (Query<&crate::scene::Unknown>,), |_: Query<&crate::scene::Unknown>| {});

struct unnamed {}

impl System for unnamed {
    const NAME: &'static str = "";

    fn body() -> Body {
        Body::of::<()>(|| {})
    }
}

system!(hurried, (), || {}, SystemSpec::new().budget(std::time::Duration::ZERO));
system!(twice_after, (), || {}, SystemSpec::new().after(&["a", "b", "a"]));
system!(after_nothing, (), || {}, SystemSpec::new().after(&["a", ""]));
system!(after_many, (), || {}, SystemSpec::new().after(&SEVENTEEN));
system!(draws_on_show, (&mut Prng,), |_: &mut Prng| {}, SystemSpec::new().presentation());

const SEVENTEEN: [&str; 17] =
    ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q"];

/// Tries to add systems to a world that has `count`; gives the error.
fn refusal<L: laige::SystemList>() -> ScheduleError {
    let mut world = world();
    world.register_system::<count>().expect("a system");
    let before = world.schedule().expect("a schedule");
    let error = world.add_systems::<L>().map(drop).expect_err("refused");
    assert_eq!(world.system_names().collect::<Vec<_>>(), ["count"]);
    world.run(&before).expect("the schedule is as good as before");
    error
}

#[test]
fn systems_that_cannot_be_added_are_refused_and_leave_the_world_as_it_was() {
    use laige::DependencyFault;

    let wrong = |system, fault| ScheduleError::Dependencies { system, fault };
    assert_eq!(refusal::<(unnamed,)>(), ScheduleError::NameEmpty);
    assert_eq!(refusal::<(hurried,)>(), ScheduleError::BudgetZero { system: "hurried" });
    let fault = DependencyFault::Duplicate("a");
    assert_eq!(refusal::<(restart, twice_after)>(), wrong("twice_after", fault));
    assert_eq!(refusal::<(after_nothing,)>(), wrong("after_nothing", DependencyFault::Empty));
    assert_eq!(refusal::<(after_many,)>(), wrong("after_many", DependencyFault::TooMany(17)));
    let taken = |system, existing| ScheduleError::NameTaken { system, existing };
    assert_eq!(refusal::<(restart, count)>(), taken("count", 1));
    assert_eq!(refusal::<(restart, restart)>(), taken("restart", 2));
    let (system, component) = ("touch_unknown", "promises::scene::Unknown");
    let error = ScheduleError::ComponentUnregistered { system, component };
    assert_eq!(refusal::<(restart, touch_unknown)>(), error);
    let error = ScheduleError::Presentation { system: "draws_on_show" };
    assert_eq!(refusal::<(draws_on_show,)>(), error);
}

#[test]
fn a_stream_needs_a_deterministic_world() {
    let mut world = World::new(Options::with_capacity(1).deterministic(false)).expect("a world");
    world.register::<Pos>().expect("a component");
    let error = world.register_system::<explode>().map(drop);
    assert_eq!(error, Err(ScheduleError::NoStream { system: "explode" }));
}

/// A system of which there can be many.
struct numbered<const N: u32> {}

macro_rules! names {
    ($($digit:literal)*) => { [$(concat!("numbered ", stringify!($digit)),)*] };
}

const NAMES: [&str; 16] = names!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);

impl<const N: u32> System for numbered<N> {
    const NAME: &'static str = NAMES[N as usize];

    fn body() -> Body {
        Body::of::<()>(|| {})
    }
}

#[test]
fn generic_systems_are_systems_of_their_own() {
    let mut world = world();
    world.add_systems::<(numbered<3>, numbered<1>)>().expect("two systems");
    assert!(world.system_names().eq(["numbered 3", "numbered 1"]));
}

fn drift(
    p: &mut Pos,
    v: Option<&Vel>,
    score: Res<Score>,
    mut rows: Local<u32>,
    commands: &mut Commands,
) {
    p.x += v.map_or(1_000, |v| v.x) + score.points as i32;
    *rows += 1;
    commands.spawn((Vel { x: *rows as i32 },));
}

struct drift {}

impl System for drift {
    const NAME: &'static str = "drift";

    fn body() -> Body {
        Body::for_each::<(&mut Pos, Option<&Vel>, Res<Score>, Local<u32>, &mut Commands)>(drift)
    }
}

#[test]
fn a_function_of_row_terms_and_parameters_runs_per_row() {
    let mut world = world();
    world.spawn((Pos { x: 1 }, Vel { x: 10 })).expect("room");
    world.spawn((Pos { x: 2 },)).expect("room");
    world.register_system::<drift>().expect("a system");
    let schedule = world.schedule().expect("a schedule");
    world.run(&schedule).expect("a tick");
    assert_eq!(positions(&world), [1 + 10 + 1, 2 + 1_000 + 1]);
    let spawned: Vec<i32> =
        world.query::<(&Vel, Without<Pos>)>().iter().map(|(v, _)| v.x).collect();
    assert_eq!(spawned, [1, 2]);
    let text = schedule.describe().to_string();
    assert!(
        text.contains(
            "drift: writes promises::systems::Pos; reads promises::systems::Vel, resource score"
        ),
        "{text}"
    );
}

system!(take_score, (&mut World, Tick), |world: &mut World, Tick(tick): Tick| {
    if tick == 2 {
        world.remove_resource::<Score>();
    }
});

#[test]
fn a_resource_that_went_ends_the_tick_before_the_system_that_asks_for_it() {
    let mut world = world();
    world.add_systems::<(take_score, count)>().expect("two systems");
    let schedule = world.schedule().expect("a schedule");
    world.run(&schedule).expect("a tick");
    let missing = Err(ScheduleError::ResourceMissing { system: "count", resource: "score" });
    for _ in 0..2 {
        assert_eq!(world.run(&schedule).map(drop), missing);
        assert_eq!(world.tick(), 1);
    }
    world.set_system_enabled::<take_score>(false).expect("it is there");
    world.insert_resource(Score { points: 9 });
    world.run(&schedule).expect("a tick");
    assert_eq!(world.resource::<Score>().map(|score| score.points), Some(0));
}
