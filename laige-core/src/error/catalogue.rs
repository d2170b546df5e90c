//! The catalogue of errors: for each variant its code, why it happens, which calls give it and where it is explained.
//! The reference table in docs/ is printed from it; it decides nothing at run time but texts.

use super::{Error, ErrorCode};
use crate::limits::{
    DEFAULT_MAX_ARCHETYPES, DEFAULT_MAX_COMMAND_BYTES, DEFAULT_MAX_COMMANDS,
    DEFAULT_MAX_COMPONENT_TYPES, DEFAULT_MAX_COMPONENTS_PER_ENTITY, MAX_ARCHETYPES, MAX_CAPACITY,
};
use crate::{ComponentId, Entity};

/// What is the same for all values of one variant.
pub(super) struct Facts {
    pub(super) code: ErrorCode,
    pub(super) why: &'static str,
    pub(super) anchor: &'static str,
    variant: &'static str,
    calls: &'static str,
}

/// One variant of [`Error`], for the reference table.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct CatalogueEntry {
    /// The name of the variant.
    pub variant: &'static str,
    /// The calls that give it.
    pub calls: &'static str,
    /// A value of it.
    pub sample: Error,
}

impl Error {
    /// Every variant once, with a sample value.
    #[doc(hidden)]
    pub fn catalogue() -> impl Iterator<Item = CatalogueEntry> {
        SAMPLES.iter().map(|&sample| {
            let facts = sample.facts();
            CatalogueEntry { variant: facts.variant, calls: facts.calls, sample }
        })
    }

    pub(super) const fn facts(&self) -> &'static Facts {
        match self {
            Self::CapacityTooLarge { .. } => &CAPACITY_TOO_LARGE,
            Self::OptionOutOfRange { .. } => &OPTION_OUT_OF_RANGE,
            Self::FloatForbidden { .. } => &FLOAT_FORBIDDEN,
            Self::TickRateOutOfRange { .. } => &TICK_RATE_OUT_OF_RANGE,
            Self::CatchUpOutOfRange { .. } => &CATCH_UP_OUT_OF_RANGE,
            Self::ReplayMalformed { .. } => &REPLAY_MALFORMED,
            Self::ReplayMismatch { .. } => &REPLAY_MISMATCH,
            Self::DeterminismDisabled { .. } => &DETERMINISM_DISABLED,
            Self::RecordingRefused { .. } => &RECORDING_REFUSED,
            Self::RecordingFull { .. } => &RECORDING_FULL,
            Self::Io { .. } => &IO,
            Self::OutOfMemory { .. } => &OUT_OF_MEMORY,
            Self::StaleEntity { .. } => &STALE_ENTITY,
            Self::CapacityFull { .. } => &CAPACITY_FULL,
            Self::ComponentUnregistered { .. } => &COMPONENT_UNREGISTERED,
            Self::ComponentDuplicate { .. } => &COMPONENT_DUPLICATE,
            Self::StableIdTaken { .. } => &STABLE_ID_TAKEN,
            Self::ComponentTypesFull { .. } => &COMPONENT_TYPES_FULL,
            Self::ComponentLimit { .. } => &COMPONENT_LIMIT,
            Self::ArchetypesFull { .. } => &ARCHETYPES_FULL,
            Self::ColumnLength { .. } => &COLUMN_LENGTH,
            Self::EntityRepeated { .. } => &ENTITY_REPEATED,
            Self::NotMatched { .. } => &NOT_MATCHED,
            Self::NotSingle { .. } => &NOT_SINGLE,
            Self::ForeignQuery => &FOREIGN_QUERY,
            Self::CommandsFull { .. } => &COMMANDS_FULL,
            Self::SnapshotOption { .. } => &SNAPSHOT_OPTION,
            Self::SnapshotComponent { .. } => &SNAPSHOT_COMPONENT,
            Self::ScheduleRefused { .. } => &SCHEDULE_REFUSED,
            Self::SystemsFull { .. } => &SYSTEMS_FULL,
            Self::ImplicitId { .. } => &IMPLICIT_ID,
            Self::SaveMalformed { .. } => &SAVE_MALFORMED,
            Self::SaveMismatch { .. } => &SAVE_MISMATCH,
            Self::SaveTooLarge { .. } => &SAVE_TOO_LARGE,
            Self::SnapshotSystem { .. } => &SNAPSHOT_SYSTEM,
            Self::DeltaBase => &DELTA_BASE,
            Self::SnapshotMissing { .. } => &SNAPSHOT_MISSING,
        }
    }
}

static CAPACITY_TOO_LARGE: Facts = Facts {
    code: ErrorCode::InvalidArgument,
    why: "a handle has too few bits for so many slots",
    anchor: "docs/api/errors.md#capacity-too-large",
    variant: "CapacityTooLarge",
    calls: "World::new",
};

static OPTION_OUT_OF_RANGE: Facts = Facts {
    code: ErrorCode::InvalidArgument,
    why: "the value lies outside the range that the engine is built for",
    anchor: "docs/api/errors.md#option-out-of-range",
    variant: "OptionOutOfRange",
    calls: "World::new",
};

static FLOAT_FORBIDDEN: Facts = Facts {
    code: ErrorCode::InvalidArgument,
    why: "floats are the same on two machines only as far as the arithmetic is",
    anchor: "docs/api/errors.md#float-forbidden",
    variant: "FloatForbidden",
    calls: "World::register, register_all",
};

static TICK_RATE_OUT_OF_RANGE: Facts = Facts {
    code: ErrorCode::InvalidArgument,
    why: "the engine is built for rates of games",
    anchor: "docs/api/errors.md#tick-rate-out-of-range",
    variant: "TickRateOutOfRange",
    calls: "Loop::new, from_config, Config::validate",
};

static CATCH_UP_OUT_OF_RANGE: Facts = Facts {
    code: ErrorCode::InvalidArgument,
    why: "such a loop would never run anything",
    anchor: "docs/api/errors.md#catch-up-out-of-range",
    variant: "CatchUpOutOfRange",
    calls: "Loop::new",
};

static REPLAY_MALFORMED: Facts = Facts {
    code: ErrorCode::MalformedInput,
    why: "the file was cut off, changed, or never was a replay log",
    anchor: "docs/api/errors.md#replay-malformed",
    variant: "ReplayMalformed",
    calls: "Log::parse, Log::load, LogReader::open, replay::run, replay::verify, replay::diff",
};

static REPLAY_MISMATCH: Facts = Facts {
    code: ErrorCode::InvalidArgument,
    why: "seed, tick rate, components, numbers or configuration are not those of the recording",
    anchor: "docs/api/errors.md#replay-mismatch",
    variant: "ReplayMismatch",
    calls: "ReplayIdentity::check, replay::run, replay::verify, replay::diff",
};

static DETERMINISM_DISABLED: Facts = Facts {
    code: ErrorCode::InvalidArgument,
    why: "without random streams of the systems no run is like another",
    anchor: "docs/api/errors.md#determinism-disabled",
    variant: "DeterminismDisabled",
    calls: "replay::run, replay::verify, replay::diff",
};

static RECORDING_REFUSED: Facts = Facts {
    code: ErrorCode::InvalidArgument,
    why: "frames come in the order of ticks, within their limits, and with the checkpoints the header asks for",
    anchor: "docs/api/errors.md#recording-refused",
    variant: "RecordingRefused",
    calls: "Recorder::create, Recorder::frame, LogWriter::new, LogWriter::frame",
};

static RECORDING_FULL: Facts = Facts {
    code: ErrorCode::BudgetExhausted,
    why: "the size of a log is a declared limit",
    anchor: "docs/api/errors.md#recording-full",
    variant: "RecordingFull",
    calls: "Recorder::frame, Recorder::finish, LogWriter::frame, LogWriter::finish",
};

static IO: Facts = Facts {
    code: ErrorCode::IoError,
    why: "the operating system refused",
    anchor: "docs/api/errors.md#io",
    variant: "Io",
    calls: "Log::load, LogReader::open, Recorder::create, Recorder::finish",
};

static OUT_OF_MEMORY: Facts = Facts {
    code: ErrorCode::BudgetExhausted,
    why: "the allocator refused the request",
    anchor: "docs/api/errors.md#out-of-memory",
    variant: "OutOfMemory",
    calls: "World::new, spawn, spawn_empty, spawn_batch, spawn_columns, insert, remove, take, restore",
};

static STALE_ENTITY: Facts = Facts {
    code: ErrorCode::InvalidArgument,
    why: "it was despawned, or the handle is of another world or of an abandoned future",
    anchor: "docs/api/errors.md#stale-entity",
    variant: "StaleEntity",
    calls: "World::check, despawn, insert, remove, take",
};

static CAPACITY_FULL: Facts = Facts {
    code: ErrorCode::BudgetExhausted,
    why: "slots in use and retired slots leave fewer free than that",
    anchor: "docs/api/errors.md#capacity-full",
    variant: "CapacityFull",
    calls: "World::spawn, spawn_empty, spawn_batch, spawn_columns, append",
};

static COMPONENT_UNREGISTERED: Facts = Facts {
    code: ErrorCode::InvalidArgument,
    why: "component ids follow the order of registration, so a world registers nothing by itself",
    anchor: "docs/api/errors.md#component-unregistered",
    variant: "ComponentUnregistered",
    calls: "World::spawn, spawn_batch, spawn_columns, insert, remove, take",
};

static COMPONENT_DUPLICATE: Facts = Facts {
    code: ErrorCode::InvalidArgument,
    why: "a type has one id per world",
    anchor: "docs/api/errors.md#component-duplicate",
    variant: "ComponentDuplicate",
    calls: "World::register, register_all",
};

static STABLE_ID_TAKEN: Facts = Facts {
    code: ErrorCode::InvalidArgument,
    why: "the two types have the same name, and saves could not tell them apart",
    anchor: "docs/api/errors.md#stable-id-taken",
    variant: "StableIdTaken",
    calls: "World::register, register_all",
};

static COMPONENT_TYPES_FULL: Facts = Facts {
    code: ErrorCode::BudgetExhausted,
    why: "tables of components are sized when the world is made",
    anchor: "docs/api/errors.md#component-types-full",
    variant: "ComponentTypesFull",
    calls: "World::register, register_all",
};

static COMPONENT_LIMIT: Facts = Facts {
    code: ErrorCode::BudgetExhausted,
    why: "the number of components of one entity is a declared limit of the world",
    anchor: "docs/api/errors.md#component-limit",
    variant: "ComponentLimit",
    calls: "World::spawn, spawn_batch, spawn_columns, insert",
};

static ARCHETYPES_FULL: Facts = Facts {
    code: ErrorCode::BudgetExhausted,
    why: "each distinct set of components that ever occurred is an archetype, and archetypes stay",
    anchor: "docs/api/errors.md#archetypes-full",
    variant: "ArchetypesFull",
    calls: "World::spawn, spawn_batch, spawn_columns, insert, remove, take",
};

static COLUMN_LENGTH: Facts = Facts {
    code: ErrorCode::InvalidArgument,
    why: "every row has one value in every column",
    anchor: "docs/api/errors.md#column-length",
    variant: "ColumnLength",
    calls: "World::spawn_columns",
};

static ENTITY_REPEATED: Facts = Facts {
    code: ErrorCode::InvalidArgument,
    why: "the items of one entity cannot be borrowed twice at once",
    anchor: "docs/api/errors.md#entity-repeated",
    variant: "EntityRepeated",
    calls: "QueryMut::get_many_mut",
};

static NOT_MATCHED: Facts = Facts {
    code: ErrorCode::InvalidArgument,
    why: "it has not all components that the query asks for, or one that it excludes",
    anchor: "docs/api/errors.md#not-matched",
    variant: "NotMatched",
    calls: "QueryMut::get_many_mut",
};

static NOT_SINGLE: Facts = Facts {
    code: ErrorCode::InvalidArgument,
    why: "which row is meant can only be known where there is one",
    anchor: "docs/api/errors.md#not-single",
    variant: "NotSingle",
    calls: "Query::single, QueryMut::single",
};

static FOREIGN_QUERY: Facts = Facts {
    code: ErrorCode::InvalidArgument,
    why: "it knows the archetypes of the world it was prepared in, and each world has its own",
    anchor: "docs/api/errors.md#foreign-query",
    variant: "ForeignQuery",
    calls: "PreparedQuery::query, query_mut",
};

static COMMANDS_FULL: Facts = Facts {
    code: ErrorCode::BudgetExhausted,
    why: "a buffer that grew without a limit would hide a loop that never stops queueing",
    anchor: "docs/api/errors.md#commands-full",
    variant: "CommandsFull",
    calls: "World::apply",
};

static SNAPSHOT_OPTION: Facts = Facts {
    code: ErrorCode::InvalidArgument,
    why: "with other options a world goes on otherwise",
    anchor: "docs/api/errors.md#snapshot-option",
    variant: "SnapshotOption",
    calls: "World::restore, Timeline::rewind",
};

static SNAPSHOT_COMPONENT: Facts = Facts {
    code: ErrorCode::InvalidArgument,
    why: "a snapshot knows components by their ids, which follow the order of registration",
    anchor: "docs/api/errors.md#snapshot-component",
    variant: "SnapshotComponent",
    calls: "World::restore, Timeline::rewind",
};

static SCHEDULE_REFUSED: Facts = Facts {
    code: ErrorCode::InvalidArgument,
    why: "what systems are to do, and in which order, must be without contradiction before any of them runs",
    anchor: "docs/api/errors.md#schedule-refused",
    variant: "ScheduleRefused",
    calls: "World::add_systems, register_system, schedule, run, run_with_input, set_system_enabled",
};

static SYSTEMS_FULL: Facts = Facts {
    code: ErrorCode::BudgetExhausted,
    why: "the number of systems is a limit of the engine",
    anchor: "docs/api/errors.md#systems-full",
    variant: "SystemsFull",
    calls: "World::add_systems, register_system",
};

static IMPLICIT_ID: Facts = Facts {
    code: ErrorCode::InvalidArgument,
    why: "module path and type name change when code moves, and the save would not load any more",
    anchor: "docs/api/errors.md#implicit-id",
    variant: "ImplicitId",
    calls: "Snapshot::to_bytes",
};

static SAVE_MALFORMED: Facts = Facts {
    code: ErrorCode::MalformedInput,
    why: "the bytes were cut off, changed, or never were a save",
    anchor: "docs/api/errors.md#save-malformed",
    variant: "SaveMalformed",
    calls: "Snapshot::from_bytes",
};

static SAVE_MISMATCH: Facts = Facts {
    code: ErrorCode::InvalidArgument,
    why: "it was made by a build with other components or resources, or they are not registered here",
    anchor: "docs/api/errors.md#save-mismatch",
    variant: "SaveMismatch",
    calls: "Snapshot::from_bytes",
};

static SAVE_TOO_LARGE: Facts = Facts {
    code: ErrorCode::BudgetExhausted,
    why: "it was made in a world with more room",
    anchor: "docs/api/errors.md#save-too-large",
    variant: "SaveTooLarge",
    calls: "Snapshot::from_bytes",
};

static SNAPSHOT_SYSTEM: Facts = Facts {
    code: ErrorCode::InvalidArgument,
    why: "a snapshot knows systems by their numbers, which follow the order in which they were added",
    anchor: "docs/api/errors.md#snapshot-system",
    variant: "SnapshotSystem",
    calls: "World::restore, Timeline::rewind",
};

static DELTA_BASE: Facts = Facts {
    code: ErrorCode::InvalidArgument,
    why: "it says what changed, and of what is not there it can tell nothing",
    anchor: "docs/api/errors.md#delta-base",
    variant: "DeltaBase",
    calls: "Delta::apply",
};

static SNAPSHOT_MISSING: Facts = Facts {
    code: ErrorCode::InvalidArgument,
    why: "none was taken then, or it was forgotten: a timeline keeps the last ones",
    anchor: "docs/api/errors.md#snapshot-missing",
    variant: "SnapshotMissing",
    calls: "Timeline::rewind",
};

/// The component of the samples.
const COMPONENT: &str = "game.pos";
/// Its id.
const ID: ComponentId = match ComponentId::new(1) {
    Some(id) => id,
    None => panic!("1 is the first id"),
};

/// One value of every variant, in the order of the enum.
static SAMPLES: &[Error] = &[
    Error::CapacityTooLarge { capacity: 20_000_000, max: MAX_CAPACITY },
    Error::OptionOutOfRange { option: "max_archetypes", value: MAX_ARCHETYPES + 1 },
    Error::FloatForbidden { component: COMPONENT },
    Error::TickRateOutOfRange { tick_rate_hz: 0 },
    Error::CatchUpOutOfRange { max_catch_up: 0 },
    Error::ReplayMalformed { offset: 40 },
    Error::ReplayMismatch { field: "seed" },
    Error::DeterminismDisabled { seed: 42 },
    Error::RecordingRefused { tick: 7 },
    Error::RecordingFull { limit: crate::limits::DEFAULT_REPLAY_BYTES },
    Error::Io { operation: "read a replay log" },
    Error::OutOfMemory { bytes: 65_536 },
    Error::StaleEntity { entity: Entity::from_bits(0x0005_0002) },
    Error::CapacityFull { capacity: 2_000, requested: 1 },
    Error::ComponentUnregistered { component: COMPONENT },
    Error::ComponentDuplicate { component: COMPONENT, id: ID },
    Error::StableIdTaken { component: COMPONENT, id: ID },
    Error::ComponentTypesFull { max: DEFAULT_MAX_COMPONENT_TYPES },
    Error::ComponentLimit {
        entity: Entity::from_bits(0x0005_0002),
        components: DEFAULT_MAX_COMPONENTS_PER_ENTITY + 1,
        max: DEFAULT_MAX_COMPONENTS_PER_ENTITY,
    },
    Error::ArchetypesFull { entity: Entity::NONE, max: DEFAULT_MAX_ARCHETYPES },
    Error::ColumnLength { component: ID, expected: 100, found: 99 },
    Error::EntityRepeated { entity: Entity::from_bits(0x0005_0002) },
    Error::NotMatched { entity: Entity::from_bits(0x0005_0002) },
    Error::NotSingle { rows: 2 },
    Error::ForeignQuery,
    Error::CommandsFull { commands: DEFAULT_MAX_COMMANDS, bytes: DEFAULT_MAX_COMMAND_BYTES },
    Error::SnapshotOption { option: "with_capacity" },
    Error::SnapshotComponent { component: COMPONENT, id: ID },
    Error::ScheduleRefused { system: "movement" },
    Error::SystemsFull { max: crate::limits::MAX_SYSTEMS as u32 },
    Error::ImplicitId { name: "game::Pos" },
    Error::SaveMalformed { offset: 24 },
    Error::SaveMismatch { offset: 170 },
    Error::SaveTooLarge { option: "with_capacity", needed: 2_000 },
    Error::SnapshotSystem { system: "movement", id: 1 },
    Error::DeltaBase,
    Error::SnapshotMissing { tick: 37 },
];
