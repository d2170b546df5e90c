//! Contents on their way in: everything is read and checked first, then spawned beside what the world holds.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{
    self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor,
};

use super::value::{Raw, ReadValue, put_handle};
use super::{Handle, key_of};
use crate::{ComponentInfo, Entity, StableId, World};

/// Where contents go that are deserialized: see [`World::contents_into`].
#[derive(Debug)]
pub struct ContentsInto<'w> {
    world: &'w mut World,
}

/// The entities that contents became, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loaded {
    /// The new entities.
    pub entities: Vec<Entity>,
}

/// An entity as it was read.
struct Draft {
    handle: Handle,
    components: Vec<(ComponentInfo, Raw)>,
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
        spawn(self.world, drafts).map_err(de::Error::custom)
    }
}

/// Spawns what was read. Entities in components that were read too are their new selves, others are none.
fn spawn(world: &mut World, drafts: Vec<Draft>) -> crate::Result<Loaded> {
    let entities = world.spawn_batch(drafts.iter().map(|_| ()))?.to_vec();
    let handles = drafts.iter().map(|draft| draft.handle);
    let new: BTreeMap<Handle, Entity> = handles.zip(entities.iter().copied()).collect();
    let outcome = entities.iter().zip(drafts).try_for_each(|(&entity, draft)| {
        draft.components.into_iter().try_for_each(|(info, mut raw)| {
            for (at, handle) in raw.handles {
                let target = new.get(&handle).copied().unwrap_or(Entity::NONE);
                put_handle(&mut raw.bytes, at, target);
            }
            (info.component_type().insert)(world, entity, &raw.bytes)
        })
    });
    match outcome {
        Ok(()) => Ok(Loaded { entities }),
        Err(error) => {
            for entity in entities.into_iter().rev() {
                world.despawn(entity)?;
            }
            Err(error)
        }
    }
}

/// The components of a world, by what they are called.
struct Known {
    by_key: BTreeMap<String, ComponentInfo>,
    by_id: BTreeMap<StableId, ComponentInfo>,
}

impl Known {
    fn of(world: &World) -> Self {
        let infos = world.registry.infos().iter();
        Self {
            by_key: infos.clone().map(|info| (key_of(world, info), *info)).collect(),
            by_id: infos.map(|info| (info.stable_id(), *info)).collect(),
        }
    }
}

/// Reads the map that holds everything.
struct ReadContents<'a>(&'a Known);

impl<'de> Visitor<'de> for ReadContents<'_> {
    type Value = Vec<Draft>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the contents of a world")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vec<Draft>, A::Error> {
        let mut drafts = None;
        while let Some(key) = map.next_key::<String>()? {
            match &*key {
                "entities" if drafts.is_some() => {
                    return Err(de::Error::duplicate_field("entities"));
                }
                "entities" => drafts = Some(map.next_value_seed(ReadEntities(self.0))?),
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        drafts.ok_or_else(|| de::Error::missing_field("entities"))
    }
}

/// Reads the list of entities.
struct ReadEntities<'a>(&'a Known);

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
struct ReadEntity<'a>(&'a Known);

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
        let components = seq.next_element_seed(ReadCarried(self.0))?.ok_or_else(length(1))?;
        Ok(Draft { handle, components })
    }
}

/// Reads the components of an entity.
struct ReadCarried<'a>(&'a Known);

impl<'de> DeserializeSeed<'de> for ReadCarried<'_> {
    type Value = Vec<(ComponentInfo, Raw)>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for ReadCarried<'_> {
    type Value = Vec<(ComponentInfo, Raw)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("components by name")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut components: Self::Value = Vec::new();
        while let Some(info) = map.next_key_seed(ReadKey(self.0))? {
            if components.iter().any(|(other, _)| other.id() == info.id()) {
                return Err(de::Error::duplicate_field(info.name()));
            }
            let mut raw = Raw { bytes: alloc::vec![0; info.size()], handles: Vec::new() };
            map.next_value_seed(ReadValue { shape: info.shape(), at: 0, raw: &mut raw })?;
            components.push((info, raw));
        }
        Ok(components)
    }
}

/// Reads what a component is called.
struct ReadKey<'a>(&'a Known);

impl<'de> DeserializeSeed<'de> for ReadKey<'_> {
    type Value = ComponentInfo;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(self)
        } else {
            deserializer.deserialize_u64(self)
        }
    }
}

impl Visitor<'_> for ReadKey<'_> {
    type Value = ComponentInfo;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a component that is registered")
    }

    fn visit_str<E: de::Error>(self, key: &str) -> Result<ComponentInfo, E> {
        let found = self.0.by_key.get(key).copied();
        found.ok_or_else(|| E::invalid_value(Unexpected::Str(key), &self))
    }

    fn visit_u64<E: de::Error>(self, id: u64) -> Result<ComponentInfo, E> {
        let found = self.0.by_id.get(&StableId::from_u64(id)).copied();
        found.ok_or_else(|| E::invalid_value(Unexpected::Unsigned(id), &self))
    }
}
