//! Errors: what can go wrong at run time, as small `Copy` values made of numbers and ids.
//! What the source shows is a compile error and not here; what merely nears a limit is an event.

mod catalogue;
mod code;
mod report;

pub use catalogue::CatalogueEntry;
pub use code::ErrorCode;
pub use report::Report;
#[cfg(feature = "tracing")]
pub(crate) use report::{Line, Raise};

use core::fmt;

use crate::{ComponentId, Entity};

/// The result of calls that can fail.
pub type Result<T, E = Error> = core::result::Result<T, E>;

/// What went wrong. An operation on one entity that failed has changed nothing.
///
/// `Display` is one sentence with the facts. [`report`](Self::report) is one line that also says why and what to
/// change, for logs. [`code`](Self::code) is the stable kind. Each variant has a section in `docs/api/errors.md`,
/// at [`doc_anchor`](Self::doc_anchor).
///
/// ```
/// use laige_core::{Error, ErrorCode};
///
/// let error = Error::CapacityFull { capacity: 100, requested: 1 };
/// assert_eq!(error.code(), ErrorCode::BudgetExhausted);
/// assert_eq!(error.to_string(), "no room for 1 more in a world of capacity 100");
/// assert_eq!(error.report().to_string().split(" | ").count(), 5);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The capacity asked for is above what handles can name. Given by `World::new`.
    #[error("a capacity of {capacity} entities is above the limit of {max}")]
    CapacityTooLarge {
        /// The capacity asked for, in entities.
        capacity: u32,
        /// The largest capacity these options allow, in entities.
        max: u32,
    },

    /// An option was set outside its range. Given by `World::new`.
    #[error("option `{option}` cannot be {value}")]
    OptionOutOfRange {
        /// The method of `Options` that set it.
        option: &'static str,
        /// The value it was set to.
        value: u32,
    },

    /// The component has floats, and the world's options forbid them. Given by `World::register` and `register_all`.
    #[error("component `{component}` has floats, which this world forbids")]
    FloatForbidden {
        /// The component's name.
        component: &'static str,
    },

    /// A tick rate outside its range. Given by `Loop::new`, `Loop::from_config` and `Config::validate`.
    #[error("a tick rate of {tick_rate_hz} Hz is outside of 20 to 120")]
    TickRateOutOfRange {
        /// The tick rate, in ticks per second.
        tick_rate_hz: u32,
    },

    /// A loop that may run no tick in a frame. Given by `Loop::new`.
    #[error("a loop cannot run {max_catch_up} ticks in a frame at most")]
    CatchUpOutOfRange {
        /// The most ticks of a frame.
        max_catch_up: u32,
    },

    /// The bytes are no replay log, or were changed. What is wrong is in `replay::MalformedLog` or `replay::ReadError`, which
    /// convert into this. Given by `Log::parse`, `Log::load`, `LogReader` and what plays a log.
    #[error("the replay log is malformed at byte {offset}")]
    ReplayMalformed {
        /// Where, in bytes from the start.
        offset: u64,
    },

    /// The replay log belongs to other runs. Both sides' values are in `replay::IdentityMismatch`, which converts into this. Given
    /// by `ReplayIdentity::check`, `replay::run`, `verify` and `diff`.
    #[error("the replay log belongs to other runs: {field} differs")]
    ReplayMismatch {
        /// The first field that differs.
        field: &'static str,
    },

    /// The configuration gives systems no random streams of their own, so nothing can be replayed. Given by `replay::run`,
    /// `verify` and `diff`.
    #[error("the configuration with seed {seed} is not deterministic")]
    DeterminismDisabled {
        /// The seed of the configuration.
        seed: u64,
    },

    /// A recording was refused a frame, or to begin. What was wrong is in `replay::RecordError`, which converts into this. Given by
    /// `Recorder` and `LogWriter`.
    #[error("the recording refused the frame of tick {tick}")]
    RecordingRefused {
        /// The tick of the frame; 0 if the recording did not begin.
        tick: u64,
    },

    /// A recording is as long as it may be. Given by `Recorder` and `LogWriter`.
    #[error("the recording is at its limit of {limit} bytes")]
    RecordingFull {
        /// The limit, in bytes.
        limit: u64,
    },

    /// The operating system refused to read or write. Which kind of refusal is in the error that converts into this. Given by
    /// `Log::load`, `LogReader` and `Recorder`.
    #[error("could not {operation}")]
    Io {
        /// What was to be done.
        operation: &'static str,
    },

    /// The allocator gave no memory. Given by `World::new` and by every call that adds entities or components.
    #[error("could not allocate {bytes} bytes")]
    OutOfMemory {
        /// The size of the request that failed, in bytes.
        bytes: u64,
    },

    /// The handle is of no living entity of this world. Given by `World::check`, `despawn`, `insert`, `remove` and
    /// `take`.
    #[error("entity {} is not alive in this world", Handle(.entity))]
    StaleEntity {
        /// The handle that was passed.
        entity: Entity,
    },

    /// All the world's slots are used up. Given by `World::spawn`, `spawn_empty`, `spawn_batch` and `spawn_columns`;
    /// none of the requested entities exists then.
    #[error("no room for {requested} more in a world of capacity {capacity}")]
    CapacityFull {
        /// The world's capacity, in entities.
        capacity: u32,
        /// How many entities were to be spawned.
        requested: u32,
    },

    /// The component type is not registered in this world. Given by `World::spawn`, `spawn_batch`, `spawn_columns`,
    /// `insert`, `remove` and `take`. Reads treat such a type as absent.
    #[error("component `{component}` is not registered in this world")]
    ComponentUnregistered {
        /// The component's name.
        component: &'static str,
    },

    /// The component type is registered already. Given by `World::register` and `register_all`.
    #[error("component `{component}` is registered already, with id {}", .id.get())]
    ComponentDuplicate {
        /// The component's name.
        component: &'static str,
        /// The id it has.
        id: ComponentId,
    },

    /// Another registered type has the same stable id. Given by `World::register` and `register_all`.
    #[error("the stable id of component `{component}` is taken by the component with id {}", .id.get())]
    StableIdTaken {
        /// The name of the component that was to be registered.
        component: &'static str,
        /// The id of the component that has the stable id.
        id: ComponentId,
    },

    /// The world has as many component types as its options allow. Given by `World::register` and `register_all`.
    #[error("the world has {max} component types, as many as its options allow")]
    ComponentTypesFull {
        /// How many component types the world may have.
        max: u32,
    },

    /// An entity would carry more components than the world's options allow. Given by `World::spawn`, `spawn_batch`,
    /// `spawn_columns` and `insert`.
    #[error("{} would carry {components} components, {max} are allowed", Bearer(.entity))]
    ComponentLimit {
        /// The entity, or [`Entity::NONE`] when it was to be spawned.
        entity: Entity,
        /// How many components it would carry.
        components: u32,
        /// How many an entity may carry.
        max: u32,
    },

    /// A set of components would need one archetype more than the world's options allow. Given by `World::spawn`,
    /// `spawn_batch`, `spawn_columns`, `insert`, `remove` and `take`.
    #[error("{} needs a new archetype, the world has all {max} it may have", Bearer(.entity))]
    ArchetypesFull {
        /// The entity, or [`Entity::NONE`] when it was to be spawned.
        entity: Entity,
        /// How many archetypes the world may have.
        max: u32,
    },

    /// A column was filled with a number of values that is not the number of rows. Given by `World::spawn_columns`.
    #[error("the column of component {} got {found} values for {expected} rows", .component.get())]
    ColumnLength {
        /// The component's id; `World::component_info` gives its name.
        component: ComponentId,
        /// The number of rows to be spawned.
        expected: u32,
        /// The number of values given.
        found: u32,
    },

    /// A handle stands twice in a list of entities that are to be different. Given by `QueryMut::get_many_mut`.
    #[error("entity {} stands in the list twice", Handle(.entity))]
    EntityRepeated {
        /// The handle.
        entity: Entity,
    },

    /// The entity is alive, and the query does not match it. Given by `QueryMut::get_many_mut`.
    #[error("entity {} is not one that the query matches", Handle(.entity))]
    NotMatched {
        /// The handle that was passed.
        entity: Entity,
    },

    /// The query has no row or several, where one was asked for. Given by `Query::single`.
    #[error("the query has {rows} rows, one was asked for")]
    NotSingle {
        /// How many rows it has.
        rows: u32,
    },

    /// The query was prepared in another world. Given by `PreparedQuery::query` and `query_mut`.
    #[error("the query was prepared in another world")]
    ForeignQuery,
    /// A buffer of commands has no room for another one. Told by the `ApplyReport` of `World::apply`.
    #[error("a buffer has room for {commands} commands with {bytes} bytes of components")]
    CommandsFull {
        /// How many commands a buffer may hold.
        commands: u32,
        /// How many bytes of components they may carry.
        bytes: u32,
    },

    /// The snapshot is of a world whose option is another. Given by `World::restore` and `Timeline::rewind`.
    #[error("the snapshot is of a world that was made with another `{option}`")]
    SnapshotOption {
        /// The method of `Options` that sets it.
        option: &'static str,
    },

    /// The snapshot is of a world in which another component has the id. Given by `World::restore` and
    /// `Timeline::rewind`.
    #[error("the snapshot is of a world in which component {} is `{component}`", .id.get())]
    SnapshotComponent {
        /// The component's name in the snapshot.
        component: &'static str,
        /// Its id there; in the world it is another's, or nobody's.
        id: ComponentId,
    },

    /// Systems could not be added, put in order or run; [`ScheduleError`](crate::ScheduleError) says why. Given where one is converted.
    #[error("system `{system}` cannot be added, ordered or run as it was said")]
    ScheduleRefused {
        /// The system, or one of several; empty where it is about none.
        system: &'static str,
    },

    /// The world has all the systems it may have. Given by `World::add_systems`, where its error is converted.
    #[error("the world has {max} systems, as many as it may")]
    SystemsFull {
        /// How many that are.
        max: u32,
    },

    /// A component or resource is to be saved whose name is only its place in the source. Given by `Snapshot::to_bytes`.
    #[error("type `{name}` has no declared id to be saved by")]
    ImplicitId {
        /// The name: module path and type name.
        name: &'static str,
    },

    /// The bytes are no save, or were changed. What is wrong is in `save::LoadError`, which converts into this. Given by
    /// `Snapshot::from_bytes`.
    #[error("the save is malformed at byte {offset}")]
    SaveMalformed {
        /// Where, in bytes from the start.
        offset: u64,
    },

    /// The save has a component or resource that the world does not know, or knows otherwise. Which one is in `save::LoadError`, which
    /// converts into this. Given by `Snapshot::from_bytes`.
    #[error("the save has a type at byte {offset} that the world does not know so")]
    SaveMismatch {
        /// Where, in bytes from the start.
        offset: u64,
    },

    /// The save has more than the world's options allow. Given by `Snapshot::from_bytes`.
    #[error("the save needs `{option}` to be at least {needed}")]
    SaveTooLarge {
        /// The method of `Options` that says so.
        option: &'static str,
        /// The least it has to be.
        needed: u32,
    },

    /// The snapshot is of a world in which another system has the number. Given by `World::restore` and `Timeline::rewind`.
    #[error("the snapshot is of a world in which system {id} is `{system}`")]
    SnapshotSystem {
        /// The system's name in the snapshot.
        system: &'static str,
        /// Its number there; in the world it is another's, or nobody's.
        id: u32,
    },

    /// The delta was made of another snapshot. Given by `Delta::apply`.
    #[error("the delta was made of another snapshot")]
    DeltaBase,

    /// The timeline has no snapshot of the tick. Given by `Timeline::rewind`.
    #[error("the timeline has no snapshot of tick {tick}")]
    SnapshotMissing {
        /// The tick.
        tick: u64,
    },
}

// Results travel through hot loops.
const _: () = assert!(size_of::<Error>() <= 24);

impl Error {
    /// The stable kind of the error.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        self.facts().code
    }

    /// Where the documentation explains the error: a file of the repository and a heading in it.
    #[must_use]
    pub const fn doc_anchor(&self) -> &'static str {
        self.facts().anchor
    }

    /// The error as one line for logs: `code | what | why | fix | doc anchor`.
    ///
    /// ```
    /// use laige_core::{Entity, Error};
    ///
    /// let error = Error::ArchetypesFull { entity: Entity::NONE, max: 256 };
    /// assert!(error.report().to_string().contains(" | raise Options::max_archetypes above 256"));
    /// ```
    #[must_use]
    pub const fn report(self) -> Report {
        Report::new(self)
    }
}

/// A handle in a sentence: its bits, or `NONE`.
struct Handle<'a>(&'a Entity);

impl fmt::Display for Handle<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_none() {
            return f.write_str("NONE");
        }
        write!(f, "0x{:08x}", self.0.to_bits())
    }
}

/// The entity that carries components, in a sentence; one that was to be spawned has no handle yet.
struct Bearer<'a>(&'a Entity);

impl fmt::Display for Bearer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_none() {
            return f.write_str("a new entity");
        }
        write!(f, "entity {}", Handle(self.0))
    }
}

#[cfg(test)]
mod tests {
    use alloc::{string::ToString, vec::Vec};

    use super::*;

    #[test]
    fn every_report_has_five_filled_fields() {
        for entry in Error::catalogue() {
            let line = entry.sample.report().to_string();
            let fields: Vec<&str> = line.split(" | ").collect();
            assert_eq!(fields.len(), 5, "{line}");
            assert!(fields.iter().all(|field| !field.is_empty() && !field.contains('|')), "{line}");
            assert_eq!(fields[0], entry.sample.code().as_str());
            assert_eq!(fields[1], entry.sample.to_string());
            assert_eq!(fields[4], entry.sample.doc_anchor());
        }
    }

    #[test]
    fn every_error_has_a_fix_of_its_own() {
        for entry in Error::catalogue() {
            let line = entry.sample.report().to_string();
            assert!(!line.contains(report::NO_FIX), "{line}");
        }
    }

    #[test]
    fn text_is_one_lower_case_sentence() {
        for entry in Error::catalogue() {
            let text = entry.sample.to_string();
            assert!(text.starts_with(|c: char| c.is_lowercase()), "{text}");
            assert!(!text.ends_with('.') && !text.contains('\n'), "{text}");
        }
    }

    #[test]
    fn names_cannot_break_the_line() {
        let error = Error::ComponentUnregistered { component: "a | b\nc" };
        let line = error.report().to_string();
        assert_eq!(line.matches('|').count(), 4, "{line}");
        assert!(!line.contains('\n'), "{line}");
    }

    #[test]
    fn a_failed_spawn_reads_well() {
        let limit = Error::ComponentLimit { entity: Entity::NONE, components: 33, max: 32 };
        assert_eq!(limit.to_string(), "a new entity would carry 33 components, 32 are allowed");
        let limit = Error::ArchetypesFull { entity: Entity::from_bits(0x0005_0002), max: 256 };
        let text = "entity 0x00050002 needs a new archetype, the world has all 256 it may have";
        assert_eq!(limit.to_string(), text);
        let stale = Error::StaleEntity { entity: Entity::NONE };
        assert_eq!(stale.to_string(), "entity NONE is not alive in this world");
    }

    #[test]
    fn a_limit_that_is_at_its_most_is_not_to_be_raised() {
        let limit = Error::ComponentLimit { entity: Entity::NONE, components: 257, max: 256 };
        assert!(!limit.report().to_string().contains("raise"), "{}", limit.report());
        let capacity = Error::CapacityFull { capacity: 1 << 24, requested: 1 };
        assert!(!capacity.report().to_string().contains("raise"), "{}", capacity.report());
    }

    #[test]
    fn fix_names_the_range_of_the_option() {
        let error = Error::OptionOutOfRange { option: "max_archetypes", value: 70_000 };
        let line = error.report().to_string();
        assert!(line.contains(" | set Options::max_archetypes to 1..=65535 | "), "{line}");
    }
}
