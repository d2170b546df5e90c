//! Contents on their way in: everything is read and checked first; what comes of it is `spawn`'s.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{
    self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor,
};

use super::Handle;
use super::names::{Named, Names, ReadKey, StateKind};
use super::spawn::{Draft, Drafts, load};
use super::value::{Raw, ReadValue};
use crate::{ComponentInfo, Entity, World};

/// Where contents go that are deserialized: see [`World::contents_into`].
#[derive(Debug)]
pub struct ContentsInto<'w> {
    world: &'w mut World,
}

/// The entities that contents became, in their order. Resources have taken the place of those that were there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loaded {
    /// The new entities.
    pub entities: Vec<Entity>,
}

impl<'w> ContentsInto<'w> {
    pub(super) fn new(world: &'w mut World) -> Self {
        Self { world }
    }
}

impl<'de> DeserializeSeed<'de> for ContentsInto<'_> {
    type Value = Loaded;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Loaded, D::Error> {
        let known = Known::of(self.world);
        let drafts = deserializer.deserialize_map(ReadContents(&known))?;
        load(self.world, drafts).map_err(de::Error::custom)
    }
}

/// What the world knows.
struct Known {
    components: Names<ComponentInfo>,
    resources: Names<StateKind>,
}

impl Known {
    fn of(world: &World) -> Self {
        let resources: Vec<StateKind> = world.resources.known().collect();
        Self { components: Names::of(world.registry.infos()), resources: Names::of(&resources) }
    }
}

/// Reads the map that holds everything.
struct ReadContents<'a>(&'a Known);

impl<'de> Visitor<'de> for ReadContents<'_> {
    type Value = Drafts;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the contents of a world")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Drafts, A::Error> {
        let Known { components, resources } = self.0;
        let (mut entities, mut values) = (None, None);
        while let Some(key) = map.next_key::<String>()? {
            match &*key {
                "entities" if entities.is_some() => {
                    return Err(de::Error::duplicate_field("entities"));
                }
                "resources" if values.is_some() => {
                    return Err(de::Error::duplicate_field("resources"));
                }
                "entities" => entities = Some(map.next_value_seed(ReadEntities(components))?),
                "resources" => values = Some(map.next_value_seed(ReadValues(resources))?),
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        let entities = entities.ok_or_else(|| de::Error::missing_field("entities"))?;
        Ok(Drafts { entities, resources: values.unwrap_or_default() })
    }
}

/// Reads the list of entities.
struct ReadEntities<'a>(&'a Names<ComponentInfo>);

impl<'de> DeserializeSeed<'de> for ReadEntities<'_> {
    type Value = Vec<Draft>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<Draft>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for ReadEntities<'_> {
    type Value = Vec<Draft>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of entities")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<Draft>, A::Error> {
        // Without room in advance: a length that is a lie costs nothing.
        let mut drafts: Vec<Draft> = Vec::new();
        let mut seen = BTreeMap::new();
        while let Some(draft) = seq.next_element_seed(ReadEntity(self.0))? {
            if seen.insert(draft.handle.slot, ()).is_some() {
                let slot = Unexpected::Unsigned(draft.handle.slot.into());
                return Err(de::Error::invalid_value(slot, &"each slot once"));
            }
            drafts.push(draft);
        }
        Ok(drafts)
    }
}

/// Reads an entity: its handle, and what it carries.
struct ReadEntity<'a>(&'a Names<ComponentInfo>);

impl<'de> DeserializeSeed<'de> for ReadEntity<'_> {
    type Value = Draft;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Draft, D::Error> {
        deserializer.deserialize_tuple(2, self)
    }
}

impl<'de> Visitor<'de> for ReadEntity<'_> {
    type Value = Draft;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an entity and its components")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Draft, A::Error> {
        let length =
            |found| move || de::Error::invalid_length(found, &"an entity and its components");
        let handle = seq.next_element::<Handle>()?.ok_or_else(length(0))?;
        let components = seq.next_element_seed(ReadValues(self.0))?.ok_or_else(length(1))?;
        Ok(Draft { handle, components })
    }
}

/// Reads the components of an entity, or the resources of a world.
struct ReadValues<'a, T>(&'a Names<T>);

impl<'de, T: Named> DeserializeSeed<'de> for ReadValues<'_, T> {
    type Value = Vec<(T, Raw)>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, T: Named> Visitor<'de> for ReadValues<'_, T> {
    type Value = Vec<(T, Raw)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a map from {}", T::EXPECTED)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut values: Self::Value = Vec::new();
        while let Some(kind) = map.next_key_seed(ReadKey(self.0))? {
            let shape = kind.shape();
            if values.iter().any(|(other, _)| other.shape().stable_id == shape.stable_id) {
                return Err(de::Error::duplicate_field(shape.name));
            }
            let mut raw = Raw { bytes: alloc::vec![0; shape.size], handles: Vec::new() };
            map.next_value_seed(ReadValue { shape, at: 0, raw: &mut raw })?;
            values.push((kind, raw));
        }
        Ok(values)
    }
}
