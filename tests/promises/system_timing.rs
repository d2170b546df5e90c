//! How long systems take: by a clock that the caller gives, with percentiles, budgets and a profile; and what is told of systems.
#![expect(non_camel_case_types, reason = "a system has the name of its function")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use laige::SystemSpec;
use laige::prelude::*;
use laige::time::Timing;

use crate::systems::system;

system!(quick, (), || {});
system!(slow, (), || {}, SystemSpec::new().budget(Duration::from_millis(2)));
system!(waits, (&mut World,), |_: &mut World| {});

/// A world with a clock that goes on by so many milliseconds whenever it is read.
fn world(step: &Arc<AtomicU64>) -> World {
    let mut world = World::new(Options::with_capacity(4)).expect("a world");
    let (now, step) = (AtomicU64::new(0), Arc::clone(step));
    world.set_clock(move || Duration::from_millis(now.fetch_add(step.load(Relaxed), Relaxed)));
    world
}

#[test]
fn runs_are_timed_by_the_clock_that_was_given() {
    let step = Arc::new(AtomicU64::new(1));
    let mut world = world(&step);
    world.add_systems::<(quick, slow)>().expect("two systems");
    world.add_systems::<(waits,)>().expect("a system").in_stage("late").every(2);
    let schedule = world.schedule().expect("a schedule");
    assert!(world.system_timing::<quick>().is_none());
    for took in [1, 2, 2, 3, 6] {
        step.store(took, Relaxed);
        world.run(&schedule).expect("a tick");
    }
    let timing = world.system_timing::<slow>().expect("it ran");
    let milliseconds = Duration::from_millis;
    assert_eq!((timing.runs(), timing.overruns(), timing.criticals()), (5, 2, 1));
    assert_eq!((timing.p50(), timing.last()), (Some(milliseconds(2)), Some(milliseconds(6))));
    assert_eq!(timing.budget(), Some(milliseconds(2)));
    let timing = world.system_timing::<quick>().expect("it ran");
    assert_eq!((timing.runs(), timing.overruns(), timing.budget()), (5, 0, None));
    assert_eq!(world.system_timing::<waits>().map(Timing::runs), Some(2));
    world.remove_clock();
    world.run(&schedule).expect("a tick");
    assert_eq!(world.system_timing::<quick>().map(Timing::runs), Some(5));
}

#[test]
fn a_clock_changes_no_result_and_is_in_no_snapshot() {
    let mut timed = world(&Arc::new(AtomicU64::new(1)));
    let mut plain = World::new(Options::with_capacity(4)).expect("a world");
    for world in [&mut timed, &mut plain] {
        world.add_systems::<(quick, slow)>().expect("two systems");
        let schedule = world.schedule().expect("a schedule");
        world.run(&schedule).expect("a tick");
    }
    assert_eq!(timed.digest(), plain.digest());
    assert_eq!(timed.snapshot(), plain.snapshot());
}

#[test]
fn a_profile_has_each_tick_with_its_systems() {
    let mut plain = World::new(Options::with_capacity(4)).expect("a world");
    assert!(!plain.start_profile(), "there is no clock");
    let mut world = world(&Arc::new(AtomicU64::new(1)));
    world.add_systems::<(quick, slow)>().expect("two systems");
    let schedule = world.schedule().expect("a schedule");
    assert!(world.start_profile());
    for _ in 0..2 {
        world.run(&schedule).expect("a tick");
    }
    let profile = world.profile().expect("it was begun");
    assert_eq!(profile.names(), ["quick", "slow"]);
    let ticks: Vec<_> =
        profile.ticks().map(|tick| (tick.tick(), tick.took(), tick.runs().count())).collect();
    // The clock is read at both ends of the tick and of two systems.
    assert_eq!(ticks, [(1, Duration::from_millis(5), 2), (2, Duration::from_millis(5), 2)]);
}

/// Makes a world say every event of systems.
#[cfg(feature = "tracing")]
pub(crate) fn tell_everything_of_systems() {
    use crate::scene::{Pos, Unknown};

    system!(look, (Query<&Pos>,), |_: Query<&Pos>| {});
    system!(watch, (Query<&Pos>,), |_: Query<&Pos>| {});
    system!(step, (Query<&mut Pos>,), |_: Query<&mut Pos>| {});
    system!(unknown, (Query<&Unknown>,), |_: Query<&Unknown>| {});
    system!(hurried, (), || {}, SystemSpec::new().budget(Duration::ZERO));
    system!(twice, (), || {}, SystemSpec::new().after(&["a", "a"]));
    struct unnamed {}
    impl laige::System for unnamed {
        const NAME: &'static str = "";
        const SPEC: SystemSpec = SystemSpec::new().budget(Duration::from_micros(1_500));

        fn body() -> laige::__private::Body {
            laige::__private::Body::of::<()>(|| {})
        }
    }
    let step = Arc::new(AtomicU64::new(6));
    let mut world = world(&step);
    world.register_system::<unnamed>().expect_err("no name");
    world.register_system::<hurried>().expect_err("no time");
    world.register_system::<twice>().expect_err("a name twice");
    world.register_system::<unknown>().expect_err("a component that is not there");
    world.register_system::<slow>().expect("a system");
    world.register_system::<slow>().expect_err("it is there");
    let schedule = world.schedule().expect("a schedule");
    world.run(&schedule).expect("a tick");
    world.register_system::<quick>().expect("a system").after_named("slow, missing");
    world.run(&schedule).expect_err("stale");
    world.schedule().expect_err("one is missing");
    crate::schedules::with_256_systems().register_system::<quick>().expect_err("it is full");
    let mut world =
        World::new(Options::with_capacity(4).order_by_registration(true)).expect("a world");
    world.register::<Pos>().expect("room");
    for add in [World::register_system::<look>, World::register_system::<step>] {
        add(&mut world).expect("a system");
    }
    world.register_system::<watch>().expect("a system").after::<step>();
    world.schedule().expect("a schedule");
    let mut world = World::new(Options::with_capacity(4)).expect("a world");
    world.register_system::<quick>().expect("a system").after::<slow>();
    world.register_system::<slow>().expect("a system").after::<quick>();
    world.schedule().expect_err("a cycle");
}

#[cfg(feature = "tracing")]
#[test]
fn events_of_systems_have_the_published_names_fields_and_severities() {
    use tracing::Level;

    use crate::listener::told;

    let told = told(tell_everything_of_systems);
    let fields = |record: &crate::listener::Told| {
        let shown = record.fields.iter().filter(|(name, _)| !["event", "message"].contains(name));
        shown.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
    };
    let all: Vec<_> =
        told.iter().map(|record| (record.name, record.level, fields(record))).collect();
    let late = "system=slow id=1 measured_ms=6.0 budget_ms=2.0 p99_ms=6.0 window_samples=1";
    let expected = [
        ("system/name_invalid", Level::WARN, "budget_raw=98304"),
        ("system/budget_invalid", Level::WARN, "name=hurried budget_raw=0"),
        ("system/dep_spec_invalid", Level::WARN, "name=twice error=duplicate_token"),
        ("system/io_unregistered", Level::WARN, "name=unknown"),
        ("system/duplicate", Level::WARN, "name=slow existing_system_id=1"),
        ("system/budget_overrun", Level::WARN, late),
        ("system/budget_critical", Level::ERROR, late),
        ("system/schedule_stale", Level::WARN, "scheduled_systems=1 current_systems=2"),
        ("system/dep_missing", Level::WARN, "system=quick missing_dep=missing position=1"),
        ("system/budget_exhausted", Level::WARN, "name=quick systems=256"),
        ("system/read_before_write", Level::WARN, "component_id=1 reader=look writer=step"),
        ("system/dependency_cycle", Level::WARN, "cycle=quick,slow"),
    ];
    assert_eq!(all, expected.map(|(name, level, fields)| (name, level, fields.to_string())));
}
