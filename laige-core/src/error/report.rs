//! Reports: the one line of five fields that errors and warnings share, `head | what | why | fix | doc anchor`.
//! Only the form is here and how to mend each error; why it happens is in the catalogue.

use core::fmt::{self, Write};

use super::Error;
use crate::limits::{MAX_CAPACITY, MAX_REFERENCE_CAPACITY, MAX_TICK_RATE_HZ, MIN_TICK_RATE_HZ};
use crate::options::range_of;

/// An error as one line for logs, `code | what | why | fix | doc anchor`: see [`Error::report`].
///
/// The line has exactly five fields, none empty, and no field contains a `|` or a line break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Report(Error);

impl Report {
    pub(super) const fn new(error: Error) -> Self {
        Self(error)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let facts = self.0.facts();
        let line = Line {
            head: facts.code.as_str(),
            what: &self.0,
            why: &facts.why,
            fix: &Fix(self.0),
            anchor: facts.anchor,
        };
        line.fmt(f)
    }
}

/// A line of five fields.
pub(crate) struct Line<'a> {
    /// The code of an error, the name of an event.
    pub(crate) head: &'a str,
    pub(crate) what: &'a dyn fmt::Display,
    pub(crate) why: &'a dyn fmt::Display,
    pub(crate) fix: &'a dyn fmt::Display,
    /// A file under `docs/` and a heading in it.
    pub(crate) anchor: &'a str,
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { head, what, why, fix, anchor } = self;
        write!(Field(f), "{head}")?;
        for field in [*what, *why, *fix, &anchor] {
            f.write_str(" | ")?;
            write!(Field(f), "{field}")?;
        }
        Ok(())
    }
}

/// Writes one field; what would break the line (names of components may hold anything) is replaced.
struct Field<'a, 'b>(&'a mut fmt::Formatter<'b>);

impl Write for Field<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            self.0.write_char(match c {
                '|' => '/',
                c if c.is_control() => ' ',
                c => c,
            })?;
        }
        Ok(())
    }
}

/// What to change so that an error does not come again: the API by name, and the value.
struct Fix(Error);

impl fmt::Display for Fix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Error::CapacityTooLarge { max: MAX_REFERENCE_CAPACITY, .. } => write!(
                f,
                "give Options::reference at most {MAX_REFERENCE_CAPACITY}, \
                 or Options::with_capacity at most {MAX_CAPACITY}"
            ),
            Error::CapacityTooLarge { max, .. } => {
                write!(f, "give Options::with_capacity at most {max}")
            }
            Error::OptionOutOfRange { option, .. } => match range_of(option) {
                Some(range) => {
                    write!(f, "set Options::{option} to {}..={}", range.start(), range.end())
                }
                None => write!(f, "set Options::{option} to a value of its documented range"),
            },
            Error::OutOfMemory { .. } => f.write_str(
                "give Options::with_capacity a smaller number, or free memory elsewhere",
            ),
            Error::StaleEntity { .. } => {
                f.write_str("ask World::is_valid first, and forget handles of what was despawned")
            }
            Error::CapacityFull { capacity, .. } => Raise::new(
                "with_capacity",
                capacity,
                "call World::despawn for what is no longer needed",
            )
            .fmt(f),
            Error::ComponentUnregistered { component } => {
                write!(f, "call World::register::<T>() for `{component}` before its first use")
            }
            Error::ComponentDuplicate { .. } => f.write_str(
                "call World::register once per component, or ask World::component_id first",
            ),
            Error::StableIdTaken { component, .. } => {
                write!(f, "give `{component}` another #[component(id = \"..\")]")
            }
            Error::ComponentTypesFull { max } => {
                Raise::new("max_component_types", max, "merge components into one struct").fmt(f)
            }
            Error::ComponentLimit { max, .. } => {
                Raise::new("max_components_per_entity", max, "merge components into one struct")
                    .fmt(f)
            }
            Error::ArchetypesFull { max, .. } => {
                Raise::new("max_archetypes", max, "use fewer distinct sets of components").fmt(f)
            }
            Error::ColumnLength { expected, .. } => {
                write!(f, "give World::spawn_columns {expected} values in every column")
            }
            Error::EntityRepeated { .. }
            | Error::NotMatched { .. }
            | Error::NotSingle { .. }
            | Error::CommandsFull { .. }
            | Error::ForeignQuery => f.write_str(in_fixed_words(self.0)),
            _ => self.fmt_around_worlds(f),
        }
    }
}

/// What would be said of an error that has no fix.
pub(super) const NO_FIX: &str = "read the section of the documentation";

impl Fix {
    /// The errors of what is around worlds: loops, configurations, replays, snapshots.
    fn fmt_around_worlds(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Error::FloatForbidden { .. } => {
                f.write_str("use integers or fixed point, or set Options::forbid_floats to false")
            }
            Error::TickRateOutOfRange { .. } => {
                write!(f, "set Config::tick_rate_hz to {MIN_TICK_RATE_HZ}..={MAX_TICK_RATE_HZ}")
            }
            Error::CatchUpOutOfRange { .. } => f.write_str("give Loop::new at least 1 tick"),
            Error::ReplayMalformed { .. } => {
                f.write_str("record again, and see what replay::MalformedLog says")
            }
            Error::ReplayMismatch { field } => {
                write!(f, "give replay::run the Config and components with the {field} of the log")
            }
            Error::DeterminismDisabled { .. } => {
                f.write_str("set Config::deterministic to true, in the recording as well")
            }
            Error::RecordingRefused { tick: 0 } => f.write_str(
                "see what replay::RecordError says of the path, the limit and the header",
            ),
            Error::RecordingRefused { .. } => f.write_str(
                "see what replay::RecordError says, and call Recorder::frame once per tick",
            ),
            Error::RecordingFull { limit } => {
                write!(f, "give Recorder::create a limit above {limit}, or record shorter inputs")
            }
            Error::Io { .. } => f.write_str("look at the kind of the error that was converted"),
            Error::ScheduleRefused { .. } => f.write_str(
                "see what ScheduleError says, which World::add_systems and World::schedule give",
            ),
            Error::SystemsFull { max } => {
                write!(
                    f,
                    "give World::add_systems at most {max} systems in all, or put several into one"
                )
            }
            Error::SnapshotOption { .. }
            | Error::SnapshotComponent { .. }
            | Error::ImplicitId { .. }
            | Error::SaveMalformed { .. }
            | Error::SaveMismatch { .. }
            | Error::SaveTooLarge { .. }
            | Error::DeltaBase
            | Error::SnapshotSystem { .. }
            | Error::SnapshotMissing { .. } => for_a_snapshot(self.0, f),
            // None comes here: a test says so.
            _ => f.write_str(NO_FIX),
        }
    }
}

/// What to change, where no number or name is in it: about the use of a query or of commands.
const fn in_fixed_words(error: Error) -> &'static str {
    match error {
        Error::EntityRepeated { .. } => "give QueryMut::get_many_mut each entity once",
        Error::NotMatched { .. } => {
            "ask QueryMut::get first, or insert what the query asks for with World::insert"
        }
        Error::NotSingle { rows: 0 } => {
            "spawn the entity before, or take None for an answer with Query::first"
        }
        Error::NotSingle { .. } => {
            "ask for more with With or Without, or take the first of them with Query::first"
        }
        Error::CommandsFull { .. } => {
            "raise Options::max_commands or Options::max_command_bytes, or call World::apply more often"
        }
        _ => "call World::prepare in each world, and keep its query beside that world",
    }
}

/// What to change about the use of a snapshot.
fn for_a_snapshot(error: Error, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match error {
        Error::SnapshotOption { option } => {
            write!(f, "make both worlds with the same Options::{option}")
        }
        Error::SnapshotComponent { component, id } => {
            write!(
                f,
                "call World::register for `{component}` as number {} in both worlds",
                id.get()
            )
        }
        Error::ImplicitId { name } => {
            write!(f, "give `{name}` an id with #[component(id = \"..\")] or #[resource(id = \"..\")], or set Options::implicit_ids")
        }
        Error::DeltaBase => {
            f.write_str("give Delta::apply the snapshot that Delta::between was given first")
        }
        Error::SaveMalformed { .. } => f.write_str("save again, and see what save::LoadError says"),
        Error::SaveMismatch { .. } => f.write_str(
            "see what save::LoadError says, and call World::register or World::register_resource first",
        ),
        Error::SaveTooLarge { option, needed } => {
            write!(f, "give Options::{option} at least {needed}")
        }
        Error::SnapshotSystem { system, id } => {
            write!(f, "call World::add_systems for `{system}` as number {id} in both worlds")
        }
        Error::SnapshotMissing { tick } => {
            write!(
                f,
                "call Timeline::record at tick {tick}, and give Timeline::new a greater length"
            )
        }
        _ => Ok(()),
    }
}

/// The advice to raise a limit, where it can still be raised.
pub(crate) struct Raise {
    /// The method of `Options`.
    option: &'static str,
    /// The limit as it is.
    above: u32,
    /// What else helps.
    otherwise: &'static str,
}

impl Raise {
    pub(crate) const fn new(option: &'static str, above: u32, otherwise: &'static str) -> Self {
        Self { option, above, otherwise }
    }
}

impl fmt::Display for Raise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { option, above, otherwise } = self;
        match range_of(option) {
            Some(range) if range.end() <= above => {
                write!(f, "{otherwise}: Options::{option} is at its most, {}", range.end())
            }
            _ => write!(f, "raise Options::{option} above {above}, or {otherwise}"),
        }
    }
}
