//! What can be wrong with the bytes of a save: where, in which part, and what. Nothing was made of such bytes.

use alloc::string::String;
use core::fmt;

use crate::{Error, ErrorCode};

/// Bytes are no save, or one that a world cannot take.
///
/// ```
/// use laige_core::save::{LoadFault, SavePart};
/// use laige_core::{Options, Snapshot, World};
///
/// let world = World::new(Options::with_capacity(8))?;
/// let error = Snapshot::from_bytes(b"LAIGESAV\x07\0\0\0", &world).unwrap_err();
/// assert_eq!((error.offset, error.part), (8, SavePart::Header));
/// assert_eq!(error.fault, LoadFault::Version(7));
/// assert_eq!(error.to_string(), "save, byte 8, header: version 7 is not supported, expected 1");
/// # Ok::<(), laige_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LoadError {
    /// Where, in bytes from the start: the first byte of what is wrong.
    pub offset: u64,
    /// In which part of the save.
    pub part: SavePart,
    /// What is wrong.
    pub fault: LoadFault,
}

/// The parts of a save.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
#[repr(u32)]
pub enum SavePart {
    /// What stands before the sections.
    Header = 0,
    /// The options of the world that was saved.
    Options = 1,
    /// The components that entities have, with their layouts.
    Components = 2,
    /// Slots and generations.
    Slots = 3,
    /// Archetypes by birth, and their rows.
    Archetypes = 4,
    /// What the world counted.
    Counters = 5,
    /// The resources that are state.
    Resources = 6,
    /// The tick, and what is state of systems.
    Systems = 7,
    /// What makes one snapshot of another.
    Delta = 64,
    /// The hash at the end.
    Checksum = u32::MAX,
}

/// What is wrong with the bytes of a save, or with the world for it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoadFault {
    /// It does not begin with `LAIGESAV`.
    Magic,
    /// Its version is not one that is known.
    Version(u32),
    /// It is a save of another kind.
    Kind(u32),
    /// It is longer or shorter than it says.
    Length {
        /// The bytes it says to have.
        expected: u64,
        /// The bytes there are.
        found: u64,
    },
    /// The hash at its end is not that of the bytes before it.
    Checksum,
    /// The delta was made of another snapshot.
    OtherBase,
    /// A section that is not known, or that stands in the wrong place.
    Section(u32),
    /// The section is missing.
    Missing,
    /// A section ends before what it has to say.
    Cut {
        /// The bytes that should be there.
        wanted: u64,
        /// The bytes that are.
        left: u64,
    },
    /// A section goes on behind what it has to say.
    Leftover(u64),
    /// A number is out of its range.
    Number {
        /// Of what.
        what: &'static str,
        /// The number.
        found: u64,
        /// The least it can be.
        least: u64,
        /// The most it can be.
        most: u64,
    },
    /// Something that ascends in every save does not.
    Order(&'static str),
    /// Something is there twice.
    Repeated(&'static str),
    /// Nothing in the save has the component.
    Unused(&'static str),
    /// A text is not one that is written there.
    Text(&'static str),
    /// The world does not know the component.
    UnknownComponent(String),
    /// The world does not know the resource.
    UnknownResource(String),
    /// The world has another system with that number, or none.
    UnknownSystem(String),
    /// A component or resource has another layout in the world.
    Layout {
        /// Its name in the world.
        name: &'static str,
        /// What differs, the save being the first and the world the second.
        difference: String,
    },
    /// A component or resource was saved in a version that the world does not know yet.
    Newer {
        /// Its name.
        name: &'static str,
        /// The version in the save.
        found: u32,
        /// The version in the world.
        known: u32,
    },
    /// A component or resource was saved in an older version, from which no migration leads to the world's.
    NoMigration {
        /// Its name.
        name: &'static str,
        /// The version in the save.
        from: u32,
        /// The version in the world.
        to: u32,
    },
    /// A toggle stands where a component does, or a component where a toggle does.
    ToggleMisplaced(&'static str),
    /// The bits of a toggle are none, or reach beyond the rows.
    Bits(&'static str),
    /// Bytes are no value of their component or resource.
    Value(&'static str),
    /// A handle has more bits than handles had in the world that was saved.
    Handle {
        /// Its slot.
        slot: u32,
        /// Its generation.
        generation: u32,
    },
    /// The slot cannot have an entity, or be in the list of released ones: it was never taken.
    SlotUntaken(u32),
    /// The slot has two entities, or an entity and a place in the list of released ones, or two places.
    SlotRepeated(u32),
    /// The slot has an entity, or waits for one, and is retired.
    SlotRetired(u32),
    /// The slot was taken, and has no entity, is not released and not retired.
    SlotStray(u32),
    /// The world has fewer slots than this one with an entity.
    NoSuchSlot {
        /// The slot.
        slot: u32,
        /// The capacity of the world.
        capacity: u32,
    },
    /// The generation of an entity does not fit the handles of the world.
    GenerationTooLarge {
        /// The slot.
        slot: u32,
        /// The generation.
        generation: u32,
    },
    /// The world may not have as many.
    TooMany {
        /// The method of `Options` that says so.
        option: &'static str,
        /// How many there would be.
        needed: u32,
        /// How many there may be.
        most: u32,
    },
}

impl LoadError {
    /// The code of the error.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        match self.fault {
            LoadFault::OtherBase
            | LoadFault::UnknownComponent(_)
            | LoadFault::UnknownResource(_)
            | LoadFault::UnknownSystem(_)
            | LoadFault::Layout { .. }
            | LoadFault::Newer { .. }
            | LoadFault::NoMigration { .. } => ErrorCode::InvalidArgument,
            LoadFault::NoSuchSlot { .. }
            | LoadFault::GenerationTooLarge { .. }
            | LoadFault::TooMany { .. } => ErrorCode::BudgetExhausted,
            _ => ErrorCode::MalformedInput,
        }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "save, byte {}, {}: {}", self.offset, self.part, self.fault)
    }
}

impl fmt::Display for SavePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Header => "header",
            Self::Options => "options",
            Self::Components => "components",
            Self::Slots => "slots",
            Self::Archetypes => "archetypes",
            Self::Counters => "counters",
            Self::Resources => "resources",
            Self::Systems => "systems",
            Self::Delta => "delta",
            Self::Checksum => "checksum",
        })
    }
}

impl fmt::Display for LoadFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Magic => f.write_str("it does not begin with LAIGESAV"),
            Self::Version(found) => {
                write!(f, "version {found} is not supported, expected {}", super::VERSION)
            }
            Self::Kind(found) => write!(f, "it is a save of kind {found}"),
            Self::Length { expected, found } => {
                write!(f, "it says to have {expected} bytes, and has {found}")
            }
            Self::OtherBase => f.write_str("the delta was made of another snapshot"),
            Self::Checksum => f.write_str("the bytes before it were changed"),
            Self::Section(found) => write!(f, "section {found} is not expected here"),
            Self::Missing => f.write_str("the section is missing"),
            Self::Cut { wanted, left } => {
                write!(f, "{wanted} bytes should follow, {left} are left in the section")
            }
            Self::Leftover(bytes) => write!(f, "{bytes} bytes are left over"),
            Self::Number { what, found, least, most } => {
                write!(f, "{what} is {found}, expected {least} to {most}")
            }
            Self::Order(what) => write!(f, "{what} do not ascend"),
            Self::Repeated(what) => write!(f, "{what} is there twice"),
            Self::Unused(name) => write!(f, "nothing has `{name}`"),
            Self::Text(what) => write!(f, "this is not {what}"),
            _ => self.fmt_of_world(f),
        }
    }
}

impl LoadFault {
    /// What is wrong between the save and the world, or between its parts.
    fn fmt_of_world(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownComponent(name) => write!(f, "component `{name}` is not registered"),
            Self::UnknownResource(name) => write!(f, "resource `{name}` is not known"),
            Self::UnknownSystem(name) => write!(f, "system `{name}` has another number, or none"),
            Self::Layout { name, difference } => {
                write!(f, "`{name}` is another in the world (the second): {difference}")
            }
            Self::Newer { name, found, known } => {
                write!(f, "`{name}` has version {found}, the world knows version {known}")
            }
            Self::NoMigration { name, from, to } => {
                write!(f, "no migration of `{name}` leads from version {from} to {to}")
            }
            Self::ToggleMisplaced(name) => {
                write!(f, "`{name}` cannot stand here, being a toggle or none")
            }
            Self::Bits(name) => write!(f, "the bits of `{name}` are none, or too many"),
            Self::Value(name) => write!(f, "the bytes are no value of `{name}`"),
            Self::Handle { slot, generation } => {
                write!(f, "{slot}v{generation} is no handle of the saved world")
            }
            Self::SlotUntaken(slot) => write!(f, "slot {slot} was never taken"),
            Self::SlotRepeated(slot) => write!(f, "slot {slot} is used twice"),
            Self::SlotRetired(slot) => write!(f, "slot {slot} is retired"),
            Self::SlotStray(slot) => {
                write!(f, "slot {slot} has no entity, and is not released and not retired")
            }
            Self::NoSuchSlot { slot, capacity } => {
                write!(f, "slot {slot} has an entity, in a world of capacity {capacity}")
            }
            Self::GenerationTooLarge { slot, generation } => {
                write!(f, "{slot}v{generation} does not fit the handles of the world")
            }
            Self::TooMany { option, needed, most } => {
                write!(f, "`{option}` of the world is {most}, {needed} are needed")
            }
            _ => Ok(()),
        }
    }
}

impl core::error::Error for LoadError {}

impl From<LoadError> for Error {
    fn from(error: LoadError) -> Self {
        let offset = error.offset;
        match (error.code(), error.fault) {
            (
                _,
                LoadFault::NoSuchSlot { slot, .. } | LoadFault::GenerationTooLarge { slot, .. },
            ) => Self::SaveTooLarge { option: "with_capacity", needed: slot + 1 },
            (_, LoadFault::TooMany { option, needed, .. }) => Self::SaveTooLarge { option, needed },
            (_, LoadFault::OtherBase) => Self::DeltaBase,
            (ErrorCode::InvalidArgument, _) => Self::SaveMismatch { offset },
            _ => Self::SaveMalformed { offset },
        }
    }
}
