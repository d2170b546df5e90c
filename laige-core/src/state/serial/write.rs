//! Contents on their way out: entities by ascending slot, each with its components by ascending id; then resources.

use alloc::string::String;
use alloc::vec::Vec;

use serde::ser::{SerializeMap, SerializeSeq, SerializeTuple};
use serde::{Serialize, Serializer};

use super::super::value::{Number, Value};
use super::Handle;
use super::names::{Named, key_among};
use crate::slots::Location;
use crate::{ComponentInfo, Entity, HandleLayout, Kind, ResourceView, World};

/// A world's contents, to be serialized: see [`World::contents`].
#[derive(Debug)]
pub struct Contents<'w> {
    world: &'w World,
    /// What each component is called, by index.
    keys: Vec<String>,
    /// The resources that are there and state, and what each is called.
    resources: Vec<(ResourceView<'w>, String)>,
}

impl<'w> Contents<'w> {
    pub(super) fn of(world: &'w World) -> Self {
        let infos = world.registry.infos().iter();
        let key = |info: &ComponentInfo| key_among(info.shape(), infos.clone().map(Named::shape));
        let keys = infos.clone().map(key).collect();
        let known = || world.resources.known().map(|(_, shape)| shape);
        let key = |view: ResourceView<'w>| Some((view, key_among(view.shape()?, known())));
        Self { world, keys, resources: world.resources.iter().filter_map(key).collect() }
    }
}

impl Serialize for Contents<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let has_resources = !self.resources.is_empty();
        let mut map = serializer.serialize_map(Some(1 + usize::from(has_resources)))?;
        map.serialize_entry("entities", &Entities(self))?;
        if has_resources {
            map.serialize_entry("resources", &Resources(self))?;
        }
        map.end()
    }
}

struct Resources<'a>(&'a Contents<'a>);

impl Serialize for Resources<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Contents { world, resources, .. } = self.0;
        let readable = serializer.is_human_readable();
        let mut map = serializer.serialize_map(Some(resources.len()))?;
        for (view, key) in resources {
            let Some((shape, bytes)) = view.shape().zip(view.bytes()) else { continue };
            let value = Value { shape, bytes, layout: world.layout() };
            if readable {
                map.serialize_entry(key, &value)?;
            } else {
                map.serialize_entry(&shape.stable_id.to_u64(), &value)?;
            }
        }
        map.end()
    }
}

struct Entities<'a>(&'a Contents<'a>);

impl Serialize for Entities<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let world = self.0.world;
        let mut seq = serializer.serialize_seq(Some(world.entity_count() as usize))?;
        for (slot, (entity, location)) in world.occupants() {
            let handle = Handle { slot, generation: world.generation_of(entity) };
            let carried = Carried { contents: self.0, entity, location };
            seq.serialize_element(&(handle, carried))?;
        }
        seq.end()
    }
}

/// What one entity carries.
struct Carried<'a> {
    contents: &'a Contents<'a>,
    entity: Entity,
    location: Location,
}

impl Serialize for Carried<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Contents { world, keys, .. } = self.contents;
        let (slot, layout) = (world.slot_of(self.entity), world.layout());
        let readable = serializer.is_human_readable();
        let mut map = serializer.serialize_map(Some(world.carried(slot, self.location).count()))?;
        for (id, bytes) in world.carried(slot, self.location) {
            let Some(info) = world.registry.info(id) else { continue };
            let value = Value { shape: info.shape(), bytes, layout };
            if readable {
                map.serialize_entry(&keys[id.index()], &value)?;
            } else {
                map.serialize_entry(&info.stable_id().to_u64(), &value)?;
            }
        }
        map.end()
    }
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.shape.kind {
            Kind::Unsigned | Kind::Signed => match self.integer() {
                Some(number) => write_number(number, self.shape.size, serializer),
                None => self.bytes.serialize(serializer),
            },
            Kind::Float => write_float(*self, serializer),
            Kind::Bool => serializer.serialize_bool(self.bytes != [0]),
            Kind::Char => {
                let number = u32::from_ne_bytes(self.array());
                serializer.serialize_char(char::from_u32(number).unwrap_or('\0'))
            }
            Kind::NonZero { number } => Value { shape: number, ..*self }.serialize(serializer),
            Kind::Entity => handle_of(self.entity(), self.layout).serialize(serializer),
            Kind::Array { element, len } => {
                let mut tuple = serializer.serialize_tuple(len)?;
                (0..len).try_for_each(|i| tuple.serialize_element(&self.element(element, i)))?;
                tuple.end()
            }
            Kind::Struct { fields } if serializer.is_human_readable() => {
                let mut map = serializer.serialize_map(Some(fields.len()))?;
                fields.iter().try_for_each(|it| map.serialize_entry(it.name, &self.field(it)))?;
                map.end()
            }
            Kind::Struct { fields } => {
                let mut tuple = serializer.serialize_tuple(fields.len())?;
                fields.iter().try_for_each(|field| tuple.serialize_element(&self.field(field)))?;
                tuple.end()
            }
            Kind::Enum { repr, variants } => {
                let number = Value { shape: repr, ..*self };
                let variant = number.integer().and_then(|number| number.variant(variants));
                match variant {
                    Some(variant) if serializer.is_human_readable() => {
                        serializer.serialize_str(variant.name)
                    }
                    _ => number.serialize(serializer),
                }
            }
            Kind::Opaque => {
                let mut tuple = serializer.serialize_tuple(self.bytes.len())?;
                self.bytes.iter().try_for_each(|byte| tuple.serialize_element(byte))?;
                tuple.end()
            }
        }
    }
}

fn handle_of(entity: Entity, layout: HandleLayout) -> Handle {
    Handle { slot: layout.slot_of(entity), generation: layout.generation_of(entity) }
}

/// Writes an integer in its own width.
fn write_number<S: Serializer>(
    number: Number,
    size: usize,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match (number, size) {
        (Number::Unsigned(number), 1) => serializer.serialize_u8(number as u8),
        (Number::Unsigned(number), 2) => serializer.serialize_u16(number as u16),
        (Number::Unsigned(number), 4) => serializer.serialize_u32(number as u32),
        (Number::Unsigned(number), 8) => serializer.serialize_u64(number as u64),
        (Number::Unsigned(number), _) => serializer.serialize_u128(number),
        (Number::Signed(number), 1) => serializer.serialize_i8(number as i8),
        (Number::Signed(number), 2) => serializer.serialize_i16(number as i16),
        (Number::Signed(number), 4) => serializer.serialize_i32(number as i32),
        (Number::Signed(number), 8) => serializer.serialize_i64(number as i64),
        (Number::Signed(number), _) => serializer.serialize_i128(number),
    }
}

/// Writes a float. Formats for people have no NaN, nor infinity, so those are written as their bits.
fn write_float<S: Serializer>(value: Value<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    let readable = serializer.is_human_readable();
    if value.shape.size == 4 {
        let number = f32::from_ne_bytes(value.array());
        if number.is_finite() || !readable {
            return serializer.serialize_f32(number);
        }
        serializer.collect_str(&format_args!("0x{:08x}", number.to_bits()))
    } else {
        let number = f64::from_ne_bytes(value.array());
        if number.is_finite() || !readable {
            return serializer.serialize_f64(number);
        }
        serializer.collect_str(&format_args!("0x{:016x}", number.to_bits()))
    }
}
