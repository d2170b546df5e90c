//! Events: what a world tells its surroundings through `tracing`, and how often. The only place that knows `tracing`.
//! Nothing in a world depends on whether anyone listens; the hot paths never come here.
//!
//! Every record has its subsystem as target (`laige::ecs`, `laige::loop`, ..), the event's name as metadata name and as field `event`, and a message:
//! for warnings the line `event | what | why | fix | doc anchor`, the same in every build. Of warnings of one kind,
//! one in [`WARNING_FRAMES`] frames reaches `tracing`; the rest are counted, and `ecs/rate_limited` (`loop/..`) says how many.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::limits::WARNING_FRAMES;

/// One kind of event, for the reference table.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct EventInfo {
    /// The name: subsystem, `/`, event.
    pub name: &'static str,
    /// How grave it is.
    pub severity: Severity,
    /// The fields beside `event` and the message. `advice` is there in debug builds only.
    pub fields: &'static [&'static str],
    /// When it is given.
    pub about: &'static str,
    /// A file under `docs/` and a heading in it.
    pub anchor: &'static str,
}

/// How grave an event is.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Severity {
    /// For the record; never rate-limited.
    Info,
    /// Something that should not go on; rate-limited.
    Warn,
    /// Something that ended what was under way; the same.
    Error,
}

/// Defines `Event`, its table and its `tracing` callsites from the same lines, so that they cannot differ.
macro_rules! events {
    ($(
        #[doc = $about:literal]
        $variant:ident = $severity:ident $name:literal
            { $($field:ident: $type:ty),* $(,)? } $(+ $advice:ident)?, $anchor:literal;
    )*) => {
        /// Something that happened in a world.
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub(crate) enum Event {
            $( #[doc = $about] $variant { $($field: $type),* }, )*
        }

        /// The kind of an event: its place in [`TABLE`].
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum EventKind { $( $variant, )* }

        impl EventKind {
            const ALL: &[Self] = &[ $( Self::$variant, )* ];
        }

        /// All kinds of events. The rate limit's own, `ecs/rate_limited` and its like, are not among them: it is about the others.
        pub(crate) static TABLE: &[EventInfo] = &[ $( EventInfo {
            name: $name,
            severity: Severity::$severity,
            fields: &[$(stringify!($field),)* $(stringify!($advice),)?],
            about: $about.trim_ascii(),
            anchor: $anchor,
        }, )* ];

        impl Event {
            pub(crate) const fn kind(&self) -> EventKind {
                match self { $( Self::$variant { .. } => EventKind::$variant, )* }
            }

            /// Hands the event to `tracing`.
            #[cfg(feature = "tracing")]
            fn record(&self) {
                let message = wording::Message(self);
                match *self { $( Self::$variant { $($field),* } => record!(
                    $severity, $name,
                    { $($field = $field,)* $($advice = wording::$advice(self),)? }, message
                ), )* }
            }
        }
    };
}

/// One `tracing` callsite.
#[cfg(feature = "tracing")]
macro_rules! record {
    (level Info) => { tracing::Level::INFO };
    (level Warn) => { tracing::Level::WARN };
    (level Error) => { tracing::Level::ERROR };
    ($severity:ident, $name:literal, { $($fields:tt)* }, $message:ident) => {
        tracing::event!(
            name: $name, target: subsystem($name).target, record!(level $severity),
            event = $name, $($fields)* "{}", $message
        )
    };
}

/// Tells `tracing` how many warnings of a kind it was not told of. Two callsites for each subsystem do for all kinds.
#[cfg(feature = "tracing")]
fn record_suppressed(kind: EventKind, suppressed: u64) {
    let EventInfo { name: event, severity, .. } = TABLE[kind as usize];
    macro_rules! summary {
        ($severity:ident, $subsystem:literal) => {
            tracing::event!(
                name: subsystem($subsystem).rate_limited, target: subsystem($subsystem).target,
                record!(level $severity),
                event, suppressed, "{} more of {} were not shown", suppressed, event
            )
        };
    }
    macro_rules! summaries {
        ($($subsystem:literal)*) => { $(
            if event.starts_with($subsystem) {
                match severity {
                    Severity::Info | Severity::Warn => summary!(Warn, $subsystem),
                    Severity::Error => summary!(Error, $subsystem),
                }
            }
        )* };
    }
    summaries!("ecs/" "loop/" "replay/" "system/");
}

/// A group of events.
#[cfg(feature = "tracing")]
struct Subsystem {
    /// The target of its records.
    target: &'static str,
    /// The name of its summaries of what was suppressed.
    rate_limited: &'static str,
}

/// The subsystem of an event.
#[cfg(feature = "tracing")]
const fn subsystem(event: &str) -> Subsystem {
    match event.as_bytes() {
        [b'e', b'c', b's', b'/', ..] => {
            Subsystem { target: "laige::ecs", rate_limited: "ecs/rate_limited" }
        }
        [b'l', b'o', b'o', b'p', b'/', ..] => {
            Subsystem { target: "laige::loop", rate_limited: "loop/rate_limited" }
        }
        [b'r', b'e', b'p', b'l', b'a', b'y', b'/', ..] => {
            Subsystem { target: "laige::replay", rate_limited: "replay/rate_limited" }
        }
        [b's', b'y', b's', b't', b'e', b'm', b'/', ..] => {
            Subsystem { target: "laige::system", rate_limited: "system/rate_limited" }
        }
        _ => panic!("the subsystem is not in this list"),
    }
}

events! {
    /// An archetype was born: the first entity with this set of components came to be.
    ArchetypeCreated = Info "ecs/archetype_created" { archetype_id: u32, components: u32 },
        "docs/api/entity.md#archetypes";
    /// An archetype's reserved rows exceeded their former peak.
    ArchetypeGrow = Info "ecs/archetype_grow" { archetype_id: u32, rows: u32, components: u32 },
        "docs/api/entity.md#archetypes";
    /// A set of components was refused: the world has all archetypes it may have.
    ArchetypeBudget = Warn "ecs/archetype_budget" { entity_id: u32, archetype_count: u32 },
        "docs/api/errors.md#archetypes-full";
    /// A component was refused: the entity would carry more than it may, which is `components`.
    ComponentLimit = Warn "ecs/component_limit" { entity_id: u32, archetype_id: u32, components: u32 },
        "docs/api/errors.md#component-limit";
    /// A component of a type that is not registered was written or removed.
    ComponentUnregistered = Warn "ecs/component_unregistered" { entity_id: u32, generation: u32 },
        "docs/api/errors.md#component-unregistered";
    /// A component type was registered again.
    ComponentDuplicate = Warn "ecs/component_duplicate" { component_id: u32, size: u32, alignment: u32 },
        "docs/api/errors.md#component-duplicate";
    /// A handle of no living entity was used.
    StaleEntityAccess = Warn "ecs/stale_entity_access" { entity_id: u32, generation: u32 },
        "docs/api/errors.md#stale-entity";
    /// A handle of no living entity was to be despawned.
    StaleEntityDestroy = Warn "ecs/stale_entity_destroy" { entity_id: u32, generation: u32 },
        "docs/api/errors.md#stale-entity";
    /// A quarter of the capacity is in use, for the first time in this frame.
    EntityBudget25 = Warn "ecs/entity_budget_25" { entity_count: u32, capacity: u32, level: u32 } + advice,
        "docs/api/entity.md#guardrails";
    /// Half of the capacity is in use, for the first time in this frame.
    EntityBudget50 = Warn "ecs/entity_budget_50" { entity_count: u32, capacity: u32, level: u32 } + advice,
        "docs/api/entity.md#guardrails";
    /// All of the capacity is in use, for the first time in this frame.
    EntityBudget100 = Warn "ecs/entity_budget_100" { entity_count: u32, capacity: u32, level: u32 } + advice,
        "docs/api/entity.md#guardrails";
    /// More components were inserted and removed in this frame than its budget allows.
    ChurnPerFrame = Warn "ecs/churn_per_frame" { frame_churn: u64, churn_budget: u32 } + advice,
        "docs/api/entity.md#guardrails";
    /// More ticks were due in a frame than may be run in one; those above are dropped.
    TickDropped = Warn "loop/tick_dropped"
        { dropped: u64, total_dropped: u64, max_catch_up: u32, tick_rate_hz: u32 },
        "docs/loop.md#when-the-machine-is-too-slow";
    /// A tick rate outside its range was asked for.
    TickRateInvalid = Warn "loop/tick_rate_invalid" { tick_rate_hz: u32 },
        "docs/api/errors.md#tick-rate-out-of-range";
    /// A loop was to run no tick at all in a frame.
    CatchupInvalid = Warn "loop/catchup_invalid" { max_catch_up: u32 },
        "docs/api/errors.md#catch-up-out-of-range";
    /// A replay log belongs to other runs; a field is true where the two differ.
    IdentityMismatch = Warn "replay/identity_mismatch" {
        seed: bool, tick_rate: bool, component_schema: bool, math_backend: bool, config: bool,
    }, "docs/api/errors.md#replay-mismatch";
    /// A replay was asked for with a configuration that is not deterministic.
    DeterminismDisabled = Warn "replay/determinism_disabled" { seed: u64 },
        "docs/api/errors.md#determinism-disabled";
    /// The same as `replay/identity_mismatch`, for `log` A or B of two that are compared.
    DiffIdentityMismatch = Warn "replay/diff_identity_mismatch" {
        log: &'static str,
        seed: bool, tick_rate: bool, component_schema: bool, math_backend: bool, config: bool,
    }, "docs/api/errors.md#replay-mismatch";
    /// The same as `replay/determinism_disabled`, for `log` A or B of two that are compared.
    DiffDeterminismDisabled = Warn "replay/diff_determinism_disabled" { log: &'static str, seed: u64 },
        "docs/api/errors.md#determinism-disabled";
    /// A system without a name was to be added; `budget_raw` is its budget in 65,536ths of a millisecond, 0 if it has none.
    NameInvalid = Warn "system/name_invalid" { budget_raw: u64 }, "docs/systems.md#what-is-refused";
    /// A system with a budget of no time was to be added.
    BudgetInvalid = Warn "system/budget_invalid" { name: &'static str, budget_raw: u64 },
        "docs/systems.md#what-is-refused";
    /// What a system comes after was said wrongly: `error` is `empty_token`, `duplicate_token` or `too_many`.
    DepSpecInvalid = Warn "system/dep_spec_invalid" { name: &'static str, error: &'static str },
        "docs/systems.md#what-is-refused";
    /// A system was to be added whose name another has.
    SystemDuplicate = Warn "system/duplicate" { name: &'static str, existing_system_id: u32 },
        "docs/systems.md#what-is-refused";
    /// A system was to be added that touches a component which is not registered.
    IoUnregistered = Warn "system/io_unregistered" { name: &'static str }, "docs/systems.md#what-is-refused";
    /// A system more was to be added than a world may have.
    SystemBudgetExhausted = Warn "system/budget_exhausted" { name: &'static str, systems: u32 },
        "docs/systems.md#what-is-refused";
    /// A system is to come after or before one that is not there.
    DepMissing = Warn "system/dep_missing" { system: &'static str, missing_dep: &'static str, position: u32 },
        "docs/systems.md#what-is-refused";
    /// In the order of registration a system reads a component before another writes it, and sees what the tick before has left.
    ReadBeforeWrite = Warn "system/read_before_write"
        { component_id: u32, reader: &'static str, writer: &'static str },
        "docs/systems.md#order";
    /// A schedule was to be run that is older than a system of the world.
    ScheduleStale = Warn "system/schedule_stale" { scheduled_systems: u32, current_systems: u32 },
        "docs/systems.md#what-is-refused";
    /// A system took longer than its budget.
    BudgetOverrun = Warn "system/budget_overrun" {
        system: &'static str, id: u32, measured_ms: f64, budget_ms: f64, p99_ms: f64, window_samples: u32,
    }, "docs/systems.md#timing";
    /// A system took three times its budget or longer.
    BudgetCritical = Error "system/budget_critical" {
        system: &'static str, id: u32, measured_ms: f64, budget_ms: f64, p99_ms: f64, window_samples: u32,
    }, "docs/systems.md#timing";
}

/// All events there are: those of [`TABLE`], then those that recordings and schedules tell by themselves.
#[doc(hidden)]
pub static ALL: &[EventInfo] = &{
    const REPLAY: usize = crate::replay::TABLE.len();
    let mut all = [TABLE[0]; KINDS + REPLAY + crate::schedule::TABLE.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = if i < KINDS {
            TABLE[i]
        } else if i < KINDS + REPLAY {
            crate::replay::TABLE[i - KINDS]
        } else {
            crate::schedule::TABLE[i - KINDS - REPLAY]
        };
        i += 1;
    }
    all
};

#[cfg(feature = "tracing")]
mod wording;

/// The `entity_id` of an entity that could not be spawned, with generation 0.
pub(crate) const NO_SLOT: u32 = u32::MAX;

/// For how many events there is memory between two calls.
const KEPT: usize = 32;

/// How many kinds of events there are.
const KINDS: usize = TABLE.len();

/// A world's way to `tracing`: counts warnings and limits how many are shown.
///
/// A kind of warning is shown at once, and then not again for [`WARNING_FRAMES`] frames. In a world without frames
/// that is once in its life. Dropping the log shows what was suppressed, as [`flush`](Self::flush) does.
pub(crate) struct EventLog {
    /// By kind; those of severity Info stay untouched.
    kinds: [Warnings; KINDS],
    /// Events of the call that is under way, in whose middle nobody may be told of them.
    waiting: Vec<Event>,
}

/// The warnings of one kind.
struct Warnings {
    /// State.
    count: Counter,
    /// What was told to others, as the next: not state.
    suppressed: Counter,
    /// Frames to come in which none is shown.
    quiet: AtomicU32,
}

/// How many warnings of each kind there were: what is state of a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct WarningCounts([u64; KINDS]);

impl WarningCounts {
    /// Each by the name of its event.
    pub(crate) fn named(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        TABLE.iter().map(|info| info.name).zip(self.0)
    }

    /// The count of the warnings of that name, if there are such.
    pub(crate) fn of(&mut self, name: &str) -> Option<&mut u64> {
        let warns = |info: &EventInfo| info.severity == Severity::Warn && info.name == name;
        self.0.get_mut(TABLE.iter().position(warns)?)
    }
}

impl EventLog {
    pub(crate) const fn new() -> Self {
        Self { kinds: [const { Warnings::new() }; KINDS], waiting: Vec::new() }
    }

    /// Tells of an event. Call it when the world is consistent: a subscriber may panic.
    #[cold]
    pub(crate) fn emit(&self, event: Event) {
        let kind = event.kind();
        if TABLE[kind as usize].severity != Severity::Info {
            let warnings = &self.kinds[kind as usize];
            warnings.count.increment();
            if !warnings.open() {
                warnings.suppressed.increment();
                return;
            }
            warnings.summarise(kind);
        }
        event.record();
    }

    /// Keeps an event until [`tell`](Self::tell), for the world is not consistent.
    #[cold]
    pub(crate) fn later(&mut self, event: Event) {
        self.waiting.push(event);
    }

    /// Tells of the events that were kept, now that the world is consistent.
    #[inline]
    pub(crate) fn tell(&mut self) {
        if !self.waiting.is_empty() {
            self.tell_waiting();
        }
    }

    #[cold]
    fn tell_waiting(&mut self) {
        // Taken out first: a listener that panics must not be told twice. A little memory is kept: only calls that grow a world tell of much.
        let mut waiting = core::mem::take(&mut self.waiting);
        for event in waiting.drain(..) {
            self.emit(event);
        }
        waiting.shrink_to(KEPT);
        self.waiting = waiting;
    }

    /// Forgets the events that were kept: what they tell was undone.
    pub(crate) fn forget(&mut self) {
        self.waiting.clear();
    }

    /// How many warnings of each kind there were, shown or not.
    pub(crate) fn warnings(&self) -> WarningCounts {
        WarningCounts(self.kinds.each_ref().map(|warnings| warnings.count.get()))
    }

    /// Counts on from there. What was shown or suppressed meanwhile was: that is not taken back.
    pub(crate) fn restore(&mut self, counts: &WarningCounts) {
        for (warnings, &count) in self.kinds.iter_mut().zip(&counts.0) {
            warnings.count = Counter::at(count);
        }
    }

    /// How many warnings of a kind there were, shown or not.
    pub(crate) fn count(&self, kind: EventKind) -> u64 {
        self.kinds[kind as usize].count.get()
    }

    /// A frame has begun.
    pub(crate) fn begin_frame(&mut self) {
        for warnings in &mut self.kinds {
            let quiet = warnings.quiet.get_mut();
            *quiet = quiet.saturating_sub(1);
        }
    }

    /// Tells of one event outside of any world or loop, where nothing is rate-limited.
    pub(crate) fn tell_once(event: Event) {
        Self::new().emit(event);
    }

    /// Shows what was suppressed so far, kinds in the order of [`TABLE`]. A second call shows nothing.
    pub(crate) fn flush(&mut self) {
        for (warnings, &kind) in self.kinds.iter().zip(EventKind::ALL) {
            warnings.summarise(kind);
        }
    }
}

impl Drop for EventLog {
    fn drop(&mut self) {
        self.flush();
    }
}

impl Warnings {
    const fn new() -> Self {
        Self { count: Counter::new(), suppressed: Counter::new(), quiet: AtomicU32::new(0) }
    }

    /// Whether a warning may be shown now; if so, the next ones may not.
    fn open(&self) -> bool {
        self.quiet.compare_exchange(0, WARNING_FRAMES, Relaxed, Relaxed).is_ok()
    }

    /// Shows how many were suppressed, if any were.
    fn summarise(&self, kind: EventKind) {
        let suppressed = self.suppressed.take();
        if suppressed > 0 {
            record_suppressed(kind, suppressed);
        }
    }
}

/// Counts to 2^64 with 32-bit atomics, which every target has.
struct Counter {
    low: AtomicU32,
    high: AtomicU32,
}

impl Counter {
    const fn new() -> Self {
        Self::at(0)
    }

    /// A counter that has counted so far.
    const fn at(count: u64) -> Self {
        Self { low: AtomicU32::new(count as u32), high: AtomicU32::new((count >> 32) as u32) }
    }

    fn increment(&self) {
        if self.low.fetch_add(1, Relaxed) == u32::MAX {
            self.high.fetch_add(1, Relaxed);
        }
    }

    fn get(&self) -> u64 {
        u64::from(self.high.load(Relaxed)) << 32 | u64::from(self.low.load(Relaxed))
    }

    fn take(&self) -> u64 {
        u64::from(self.high.swap(0, Relaxed)) << 32 | u64::from(self.low.swap(0, Relaxed))
    }
}

#[cfg(not(feature = "tracing"))]
impl Event {
    #[expect(clippy::unused_self, reason = "with `tracing` it has something to do")]
    fn record(&self) {}
}

#[cfg(not(feature = "tracing"))]
fn record_suppressed(_: EventKind, _: u64) {}

#[cfg(all(test, feature = "std", feature = "tracing"))]
mod tests;
