//! A world's contents through serde, for people and tools: entities by label, components by name, fields by name. It goes through the
//! fields' descriptions, without code of the components. It is no snapshot: what decides the future besides is not in it.
//!
//! | | formats for people (JSON) | others (postcard) |
//! | --- | --- | --- |
//! | component, resource | name | stable id |
//! | struct | map by field name, in any order, unknown fields passed over | its fields in order |
//! | enum | name of the variant, or its number | its number |
//! | entity | `"12v3"`, `"none"` | slot, generation |
//! | float | number; one that is not finite its bits, `"0x7fc00000"` | number |

mod names;
mod read;
mod spawn;
mod value;
mod write;

pub use read::{ContentsInto, Loaded};
pub use write::Contents;

use core::fmt;

use serde::de::{self, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::World;

impl World {
    /// What the world holds, to be serialized with serde.
    ///
    /// ```
    /// use laige_core::{Options, World};
    ///
    /// let mut world = World::new(Options::with_capacity(100))?;
    /// world.spawn_empty()?;
    /// let text = serde_json::to_string(&world.contents())?;
    /// assert_eq!(text, r#"{"entities":[["0v1",{}]]}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Order
    ///
    /// Entities by slot, their components by id; then resources, in the order in which they first came.
    #[must_use]
    pub fn contents(&self) -> Contents<'_> {
        Contents::of(self)
    }

    /// Where contents go that are deserialized: entities beside those that the world holds, resources in place of those that it has. It is a [`DeserializeSeed`](serde::de::DeserializeSeed).
    ///
    /// ```
    /// use laige_core::{Options, World};
    /// use serde::de::DeserializeSeed;
    ///
    /// let mut world = World::new(Options::with_capacity(100))?;
    /// let text = r#"{"entities":[["7v3",{}],["9v1",{}]]}"#;
    /// let mut json = serde_json::Deserializer::from_str(text);
    /// let loaded = world.contents_into().deserialize(&mut json)?;
    /// assert_eq!(loaded.entities, world.entities().collect::<Vec<_>>());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Deserializing fails with the format's error if something is wrong with the contents, or if the world refuses them; it is left with what it
    /// had.
    ///
    /// # Order
    ///
    /// Entities are spawned in the order in which they are read.
    #[must_use]
    pub fn contents_into(&mut self) -> ContentsInto<'_> {
        ContentsInto::new(self)
    }
}

/// An entity as it was where it comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Handle {
    pub(super) slot: u32,
    pub(super) generation: u32,
}

impl Handle {
    const NONE: Self = Self { slot: 0, generation: 0 };
}

impl Serialize for Handle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { slot, generation } = *self;
        if !serializer.is_human_readable() {
            let mut pair = serializer.serialize_tuple(2)?;
            pair.serialize_element(&slot)?;
            pair.serialize_element(&generation)?;
            return pair.end();
        }
        match *self {
            Self::NONE => serializer.serialize_str("none"),
            _ => serializer.collect_str(&format_args!("{slot}v{generation}")),
        }
    }
}

impl<'de> Deserialize<'de> for Handle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return deserializer.deserialize_str(HandleText);
        }
        let (slot, generation) = <(u32, u32)>::deserialize(deserializer)?;
        Ok(Self { slot, generation })
    }
}

struct HandleText;

impl Visitor<'_> for HandleText {
    type Value = Handle;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an entity like \"12v3\", or \"none\"")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Handle, E> {
        let parse = |text: &str| {
            let (slot, generation) = text.split_once('v')?;
            Some(Handle { slot: slot.parse().ok()?, generation: generation.parse().ok()? })
        };
        let none = (text == "none").then_some(Handle::NONE);
        none.or_else(|| parse(text))
            .ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
    }
}
