//! What components and resources are called in contents: by name in formats for people, by stable id in others.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use core::fmt;

use serde::Deserializer;
use serde::de::{self, DeserializeSeed, Unexpected, Visitor};

use crate::resource::ResourceType;
use crate::{ComponentInfo, Shape, StableId};

/// A component or resource, whose values can be written and read.
pub(super) trait Named: Copy {
    /// What a name should have been that is none.
    const EXPECTED: &'static str;

    fn shape(&self) -> &'static Shape;
}

impl Named for ComponentInfo {
    const EXPECTED: &'static str = "a component that is registered";

    fn shape(&self) -> &'static Shape {
        Self::shape(self)
    }
}

/// A resource that is state.
pub(super) type StateKind = (ResourceType, &'static Shape);

impl Named for StateKind {
    const EXPECTED: &'static str = "a resource that is known and state";

    fn shape(&self) -> &'static Shape {
        self.1
    }
}

/// What a type is called in formats for people: its name, and its stable id where another of them has that name.
pub(super) fn key_among<'a>(shape: &Shape, all: impl Iterator<Item = &'a Shape>) -> String {
    match all.filter(|other| other.name == shape.name).count() {
        1 => shape.name.to_string(),
        _ => alloc::format!("{}#{}", shape.name, shape.stable_id),
    }
}

/// Those that a world knows, by what they are called.
pub(super) struct Names<T> {
    by_key: BTreeMap<String, T>,
    by_id: BTreeMap<StableId, T>,
}

impl<T: Named> Names<T> {
    pub(super) fn of(all: &[T]) -> Self {
        let key = |it: &T| key_among(it.shape(), all.iter().map(T::shape));
        Self {
            by_key: all.iter().map(|it| (key(it), *it)).collect(),
            by_id: all.iter().map(|it| (it.shape().stable_id, *it)).collect(),
        }
    }
}

/// Reads what one of them is called.
pub(super) struct ReadKey<'a, T>(pub(super) &'a Names<T>);

impl<'de, T: Named> DeserializeSeed<'de> for ReadKey<'_, T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(self)
        } else {
            deserializer.deserialize_u64(self)
        }
    }
}

impl<T: Named> Visitor<'_> for ReadKey<'_, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_str<E: de::Error>(self, key: &str) -> Result<T, E> {
        let found = self.0.by_key.get(key).copied();
        found.ok_or_else(|| E::invalid_value(Unexpected::Str(key), &self))
    }

    fn visit_u64<E: de::Error>(self, id: u64) -> Result<T, E> {
        let found = self.0.by_id.get(&StableId::from_u64(id)).copied();
        found.ok_or_else(|| E::invalid_value(Unexpected::Unsigned(id), &self))
    }
}
