//! What reaches `tracing`, seen by a subscriber that keeps everything.

use alloc::{
    format,
    string::{String, ToString},
    sync::Arc,
    vec::Vec,
};
use core::fmt::Debug;
use std::sync::Mutex;

use tracing::field::{Field, Visit};
use tracing::{Level, Metadata, Subscriber, span};

use super::*;

/// One record: its metadata, and its fields as text in the order they came.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Seen {
    name: &'static str,
    target: &'static str,
    level: Level,
    fields: Vec<(&'static str, String)>,
}

impl Seen {
    fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(field, _)| *field == name).map(|(_, value)| value.as_str())
    }
}

impl Visit for Seen {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.fields.push((field.name(), format!("{value:?}")));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.fields.push((field.name(), value.to_string()));
    }
}

#[derive(Clone, Default)]
struct Everything(Arc<Mutex<Vec<Seen>>>);

impl Subscriber for Everything {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn event(&self, event: &tracing::Event<'_>) {
        let of = event.metadata();
        let mut seen =
            Seen { name: of.name(), target: of.target(), level: *of.level(), fields: Vec::new() };
        event.record(&mut seen);
        self.0.lock().expect("no test panics while it holds the lock").push(seen);
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}
    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}
    fn enter(&self, _: &span::Id) {}
    fn exit(&self, _: &span::Id) {}
}

/// What `tracing` is told while `run` runs.
fn seen_by_tracing(run: impl FnOnce()) -> Vec<Seen> {
    let subscriber = Everything::default();
    tracing::subscriber::with_default(subscriber.clone(), run);
    subscriber.0.lock().expect("no test panics while it holds the lock").clone()
}

/// Name, and how many were suppressed if it is a summary.
fn in_short(seen: &[Seen]) -> Vec<(&'static str, Option<String>)> {
    seen.iter().map(|record| (record.name, record.field("suppressed").map(String::from))).collect()
}

const STALE: Event = Event::StaleEntityAccess { entity_id: 5, generation: 2 };
const DESTROY: Event = Event::StaleEntityDestroy { entity_id: 5, generation: 2 };
const BIRTH: Event = Event::ArchetypeCreated { archetype_id: 1, components: 2 };
const STALE_NAME: &str = "ecs/stale_entity_access";

/// One event of every kind.
const SAMPLES: [Event; KINDS] = [
    BIRTH,
    Event::ArchetypeGrow { archetype_id: 1, rows: 32, components: 2 },
    Event::ArchetypeBudget { entity_id: 5, archetype_count: 256 },
    Event::ComponentLimit { entity_id: 5, archetype_id: 3, components: 32 },
    Event::ComponentUnregistered { entity_id: 5, generation: 2 },
    Event::ComponentDuplicate { component_id: 1, size: 8, alignment: 4 },
    STALE,
    DESTROY,
    Event::EntityBudget25 { entity_count: 2, capacity: 8, level: 25 },
    Event::EntityBudget50 { entity_count: 4, capacity: 8, level: 50 },
    Event::EntityBudget100 { entity_count: 8, capacity: 8, level: 100 },
    Event::ChurnPerFrame { frame_churn: 257, churn_budget: 256 },
    Event::TickDropped { dropped: 8, total_dropped: 8, max_catch_up: 2, tick_rate_hz: 60 },
    Event::TickRateInvalid { tick_rate_hz: 0 },
    Event::CatchupInvalid { max_catch_up: 0 },
    Event::IdentityMismatch {
        seed: true,
        tick_rate: false,
        component_schema: false,
        math_backend: false,
        config: true,
    },
    Event::DeterminismDisabled { seed: 42 },
    Event::DiffIdentityMismatch {
        log: "B",
        seed: false,
        tick_rate: false,
        component_schema: true,
        math_backend: false,
        config: false,
    },
    Event::DiffDeterminismDisabled { log: "A", seed: 42 },
    Event::NameInvalid { budget_raw: 65_536 },
    Event::BudgetInvalid { name: "move", budget_raw: 0 },
    Event::DepSpecInvalid { name: "move", error: "too_many" },
    Event::SystemDuplicate { name: "move", existing_system_id: 3 },
    Event::IoUnregistered { name: "move" },
    Event::SystemBudgetExhausted { name: "move", systems: 256 },
    Event::DepMissing { system: "move", missing_dep: "turn", position: 1 },
    Event::ReadBeforeWrite { component_id: 2, reader: "look", writer: "move" },
    Event::ScheduleStale { scheduled_systems: 3, current_systems: 4 },
    LATE,
    CRITICAL,
];

const LATE: Event = Event::BudgetOverrun {
    system: "move",
    id: 1,
    measured_ms: 3.0,
    budget_ms: 2.0,
    p99_ms: 3.0,
    window_samples: 64,
};
const CRITICAL: Event = Event::BudgetCritical {
    system: "move",
    id: 1,
    measured_ms: 6.0,
    budget_ms: 2.0,
    p99_ms: 6.0,
    window_samples: 64,
};

#[test]
fn records_carry_the_names_fields_and_severities_of_the_table() {
    let log = EventLog::new();
    let seen = seen_by_tracing(|| SAMPLES.iter().for_each(|&event| log.emit(event)));
    assert_eq!(seen.len(), TABLE.len());
    for (record, info) in seen.iter().zip(TABLE) {
        let level = match info.severity {
            Severity::Info => Level::INFO,
            Severity::Warn => Level::WARN,
            Severity::Error => Level::ERROR,
        };
        let (subsystem, _) = info.name.split_once('/').unwrap_or_default();
        assert_eq!((record.name, record.level), (info.name, level));
        assert_eq!(record.target, format!("laige::{subsystem}"));
        assert_eq!(record.field("event"), Some(info.name));
        let fields: Vec<&str> = record.fields.iter().map(|(name, _)| *name).collect();
        let own: Vec<&str> =
            fields.into_iter().filter(|name| !["event", "message"].contains(name)).collect();
        let advised = |name: &&str| cfg!(debug_assertions) || *name != "advice";
        assert_eq!(own, info.fields.iter().copied().filter(advised).collect::<Vec<_>>());
    }
    assert_eq!(seen[11].field("frame_churn"), Some("257"));
}

#[test]
fn warnings_are_lines_of_five_fields() {
    let log = EventLog::new();
    let seen = seen_by_tracing(|| SAMPLES.iter().for_each(|&event| log.emit(event)));
    for (record, info) in seen.iter().zip(TABLE) {
        let message = record.field("message").unwrap_or_default();
        let fields: Vec<&str> = message.split(" | ").collect();
        if info.severity == Severity::Info {
            assert_eq!(fields.len(), 1, "{message}");
            continue;
        }
        assert_eq!((fields.len(), fields[0], fields[4]), (5, info.name, info.anchor), "{message}");
        assert!(fields.iter().all(|field| !field.is_empty() && !field.contains('|')), "{message}");
    }
}

#[test]
fn guardrail_text_is_fixed() {
    let log = EventLog::new();
    let seen = seen_by_tracing(|| log.emit(SAMPLES[8]));
    assert_eq!(
        seen[0].field("message"),
        Some(
            "ecs/entity_budget_25 | 2 of 8 entities are alive, 25 % of the capacity | \
             the capacity is fixed, and spawning fails when it is used up | \
             raise Options::with_capacity above 8, or call World::despawn sooner | docs/api/entity.md#guardrails"
        )
    );
}

#[test]
fn a_failed_spawn_reads_well() {
    let log = EventLog::new();
    let seen = seen_by_tracing(|| {
        log.emit(Event::ComponentUnregistered { entity_id: NO_SLOT, generation: 0 });
        log.emit(Event::ArchetypeBudget { entity_id: NO_SLOT, archetype_count: 256 });
    });
    for record in seen {
        assert!(
            record.field("message").unwrap_or_default().contains(" | a new entity "),
            "{record:?}"
        );
    }
}

#[test]
fn one_warning_of_a_kind_in_sixty_frames_is_shown() {
    let mut log = EventLog::new();
    let seen = seen_by_tracing(|| {
        for _frame in 0..=120 {
            log.emit(STALE);
            log.begin_frame();
        }
    });
    let shown = (STALE_NAME, None);
    let summary = ("ecs/rate_limited", Some("59".to_string()));
    assert_eq!(in_short(&seen), [shown.clone(), summary.clone(), shown.clone(), summary, shown]);
    assert_eq!(seen[1].field("event"), Some(STALE_NAME));
    assert_eq!(seen[1].level, Level::WARN);
    assert_eq!(log.count(EventKind::StaleEntityAccess), 121);
}

#[test]
fn kinds_are_limited_apart_and_info_is_not() {
    let mut log = EventLog::new();
    let seen = seen_by_tracing(|| {
        for event in [STALE, DESTROY, BIRTH, STALE, BIRTH, STALE] {
            log.emit(event);
        }
        log.flush();
        log.flush();
    });
    let names: Vec<&str> = seen.iter().map(|record| record.name).collect();
    let birth = "ecs/archetype_created";
    assert_eq!(names, [STALE_NAME, "ecs/stale_entity_destroy", birth, birth, "ecs/rate_limited"]);
    assert_eq!(in_short(&seen)[4].1.as_deref(), Some("2"));
    assert_eq!(log.count(EventKind::StaleEntityAccess), 3);
    assert_eq!(log.count(EventKind::StaleEntityDestroy), 1);
}

#[test]
fn dropping_the_log_tells_what_was_suppressed() {
    let log = EventLog::new();
    let seen = seen_by_tracing(|| {
        log.emit(STALE);
        log.emit(STALE);
        drop(log);
    });
    assert_eq!(in_short(&seen)[1], ("ecs/rate_limited", Some("1".to_string())));
    let untouched = EventLog::new();
    assert_eq!(seen_by_tracing(|| drop(untouched)), []);
}

#[test]
fn counters_count_beyond_32_bits() {
    let counter = Counter { low: AtomicU32::new(u32::MAX), high: AtomicU32::new(0) };
    counter.increment();
    assert_eq!(counter.get(), 1 << 32);
    assert_eq!((counter.take(), counter.take()), (1 << 32, 0));
}
