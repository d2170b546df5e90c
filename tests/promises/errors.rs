//! Errors: each is given by the calls that say so, tells what happened in one sentence, and what to change in one line.

use laige::prelude::*;
use laige::{Error, ErrorCode, Timeline};

use crate::scene::{Health, POS, Pos, Score, Unknown, VEL, Vel, made, world};

/// An error as a user gets it.
struct Given {
    error: Error,
    code: ErrorCode,
    text: &'static str,
    fix: &'static str,
    anchor: &'static str,
}

/// Every error that can be had without a lack of memory, from the call that gives it. What needs one is in `allocations/`.
fn every_error() -> Vec<Given> {
    let mut all = errors_of_worlds_and_handles();
    all.extend(errors_of_components());
    all.extend(errors_of_later_use());
    all.extend(errors_of_loops());
    all.extend(errors_of_replays());
    #[cfg(feature = "std")]
    all.extend(errors_of_recordings());
    all.extend(errors_of_time());
    all.extend(errors_of_systems());
    all
}

fn given(
    error: Error,
    code: ErrorCode,
    text: &'static str,
    fix: &'static str,
    anchor: &'static str,
) -> Given {
    Given { error, code, text, fix, anchor }
}

fn errors_of_worlds_and_handles() -> Vec<Given> {
    vec![
        given(
            World::new(Options::with_capacity(20_000_000)).expect_err("too large"),
            ErrorCode::InvalidArgument,
            "a capacity of 20000000 entities is above the limit of 16777216",
            "give Options::with_capacity at most 16777216",
            "capacity-too-large",
        ),
        given(
            World::new(Options::reference(70_000)).expect_err("too large"),
            ErrorCode::InvalidArgument,
            "a capacity of 70000 entities is above the limit of 65536",
            "give Options::reference at most 65536, or Options::with_capacity at most 16777216",
            "capacity-too-large",
        ),
        given(
            World::new(Options::with_capacity(1).max_component_types(2_000))
                .expect_err("out of range"),
            ErrorCode::InvalidArgument,
            "option `max_component_types` cannot be 2000",
            "set Options::max_component_types to 1..=1024",
            "option-out-of-range",
        ),
        given(
            world(1).despawn(Entity::from_bits(0x0100_0002)).expect_err("stale"),
            ErrorCode::InvalidArgument,
            "entity 0x01000002 is not alive in this world",
            "ask World::is_valid first, and forget handles of what was despawned",
            "stale-entity",
        ),
        given(
            world(0).spawn_empty().expect_err("full"),
            ErrorCode::BudgetExhausted,
            "no room for 1 more in a world of capacity 0",
            "raise Options::with_capacity above 0, or call World::despawn for what is no longer needed",
            "capacity-full",
        ),
    ]
}

fn errors_of_components() -> Vec<Given> {
    vec![
        given(
            world(1).spawn((Unknown(1),)).expect_err("unregistered"),
            ErrorCode::InvalidArgument,
            "component `promises::scene::Unknown` is not registered in this world",
            "call World::register::<T>() for `promises::scene::Unknown` before its first use",
            "component-unregistered",
        ),
        given(
            world(1).register::<Vel>().expect_err("duplicate"),
            ErrorCode::InvalidArgument,
            "component `promises::scene::Vel` is registered already, with id 2",
            "call World::register once per component, or ask World::component_id first",
            "component-duplicate",
        ),
        given(
            stable_id_taken(),
            ErrorCode::InvalidArgument,
            "the stable id of component `game.twin` is taken by the component with id 1",
            "give `game.twin` another #[component(id = \"..\")]",
            "stable-id-taken",
        ),
        given(
            types_full(),
            ErrorCode::BudgetExhausted,
            "the world has 1 component types, as many as its options allow",
            "raise Options::max_component_types above 1, or merge components into one struct",
            "component-types-full",
        ),
        given(
            component_limit(),
            ErrorCode::BudgetExhausted,
            "a new entity would carry 2 components, 1 are allowed",
            "raise Options::max_components_per_entity above 1, or merge components into one struct",
            "component-limit",
        ),
        given(
            archetypes_full(),
            ErrorCode::BudgetExhausted,
            "entity 0x00000001 needs a new archetype, the world has all 1 it may have",
            "raise Options::max_archetypes above 1, or use fewer distinct sets of components",
            "archetypes-full",
        ),
        given(
            world(1).spawn_columns(2, &[POS; 3]).expect_err("length"),
            ErrorCode::InvalidArgument,
            "the column of component 1 got 3 values for 2 rows",
            "give World::spawn_columns 2 values in every column",
            "column-length",
        ),
    ]
}

/// Those of queries that are kept and of commands.
fn errors_of_later_use() -> Vec<Given> {
    vec![
        given(
            two_of_a_query(|first, _| [first, first]),
            ErrorCode::InvalidArgument,
            "entity 0x00000001 stands in the list twice",
            "give QueryMut::get_many_mut each entity once",
            "entity-repeated",
        ),
        given(
            two_of_a_query(|first, bare| [first, bare]),
            ErrorCode::InvalidArgument,
            "entity 0x01000001 is not one that the query matches",
            "ask QueryMut::get first, or insert what the query asks for with World::insert",
            "not-matched",
        ),
        given(
            world(0).query::<Entity>().single().expect_err("none"),
            ErrorCode::InvalidArgument,
            "the query has 0 rows, one was asked for",
            "spawn the entity before, or take None for an answer with Query::first",
            "not-single",
        ),
        given(
            world(0).prepare::<Entity>().query(&world(0)).expect_err("foreign"),
            ErrorCode::InvalidArgument,
            "the query was prepared in another world",
            "call World::prepare in each world, and keep its query beside that world",
            "foreign-query",
        ),
        given(
            commands_full(),
            ErrorCode::BudgetExhausted,
            "a buffer has room for 0 commands with 16777216 bytes of components",
            "raise Options::max_commands or Options::max_command_bytes, or call World::apply more often",
            "commands-full",
        ),
    ]
}

/// What is wrong with two of: an entity with `Pos`, and one without anything.
fn two_of_a_query(choose: fn(Entity, Entity) -> [Entity; 2]) -> Error {
    let mut world = world(2);
    let first = world.spawn((POS,)).expect("there is room");
    let bare = world.spawn_empty().expect("there is room");
    world.query_mut::<&mut Pos>().get_many_mut(choose(first, bare)).expect_err("refused")
}

fn errors_of_loops() -> Vec<Given> {
    vec![
        given(
            float_forbidden(),
            ErrorCode::InvalidArgument,
            "component `promises::scene::Pos` has floats, which this world forbids",
            "use integers or fixed point, or set Options::forbid_floats to false",
            "float-forbidden",
        ),
        given(
            laige::Loop::new(10, 5).expect_err("too slow"),
            ErrorCode::InvalidArgument,
            "a tick rate of 10 Hz is outside of 20 to 120",
            "set Config::tick_rate_hz to 20..=120",
            "tick-rate-out-of-range",
        ),
        given(
            laige::Loop::new(60, 0).expect_err("never a tick"),
            ErrorCode::InvalidArgument,
            "a loop cannot run 0 ticks in a frame at most",
            "give Loop::new at least 1 tick",
            "catch-up-out-of-range",
        ),
    ]
}

#[component(id = "errors.marked")]
struct Marked;

/// The save of a world with one entity.
fn saved(bundle: impl laige::Bundle) -> laige::Result<Vec<u8>> {
    let mut world = world(1);
    world.register::<Marked>()?;
    world.spawn(bundle)?;
    world.snapshot().to_bytes()
}

fn delta_of_others() -> Error {
    let (mut one, mut other) = (world(1), world(2));
    let (first, second) = (one.snapshot(), other.snapshot());
    let delta = laige::Delta::between(&first, &second).expect("no component");
    delta.apply(&second, &other).expect_err("it is of the first")
}

fn loaded(bytes: &[u8], world: &World) -> Error {
    laige::Snapshot::from_bytes(bytes, world).expect_err("refused").into()
}

fn errors_of_systems() -> Vec<Given> {
    vec![
        given(
            laige::ScheduleError::SystemUnknown { system: "movement" }.into(),
            ErrorCode::InvalidArgument,
            "system `movement` cannot be added, ordered or run as it was said",
            "see what ScheduleError says, which World::add_systems and World::schedule give",
            "schedule-refused",
        ),
        given(
            laige::ScheduleError::SystemsFull { system: "movement", max: 256 }.into(),
            ErrorCode::BudgetExhausted,
            "the world has 256 systems, as many as it may",
            "give World::add_systems at most 256 systems in all, or put several into one",
            "systems-full",
        ),
        given(
            snapshot_of_other_systems(),
            ErrorCode::InvalidArgument,
            "the snapshot is of a world in which system 1 is `nothing`",
            "call World::add_systems for `nothing` as number 1 in both worlds",
            "snapshot-system",
        ),
    ]
}

fn errors_of_time() -> Vec<Given> {
    vec![
        given(
            restored(made(Options::with_capacity(1).seed(1))),
            ErrorCode::InvalidArgument,
            "the snapshot is of a world that was made with another `seed`",
            "make both worlds with the same Options::seed",
            "snapshot-option",
        ),
        given(
            restored(World::new(Options::with_capacity(1)).expect("legal options")),
            ErrorCode::InvalidArgument,
            "the snapshot is of a world in which component 1 is `promises::scene::Pos`",
            "call World::register for `promises::scene::Pos` as number 1 in both worlds",
            "snapshot-component",
        ),
        given(
            saved(POS).expect_err("implicit"),
            ErrorCode::InvalidArgument,
            "type `promises::scene::Pos` has no declared id to be saved by",
            "give `promises::scene::Pos` an id with #[component(id = \"..\")] or #[resource(id = \"..\")], or set Options::implicit_ids",
            "implicit-id",
        ),
        given(
            loaded(b"LAIGESAV", &world(1)),
            ErrorCode::MalformedInput,
            "the save is malformed at byte 8",
            "save again, and see what save::LoadError says",
            "save-malformed",
        ),
        given(
            loaded(&saved(Marked).expect("it has an id"), &world(1)),
            ErrorCode::InvalidArgument,
            "the save has a type at byte 183 that the world does not know so",
            "see what save::LoadError says, and call World::register or World::register_resource first",
            "save-mismatch",
        ),
        given(
            delta_of_others(),
            ErrorCode::InvalidArgument,
            "the delta was made of another snapshot",
            "give Delta::apply the snapshot that Delta::between was given first",
            "delta-base",
        ),
        given(
            loaded(&saved(()).expect("no component"), &world(0)),
            ErrorCode::BudgetExhausted,
            "the save needs `with_capacity` to be at least 1",
            "give Options::with_capacity at least 1",
            "save-too-large",
        ),
        given(
            Timeline::new(1).rewind(&mut world(1), 37).expect_err("empty"),
            ErrorCode::InvalidArgument,
            "the timeline has no snapshot of tick 37",
            "call Timeline::record at tick 37, and give Timeline::new a greater length",
            "snapshot-missing",
        ),
    ]
}

#[expect(non_camel_case_types, reason = "a system has the name of its function")]
struct nothing {}

impl laige::System for nothing {
    const NAME: &'static str = "nothing";

    fn body() -> laige::__private::Body {
        laige::__private::Body::of::<()>(|| {})
    }
}

fn snapshot_of_other_systems() -> Error {
    let mut one = World::new(Options::with_capacity(1)).expect("legal options");
    let mut two = World::new(Options::with_capacity(1)).expect("legal options");
    one.register_system::<nothing>().expect("a system");
    two.restore(&one.snapshot()).expect_err("no such system")
}

fn float_forbidden() -> Error {
    let mut world =
        World::new(Options::with_capacity(1).forbid_floats(true)).expect("legal options");
    world.register::<Pos>().expect_err("its fields are floats")
}

fn errors_of_replays() -> Vec<Given> {
    let config = laige::Config::with_capacity(1);
    let identity = laige::replay::ReplayIdentity::new(&config, 0);
    let other = laige::replay::ReplayIdentity::new(&config, 1);
    vec![
        given(
            laige::replay::Log::parse(&b"LGRP"[..]).expect_err("no more than a beginning").into(),
            ErrorCode::MalformedInput,
            "the replay log is malformed at byte 4",
            "record again, and see what replay::MalformedLog says",
            "replay-malformed",
        ),
        given(
            identity.check(&other).expect_err("other components").into(),
            ErrorCode::InvalidArgument,
            "the replay log belongs to other runs: component_schema differs",
            "give replay::run the Config and components with the component_schema of the log",
            "replay-mismatch",
        ),
        given(
            laige::replay::RunError::<Error>::DeterminismDisabled { seed: 42 }.into(),
            ErrorCode::InvalidArgument,
            "the configuration with seed 42 is not deterministic",
            "set Config::deterministic to true, in the recording as well",
            "determinism-disabled",
        ),
    ]
}

#[cfg(feature = "std")]
fn errors_of_recordings() -> Vec<Given> {
    use laige::replay::{Header, Log, LogWriter, RecordError, Recorder};
    let header = || Header::version_1(crate::replay_scene::published_identity());
    let mut writer = LogWriter::new(Vec::new(), header(), 60).expect("room for an empty log");
    let full = writer.frame(1, &[0; 20]).expect_err("too long");
    vec![
        given(
            RecordError::OutOfTurn { expected: 3, tick: 7 }.into(),
            ErrorCode::InvalidArgument,
            "the recording refused the frame of tick 7",
            "see what replay::RecordError says, and call Recorder::frame once per tick",
            "recording-refused",
        ),
        given(
            Recorder::create("", header(), 0).expect_err("no path").into(),
            ErrorCode::InvalidArgument,
            "the recording refused the frame of tick 0",
            "see what replay::RecordError says of the path, the limit and the header",
            "recording-refused",
        ),
        given(
            full.into(),
            ErrorCode::BudgetExhausted,
            "the recording is at its limit of 60 bytes",
            "give Recorder::create a limit above 60, or record shorter inputs",
            "recording-full",
        ),
        given(
            Log::load("missing/run.replay", 0).expect_err("not there").into(),
            ErrorCode::IoError,
            "could not read a replay log",
            "look at the kind of the error that was converted",
            "io",
        ),
    ]
}

/// The error of restoring a world's snapshot into this one.
fn restored(mut other: World) -> Error {
    other.restore(&world(1).snapshot()).expect_err("another world")
}

fn stable_id_taken() -> Error {
    #[component(id = "game.twin")]
    struct One;
    #[component(id = "game.twin")]
    struct Two;
    let mut world = World::new(Options::with_capacity(1)).expect("legal options");
    world.register::<One>().expect("the first");
    world.register::<Two>().expect_err("taken")
}

fn types_full() -> Error {
    let mut world =
        World::new(Options::with_capacity(1).max_component_types(1)).expect("legal options");
    world.register::<Pos>().expect("the first");
    world.register::<Vel>().expect_err("full")
}

fn component_limit() -> Error {
    let mut world = made(Options::with_capacity(1).max_components_per_entity(1));
    world.spawn((POS, VEL)).expect_err("too many")
}

fn archetypes_full() -> Error {
    let mut world = made(Options::with_capacity(1).max_archetypes(1));
    let entity = world.spawn((POS,)).expect("there is room");
    world.insert(entity, VEL).expect_err("too many")
}

fn commands_full() -> Error {
    let mut world = made(Options::with_capacity(1).max_commands(0));
    let mut commands = world.commands();
    commands.spawn_empty();
    world.apply(&mut commands).ok().expect_err("no room")
}

#[test]
fn every_error_is_given_by_the_call_that_says_so() {
    for Given { error, code, text, .. } in every_error() {
        assert_eq!((error.code(), error.to_string().as_str()), (code, text));
    }
}

#[test]
fn every_variant_is_reached_but_the_lack_of_memory() {
    let reached: Vec<_> =
        every_error().iter().map(|given| std::mem::discriminant(&given.error)).collect();
    let missing: Vec<&str> = Error::catalogue()
        .filter(|entry| !reached.contains(&std::mem::discriminant(&entry.sample)))
        .map(|entry| entry.variant)
        .collect();
    // Without the standard library there are no recordings and no files.
    let unreachable: &[&str] = if cfg!(feature = "std") {
        &["OutOfMemory"]
    } else {
        &["RecordingRefused", "RecordingFull", "Io", "OutOfMemory"]
    };
    assert_eq!(missing, unreachable);
}

#[test]
fn report_is_a_line_of_five_fields_whose_fix_names_the_call_and_the_value() {
    for Given { error, code, text, fix, anchor } in every_error() {
        let report = error.report().to_string();
        let fields: Vec<&str> = report.split(" | ").collect();
        let [head, what, why, how, place] = fields[..] else { panic!("{report}") };
        assert_eq!((head, what, how), (code.as_str(), text, fix));
        assert_eq!(
            (place, error.doc_anchor()),
            (format!("docs/api/errors.md#{anchor}").as_str(), place)
        );
        assert!(!why.is_empty() && !report.contains('\n'), "{report}");
    }
}

#[test]
fn texts_read_as_sentences() {
    for entry in Error::catalogue() {
        let text = entry.sample.to_string();
        assert!(text.starts_with(|c: char| c.is_lowercase()) && !text.ends_with('.'), "{text}");
        assert!(!text.contains("  ") && text.is_ascii(), "{text}");
    }
}

#[test]
fn codes_have_fixed_numbers_and_names() {
    let published = [
        (1, ErrorCode::Unknown, "unknown"),
        (2, ErrorCode::InvalidArgument, "invalid_argument"),
        (3, ErrorCode::MalformedInput, "malformed_input"),
        (4, ErrorCode::BudgetExhausted, "budget_exhausted"),
        (5, ErrorCode::IoError, "io_error"),
    ];
    for (number, code, name) in published {
        assert_eq!(
            (code.number(), code.as_str(), code.to_string()),
            (number, name, name.to_string())
        );
        assert_eq!(ErrorCode::from_number(number), code);
    }
    assert!(
        [0, 6, u32::MAX]
            .into_iter()
            .all(|number| ErrorCode::from_number(number) == ErrorCode::Unknown)
    );
}

#[test]
fn error_is_a_small_copy_value() {
    fn is_error<E: std::error::Error + Copy + Send + Sync + 'static>() {}
    is_error::<Error>();
    assert!(size_of::<Error>() <= 24);
    assert!(size_of::<laige::Result<Entity>>() <= 24);
}

#[test]
fn stale_entity_says_none_for_no_entity() {
    let error = world(1).check(Entity::NONE).expect_err("never valid");
    assert_eq!(error.to_string(), "entity NONE is not alive in this world");
}

#[test]
fn unregistered_component_is_an_error_for_writes_and_absent_for_reads() -> laige::Result<()> {
    let mut world = world(3);
    let entity = world.spawn((POS, Health(1)))?;
    let unregistered = Error::ComponentUnregistered { component: Unknown::NAME };
    assert_eq!(world.insert(entity, Unknown(1)), Err(unregistered));
    assert_eq!(world.insert(entity, (Score(1), Unknown(1))), Err(unregistered));
    assert_eq!(world.remove::<Unknown>(entity), Err(unregistered));
    assert_eq!(world.remove::<(Pos, Unknown)>(entity), Err(unregistered));
    assert_eq!(world.take::<Unknown>(entity), Err(unregistered));
    assert_eq!(world.spawn((Unknown(1),)), Err(unregistered));
    assert_eq!(world.guardrail_stats().component_unregistered_warns, 6);
    assert!(!world.has::<Unknown>(entity) && world.get::<Unknown>(entity).is_none());
    assert!(
        world.get_mut::<Unknown>(entity).is_none() && world.component_id::<Unknown>().is_none()
    );
    assert_eq!(
        (world.query::<&Unknown>().count(), world.query::<(&Pos, Option<&Unknown>)>().count()),
        (0, 1)
    );
    assert_eq!(world.entity(entity).map(|view| view.components().count()), Some(2));
    assert_eq!(world.guardrail_stats().component_unregistered_warns, 6, "reads are silent");
    Ok(())
}
