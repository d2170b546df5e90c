//! Events: what a world tells through `tracing`, with which names and fields, how often, and that nobody who listens can break it.
//!
//! Case U21 in part (a panic in user code leaves nothing half done).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use laige::prelude::*;
use laige::replay::{self, Log, ReplayIdentity, Side};
use laige::{Config, Loop};
use laige_core::__private::{EVENTS, Severity};
use tracing::Level;

use crate::listener::{Shock, Told, told, with_panic_at};
use crate::replay_scene::{Dice, SCHEMA, empty_log};
use crate::scene::{All, Health, POS, Pos, Score, Unknown, VEL, Visible, audited, made, world};

/// The names of what was told.
fn names(told: &[Told]) -> Vec<&'static str> {
    told.iter().map(|record| record.name).collect()
}

/// The fields of a record beside `event`, the message and the advice, as one text.
fn fields(record: &Told) -> String {
    let own =
        record.fields.iter().filter(|(name, _)| !["event", "message", "advice"].contains(name));
    own.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

/// Makes a world tell everything it has to tell, each thing once.
fn tell_everything() {
    let mut world = World::new(
        Options::with_capacity(8)
            .max_archetypes(3)
            .max_components_per_entity(3)
            .churn_per_frame_budget(1),
    )
    .expect("legal options");
    world.register_all::<All>().expect("there is room");
    let entity = world.spawn((POS,)).expect("there is room");
    world.insert(entity, VEL).expect("there is room");
    world.insert(entity, Health(1)).expect("there is room");
    assert!(world.insert(entity, Score(1)).is_err());
    assert!(world.remove::<Pos>(entity).is_err());
    assert!(world.insert(entity, Unknown(1)).is_err());
    assert!(world.register::<Pos>().is_err());
    assert!(world.check(Entity::from_bits(0x0500_0002)).is_err());
    assert!(world.despawn(Entity::from_bits(0x0600_0003)).is_err());
    world.spawn_batch([(); 7]).expect("there is room");
    tell_everything_of_loops();
}

/// The same for loops.
fn tell_everything_of_loops() {
    assert!(Loop::new(19, 5).is_err() && Loop::new(60, 0).is_err());
    let mut ticks = Loop::new(50, 2).expect("in range");
    ticks.advance(Duration::ZERO);
    ticks.advance(Duration::from_millis(100));
    tell_everything_of_replays();
    crate::system_timing::tell_everything_of_systems();
    #[cfg(feature = "std")]
    {
        use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

        // Tests run at the same time, and each has a file of its own.
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("recording-{}", NEXT.fetch_add(1, Relaxed));
        tell_everything_of_recordings(&name).expect("the folder is writable");
    }
}

/// The same for replays.
fn tell_everything_of_replays() {
    let config = Config::with_capacity(8).seed(5);
    let loose = config.deterministic(false);
    let logs = [config, loose].map(|config| empty_log(&ReplayIdentity::new(&config, SCHEMA)));
    let [fits, unfit] = logs.each_ref().map(|bytes| Log::parse(&bytes[..]).expect("by hand"));
    let [mut a, mut b] = [Dice::new(1), Dice::new(2)];
    assert!(replay::run(&mut fits.frames(), &config.tick_rate_hz(30), &mut a).is_err());
    assert!(replay::run(&mut unfit.frames(), &loose, &mut a).is_err());
    for (a_log, b_log, b_config) in [(&fits, &unfit, config), (&fits, &unfit, loose)] {
        let a = Side { source: a_log.frames(), config: &config, simulation: &mut a };
        let b = Side { source: b_log.frames(), config: &b_config, simulation: &mut b };
        assert!(replay::diff(a, b, 1).is_err());
    }
}

/// The same for recordings: one that is finished, one that fails.
#[cfg(feature = "std")]
fn tell_everything_of_recordings(name: &str) -> std::io::Result<()> {
    use laige::replay::{Header, Recorder};
    let folder = std::env::temp_dir().join(format!("laige-events-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let identity = ReplayIdentity::new(&Config::with_capacity(8).seed(5), SCHEMA);
    let create = || Recorder::create(folder.join(name), Header::version_1(identity), 100);
    create().expect("valid").finish().expect("writable");
    assert!(create().expect("valid").frame(7, &[]).is_err());
    Ok(())
}

#[test]
fn events_have_the_published_names_fields_and_severities() {
    let told = told(tell_everything);
    let mut all: Vec<_> =
        told.iter().map(|record| (record.name, record.level, fields(record))).collect();
    let expected = [
        ("ecs/archetype_created", Level::INFO, "archetype_id=1 components=1"),
        ("ecs/archetype_grow", Level::INFO, "archetype_id=1 rows=16 components=1"),
        ("ecs/archetype_created", Level::INFO, "archetype_id=2 components=2"),
        ("ecs/archetype_grow", Level::INFO, "archetype_id=2 rows=16 components=2"),
        ("ecs/archetype_created", Level::INFO, "archetype_id=3 components=3"),
        ("ecs/archetype_grow", Level::INFO, "archetype_id=3 rows=16 components=3"),
        ("ecs/churn_per_frame", Level::WARN, "frame_churn=2 churn_budget=1"),
        ("ecs/component_limit", Level::WARN, "entity_id=0 archetype_id=3 components=3"),
        ("ecs/archetype_budget", Level::WARN, "entity_id=0 archetype_count=3"),
        ("ecs/component_unregistered", Level::WARN, "entity_id=0 generation=1"),
        ("ecs/component_duplicate", Level::WARN, "component_id=1 size=8 alignment=4"),
        ("ecs/stale_entity_access", Level::WARN, "entity_id=5 generation=2"),
        ("ecs/stale_entity_destroy", Level::WARN, "entity_id=6 generation=3"),
        ("ecs/entity_budget_25", Level::WARN, "entity_count=2 capacity=8 level=25"),
        ("ecs/entity_budget_50", Level::WARN, "entity_count=4 capacity=8 level=50"),
        ("ecs/entity_budget_100", Level::WARN, "entity_count=8 capacity=8 level=100"),
        ("loop/tick_rate_invalid", Level::WARN, "tick_rate_hz=19"),
        ("loop/catchup_invalid", Level::WARN, "max_catch_up=0"),
        (
            "loop/tick_dropped",
            Level::WARN,
            "dropped=3 total_dropped=3 max_catch_up=2 tick_rate_hz=50",
        ),
        (
            "replay/identity_mismatch",
            Level::WARN,
            "seed=false tick_rate=true component_schema=false math_backend=false config=true",
        ),
        ("replay/determinism_disabled", Level::WARN, "seed=5"),
        (
            "replay/diff_identity_mismatch",
            Level::WARN,
            "log=B seed=false tick_rate=false component_schema=false math_backend=false config=true",
        ),
        ("replay/diff_determinism_disabled", Level::WARN, "log=B seed=5"),
    ];
    // Recordings and systems are shown by tests of their own.
    all.retain(|(name, ..)| !name.starts_with("replay/record_") && !name.starts_with("system/"));
    assert_eq!(all, expected.map(|(name, level, fields)| (name, level, fields.to_string())));
}

#[test]
fn every_record_says_its_name_and_where_it_comes_from() {
    for record in told(tell_everything) {
        let (subsystem, _) = record.name.split_once('/').expect("names have a subsystem");
        assert_eq!(record.target, format!("laige::{subsystem}"));
        assert_eq!(record.field("event"), record.name);
        let info = EVENTS.iter().find(|info| info.name == record.name).expect("it is in the table");
        let level = match info.severity {
            Severity::Info => Level::INFO,
            Severity::Error => Level::ERROR,
            _ => Level::WARN,
        };
        assert_eq!(record.level, level);
        let advised = record.fields.iter().any(|(name, _)| *name == "advice");
        assert_eq!(
            advised,
            cfg!(debug_assertions) && info.fields.contains(&"advice"),
            "{}",
            record.name
        );
    }
}

#[test]
fn every_event_of_the_table_is_told() {
    let told = told(tell_everything);
    let missing = EVENTS.iter().map(|info| info.name).filter(|name| !names(&told).contains(name));
    // Without the standard library there are no files to record into.
    let missing: Vec<&str> = missing
        .filter(|name| cfg!(feature = "std") || !name.starts_with("replay/record_"))
        .collect();
    assert_eq!(missing, [] as [&str; 0]);
}

#[test]
fn warning_is_a_line_of_five_fields_the_same_in_every_build() {
    let told = told(tell_everything);
    for record in told.iter().filter(|record| record.level != Level::INFO) {
        let parts: Vec<&str> = record.field("message").split(" | ").collect();
        assert_eq!((parts.len(), parts[0]), (5, record.name), "{record:?}");
        assert!(parts.iter().all(|part| !part.is_empty() && !part.contains('|')), "{record:?}");
        assert!(parts[4].starts_with("docs/") && parts[4].contains('#'), "{record:?}");
    }
    let message = |name: &str| {
        let record = told.iter().find(|record| record.name == name).expect("it was told");
        record.field("message").to_string()
    };
    assert_eq!(
        message("ecs/entity_budget_50"),
        "ecs/entity_budget_50 | 4 of 8 entities are alive, 50 % of the capacity | the capacity is fixed, and spawning \
         fails when it is used up | raise Options::with_capacity above 8, or call World::despawn sooner | \
         docs/api/entity.md#guardrails"
    );
    assert_eq!(
        message("ecs/stale_entity_access"),
        "ecs/stale_entity_access | entity 5v2 was used but is not alive | it was despawned, or the handle is of another \
         world or of an abandoned future | ask World::is_valid first, and forget handles of what was despawned | \
         docs/api/errors.md#stale-entity"
    );
    assert_eq!(message("ecs/archetype_created"), "archetype 1 (1 components) was born");
}

#[test]
fn no_entity_and_a_new_entity_are_called_by_their_names() {
    let told = told(|| {
        let mut world = made(Options::with_capacity(4).max_archetypes(1));
        assert!(world.check(Entity::NONE).is_err());
        assert!(world.despawn(Entity::NONE).is_err());
        world.spawn((POS,)).expect("there is room");
        assert!(world.spawn((VEL,)).is_err());
        assert!(world.spawn((Unknown(1),)).is_err());
    });
    let what = |name: &str| {
        let record = told.iter().find(|record| record.name == name).expect("it was told");
        (record.field("entity_id"), record.field("message").split(" | ").nth(1).unwrap_or_default())
    };
    assert_eq!(what("ecs/stale_entity_access").1, "entity NONE was used but is not alive");
    assert_eq!(what("ecs/stale_entity_destroy").1, "entity NONE was despawned but is not alive");
    assert_eq!(
        what("ecs/archetype_budget"),
        ("4294967295", "a new entity needs a new archetype, all 1 are in use")
    );
    assert!(what("ecs/component_unregistered").1.starts_with("a new entity "));
}

/// Fails to despawn an entity, once.
fn miss(world: &mut World) {
    assert!(world.despawn(Entity::NONE).is_err());
}

const MISSED: &str = "ecs/stale_entity_destroy";
const LIMITED: &str = "ecs/rate_limited";

#[test]
fn one_warning_of_a_kind_in_sixty_frames_is_shown() {
    let mut world = world(4);
    let told = told(|| {
        for frame in 0..=120 {
            miss(&mut world);
            if frame % 2 == 0 {
                miss(&mut world);
            }
            world.begin_frame();
        }
    });
    // Frames 0, 60 and 120; of 0 to 59 there were 90 in all, of which one was shown, and of 60 to 119 as many.
    assert_eq!(names(&told), [MISSED, LIMITED, MISSED, LIMITED, MISSED]);
    for summary in [&told[1], &told[3]] {
        assert_eq!(
            (summary.field("event"), summary.field("suppressed"), summary.level),
            (MISSED, "89", Level::WARN)
        );
        assert_eq!(summary.field("message"), "89 more of ecs/stale_entity_destroy were not shown");
    }
    assert_eq!(world.guardrail_stats().stale_despawn_warns, 61 * 2 + 60);
}

#[test]
fn kinds_are_limited_apart_and_information_is_not() {
    // It lives on, for a world that is dropped tells more.
    let mut kept = None;
    let told = told(|| {
        let mut world = world(4);
        miss(&mut world);
        assert!(world.check(Entity::NONE).is_err());
        world.spawn((POS,)).expect("there is room");
        miss(&mut world);
        world.spawn((VEL,)).expect("there is room");
        kept = Some(world);
    });
    drop(kept);
    let created = "ecs/archetype_created";
    let kept: Vec<_> = names(&told)
        .into_iter()
        .filter(|name| [MISSED, "ecs/stale_entity_access", created].contains(name))
        .collect();
    assert_eq!(kept, [MISSED, "ecs/stale_entity_access", created, created]);
}

#[test]
fn worlds_are_limited_apart() {
    let told = told(|| {
        let (mut one, mut two) = (world(4), world(4));
        miss(&mut one);
        miss(&mut two);
    });
    assert_eq!(names(&told), [MISSED, MISSED]);
}

#[test]
fn flushing_tells_what_was_suppressed_and_dropping_does_so_too() {
    let mut world = world(4);
    let flushed = told(|| {
        for _ in 0..5 {
            miss(&mut world);
        }
        world.flush_events();
        world.flush_events();
    });
    assert_eq!(names(&flushed), [MISSED, LIMITED]);
    assert_eq!(flushed[1].field("suppressed"), "4");
    let dropped = told(|| {
        miss(&mut world);
        drop(world);
    });
    assert_eq!(names(&dropped), [LIMITED]);
    assert_eq!(dropped[0].field("suppressed"), "1");
    assert!(told(|| drop(crate::scene::world(4))).is_empty());
}

#[test]
fn growth_is_told_when_reserved_rows_exceed_their_former_peak() {
    let told = told(|| {
        let mut world = world(1_000);
        let grown = world.spawn_batch([Health(1); 40]).expect("there is room").to_vec();
        for entity in grown {
            world.despawn(entity).expect("it is alive");
        }
        world.settle();
        // Up to the former peak nothing is told.
        world.spawn_batch([Health(1); 40]).expect("there is room");
        world.spawn_batch([Health(1); 30]).expect("there is room");
    });
    let rows: Vec<&str> =
        told.iter().filter(|r| r.name == "ecs/archetype_grow").map(|r| r.field("rows")).collect();
    assert_eq!(rows, ["16", "32", "64", "128"]);
}

#[test]
fn what_is_undone_is_not_told() {
    let told = told(|| {
        let mut world = world(30);
        // Neither the archetype nor its rows were ever there.
        assert!(world.spawn_batch((0..31).filter(|i| *i >= 0).map(Health)).is_err());
        world.spawn((Visible,)).expect("there is room");
        assert!(world.spawn_batch([(POS, VEL); 30]).is_err());
    });
    let created = "ecs/archetype_created";
    assert_eq!(names(&told), [created, "ecs/archetype_grow"]);
    assert_eq!(told[0].field("archetype_id"), "1");
}

#[test]
fn reading_tells_nothing() {
    let mut world = world(8);
    let entity = world.spawn((POS, Health(1))).expect("there is room");
    world.spawn((Health(2),)).expect("there is room");
    let told = told(|| {
        assert!(
            world.get::<Pos>(Entity::NONE).is_none() && !world.has::<Pos>(Entity::from_bits(77))
        );
        assert!(world.get_mut::<Unknown>(entity).is_none() && !world.is_valid(Entity::NONE));
        query!(world, |p: &mut Pos, h: Option<&Health>| p.x += h.map_or(0.0, |_| 1.0));
        assert_eq!(world.query::<(Entity, Without<Visible>)>().count(), 2);
        assert!(world.query::<&Pos>().get(Entity::NONE).is_none());
        world.insert(entity, POS).expect("it is alive");
    });
    assert_eq!(names(&told), [] as [&str; 0]);
}

/// Does everything that makes a world tell something, with a listener that panics at one kind of event.
fn shocked_by(event: &'static str) -> (World, usize) {
    let options = || {
        Options::with_capacity(700)
            .max_archetypes(5)
            .max_components_per_entity(3)
            .churn_per_frame_budget(1)
    };
    let mut world = made(options());
    // Queries that must learn of every archetype.
    assert_eq!(world.query::<&Pos>().count() + world.query::<(&Pos, &Health)>().count(), 0);
    let mut shocks = 0;
    let mut call = |call: &mut dyn FnMut(&mut World)| {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| call(&mut world))) {
            assert_eq!(panic.downcast_ref::<Shock>(), Some(&Shock));
            shocks += 1;
        }
        audited(&world);
    };
    with_panic_at(event, || {
        for i in 0..300 {
            call(&mut |world| _ = world.spawn((POS, Health(i))));
        }
        call(&mut |world| _ = world.spawn_batch([(Health(1), Visible); 300]).map(<[Entity]>::len));
        call(&mut |world| _ = world.spawn_columns(20, &[POS; 20]).map(<[Entity]>::len));
        let all: Vec<Entity> = world_entities(&mut call);
        for (i, &entity) in all.iter().enumerate() {
            match i % 5 {
                0 => call(&mut |world| _ = world.insert(entity, Score(1))),
                1 => call(&mut |world| _ = world.remove::<(Health, Pos)>(entity)),
                2 => call(&mut |world| _ = world.despawn(entity)),
                _ => call(&mut |world| _ = world.take::<Health>(entity)),
            }
        }
        call(&mut |world| _ = world.insert(all[0], (POS, VEL, Health(1), Score(1))));
        call(&mut |world| _ = world.insert(all[0], Unknown(1)));
        call(&mut |world| _ = world.register::<Pos>());
        call(&mut |world| _ = world.check(Entity::NONE));
        call(&mut |world| _ = world.despawn(Entity::NONE));
        call(&mut |world| _ = world.spawn_batch([(); 600]).map(<[Entity]>::len));
        call(&mut |world| {
            let rest = vec![(); 700 - world.entity_count() as usize];
            _ = world.spawn_batch(rest).map(<[Entity]>::len);
        });
        call(&mut World::begin_frame);
        call(&mut World::settle);
        call(&mut |world| _ = world.query_mut::<&mut Pos>().count());
        call(&mut World::clear);
    });
    (world, shocks)
}

/// All living entities, asked through the calls of [`shocked_by`].
fn world_entities(call: &mut impl FnMut(&mut dyn FnMut(&mut World))) -> Vec<Entity> {
    let mut all = Vec::new();
    call(&mut |world| all = world.entities().collect());
    all
}

#[test]
fn listener_that_panics_leaves_the_world_valid() {
    for info in EVENTS.iter().filter(|info| info.name.starts_with("ecs/")) {
        let (mut world, shocks) = shocked_by(info.name);
        assert!(shocks > 0, "{} was never told", info.name);
        // Whatever was born while the listener panicked, queries of before know it.
        let one = world.spawn((POS, Health(1))).expect("there is room");
        let two = world.spawn((Health(2), Visible)).expect("there is room");
        assert_eq!(
            (world.query::<&Pos>().count(), world.query::<(&Pos, &Health)>().count()),
            (1, 1),
            "{}",
            info.name
        );
        assert_eq!((world.get(one), world.get(two)), (Some(&Health(1)), Some(&Health(2))));
        audited(&world);
    }
}

#[test]
fn dropped_ticks_are_told_of_once_in_sixty_frames_with_a_summary() {
    let told = told(|| {
        let mut ticks = Loop::new(100, 1).expect("in range");
        for frame in 0..=61 {
            ticks.advance(Duration::from_millis(30) * frame);
        }
    });
    let told: Vec<_> = told.iter().map(|record| (record.name, fields(record))).collect();
    // Frames 1 to 61 drop 2 ticks each. Frame 1 is shown, 2 to 60 are not, 61 is, after the summary.
    let dropped =
        |total| format!("dropped=2 total_dropped={total} max_catch_up=1 tick_rate_hz=100");
    let expected = [
        ("loop/tick_dropped", dropped(2)),
        ("loop/rate_limited", "suppressed=59".to_string()),
        ("loop/tick_dropped", dropped(122)),
    ];
    assert_eq!(told, expected);
}

#[test]
#[cfg(feature = "std")]
fn recordings_tell_how_they_begin_and_end() {
    let told = told(|| tell_everything_of_recordings("told").expect("the folder is writable"));
    let folder = std::env::temp_dir().join(format!("laige-events-{}", std::process::id()));
    let path = format!("path={}", folder.join("told").display());
    let hash = Config::with_capacity(8).seed(5).config_hash();
    let started = format!(
        "{path} size_limit=100 seed=5 math_backend=0 config_hash={hash} schema_hash={SCHEMA}"
    );
    let expected = [
        ("replay/record_started", Level::INFO, started.clone()),
        ("replay/record_finished", Level::INFO, format!("{path} bytes=56 frames=0")),
        ("replay/record_started", Level::INFO, started),
        (
            "replay/record_failed",
            Level::ERROR,
            format!("{path} tick=7 error=the frame of tick 7 came, expected 1"),
        ),
        ("replay/record_aborted", Level::WARN, format!("{path} bytes=40")),
    ];
    let all: Vec<_> =
        told.iter().map(|record| (record.name, record.level, fields(record))).collect();
    assert_eq!(all, expected);
}
