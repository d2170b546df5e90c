//! One value on its way in: bytes of a component from what a format has, each field checked against its type before it is written.

use alloc::vec::Vec;
use core::fmt;

use serde::de::{
    self, Deserialize, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Unexpected,
    Visitor,
};

use super::super::value::Number;
use super::Handle;
use crate::{Entity, Field, Fields as _, Kind, Shape};

/// The bytes of a component that is read, and the entities in it, whose handles are not known yet.
#[derive(Default)]
pub(super) struct Raw {
    pub(super) bytes: Vec<u8>,
    /// Where a handle belongs, and whose.
    pub(super) handles: Vec<(usize, Handle)>,
}

/// Reads a value of a type into its place among the bytes.
pub(super) struct ReadValue<'a> {
    pub(super) shape: &'static Shape,
    pub(super) at: usize,
    pub(super) raw: &'a mut Raw,
}

impl<'de> DeserializeSeed<'de> for ReadValue<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let readable = deserializer.is_human_readable();
        match (self.shape.kind, self.shape.size) {
            (Kind::Unsigned, 1) => deserializer.deserialize_u8(self),
            (Kind::Unsigned, 2) => deserializer.deserialize_u16(self),
            (Kind::Unsigned, 4) => deserializer.deserialize_u32(self),
            (Kind::Unsigned, 8) => deserializer.deserialize_u64(self),
            (Kind::Unsigned, _) => deserializer.deserialize_u128(self),
            (Kind::Signed, 1) => deserializer.deserialize_i8(self),
            (Kind::Signed, 2) => deserializer.deserialize_i16(self),
            (Kind::Signed, 4) => deserializer.deserialize_i32(self),
            (Kind::Signed, 8) => deserializer.deserialize_i64(self),
            (Kind::Signed, _) => deserializer.deserialize_i128(self),
            (Kind::Float | Kind::Enum { .. }, _) if readable => deserializer.deserialize_any(self),
            (Kind::Float, 4) => deserializer.deserialize_f32(self),
            (Kind::Float, _) => deserializer.deserialize_f64(self),
            (Kind::Bool, _) => deserializer.deserialize_bool(self),
            (Kind::Char, _) => deserializer.deserialize_char(self),
            (Kind::NonZero { number }, _) => self.nonzero(number, deserializer),
            (Kind::Entity, _) => {
                let handle = Handle::deserialize(deserializer)?;
                self.raw.handles.push((self.at, handle));
                Ok(())
            }
            (Kind::Array { len, .. }, _) => deserializer.deserialize_tuple(len, self),
            (Kind::Struct { .. }, _) if readable => deserializer.deserialize_map(self),
            (Kind::Struct { fields }, _) => deserializer.deserialize_tuple(fields.len(), self),
            (Kind::Enum { repr, variants }, _) => {
                let Self { shape, at, raw } = self;
                ReadValue { shape: repr, at, raw: &mut *raw }.deserialize(deserializer)?;
                let bytes = &raw.bytes[at..at + shape.size];
                if shape.accepts(bytes) {
                    return Ok(());
                }
                let expected = alloc::format!("a number of {} variants", variants.len());
                Err(de::Error::invalid_value(Unexpected::Bytes(bytes), &&*expected))
            }
            (Kind::Opaque, size) => deserializer.deserialize_tuple(size, self),
        }
    }
}

impl ReadValue<'_> {
    fn nonzero<'de, D: Deserializer<'de>>(
        self,
        number: &'static Shape,
        deserializer: D,
    ) -> Result<(), D::Error> {
        let Self { shape, at, raw } = self;
        ReadValue { shape: number, at, raw: &mut *raw }.deserialize(deserializer)?;
        if shape.accepts(&raw.bytes[at..at + shape.size]) {
            return Ok(());
        }
        Err(de::Error::invalid_value(Unexpected::Unsigned(0), &"a number that is not 0"))
    }

    fn put(&mut self, bytes: &[u8]) {
        self.raw.bytes[self.at..self.at + bytes.len()].copy_from_slice(bytes);
    }

    /// Writes an integer, if the type has it.
    #[expect(clippy::cast_precision_loss, reason = "a float that is written without a point")]
    fn number<E: de::Error>(mut self, number: i128, seen: Unexpected<'_>) -> Result<(), E> {
        let (size, kind) = (self.shape.size, self.shape.kind);
        let bits = 8 * size as u32;
        let fits = match kind {
            Kind::Unsigned => number >= 0 && (bits > 127 || number >> bits == 0),
            Kind::Signed => bits > 127 || (number >> (bits - 1) == 0 || number >> (bits - 1) == -1),
            Kind::Enum { variants, .. } => Number::Signed(number).variant(variants).is_some(),
            Kind::Float => return self.float(number as f64, seen),
            _ => false,
        };
        if !fits {
            return Err(E::invalid_value(seen, &self));
        }
        let bytes = number.to_ne_bytes();
        let part =
            if cfg!(target_endian = "little") { &bytes[..size] } else { &bytes[16 - size..] };
        self.put(part);
        Ok(())
    }

    fn float<E: de::Error>(mut self, number: f64, seen: Unexpected<'_>) -> Result<(), E> {
        match (self.shape.kind, self.shape.size) {
            (Kind::Float, 4) => self.put(&(number as f32).to_ne_bytes()),
            (Kind::Float, 8) => self.put(&number.to_ne_bytes()),
            _ => return Err(E::invalid_type(seen, &self)),
        }
        Ok(())
    }

    /// The part of that number, and where it is.
    fn part(&self, index: usize) -> Option<(&'static Shape, usize)> {
        match self.shape.kind {
            Kind::Array { element, len } => (index < len).then(|| (element, index * element.size)),
            Kind::Struct { fields } => fields.get(index).map(|field| (field.shape, field.offset)),
            Kind::Opaque => (index < self.shape.size).then_some((const { &u8::SHAPE }, index)),
            _ => None,
        }
    }

    /// The fields of a struct by name, in any order; others are passed over.
    fn fields<'de, A: MapAccess<'de>>(
        self,
        fields: &'static [Field],
        mut map: A,
    ) -> Result<(), A::Error> {
        let mut seen = alloc::vec![false; fields.len()];
        while let Some(name) = map.next_key::<alloc::string::String>()? {
            let Some(place) = fields.iter().position(|field| field.name == name) else {
                map.next_value::<IgnoredAny>()?;
                continue;
            };
            let Field { name, offset, shape } = fields[place];
            if core::mem::replace(&mut seen[place], true) {
                return Err(de::Error::duplicate_field(name));
            }
            map.next_value_seed(ReadValue { shape, at: self.at + offset, raw: &mut *self.raw })?;
        }
        match seen.iter().position(|seen| !seen) {
            Some(place) => Err(de::Error::missing_field(fields[place].name)),
            None => Ok(()),
        }
    }
}

impl<'de> Visitor<'de> for ReadValue<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shape.kind {
            Kind::Array { element, len } => write!(f, "{len} of {}", element.name),
            Kind::Struct { .. } => write!(f, "the fields of {}", self.shape.name),
            Kind::Enum { .. } => write!(f, "a variant of {}", self.shape.name),
            _ => f.write_str(self.shape.name),
        }
    }

    fn visit_bool<E: de::Error>(mut self, value: bool) -> Result<(), E> {
        if !matches!(self.shape.kind, Kind::Bool) {
            return Err(E::invalid_type(Unexpected::Bool(value), &self));
        }
        self.put(&[value.into()]);
        Ok(())
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<(), E> {
        self.number(value.into(), Unexpected::Signed(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<(), E> {
        self.number(value.into(), Unexpected::Unsigned(value))
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<(), E> {
        self.number(value, Unexpected::Other("a number of 128 bits"))
    }

    fn visit_u128<E: de::Error>(mut self, value: u128) -> Result<(), E> {
        let seen = Unexpected::Other("a number of 128 bits");
        match i128::try_from(value) {
            Ok(number) => self.number(number, seen),
            Err(_) if matches!(self.shape.kind, Kind::Unsigned) && self.shape.size == 16 => {
                self.put(&value.to_ne_bytes());
                Ok(())
            }
            Err(_) => Err(E::invalid_value(seen, &self)),
        }
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<(), E> {
        self.float(value, Unexpected::Float(value))
    }

    fn visit_f32<E: de::Error>(mut self, value: f32) -> Result<(), E> {
        if matches!(self.shape.kind, Kind::Float) && self.shape.size == 4 {
            // Not by way of `f64`, which may change the bits of a NaN.
            self.put(&value.to_ne_bytes());
            return Ok(());
        }
        self.visit_f64(value.into())
    }

    fn visit_char<E: de::Error>(mut self, value: char) -> Result<(), E> {
        if !matches!(self.shape.kind, Kind::Char) {
            return Err(E::invalid_type(Unexpected::Char(value), &self));
        }
        self.put(&u32::from(value).to_ne_bytes());
        Ok(())
    }

    fn visit_str<E: de::Error>(mut self, text: &str) -> Result<(), E> {
        let mut letters = text.chars();
        match (self.shape.kind, self.shape.size) {
            (Kind::Enum { variants, .. }, _) => {
                if let Some(variant) = variants.iter().find(|variant| variant.name == text) {
                    return self.number(variant.value, Unexpected::Str(text));
                }
            }
            (Kind::Float, size) => {
                let digits = text.strip_prefix("0x").filter(|digits| digits.len() == 2 * size);
                if let Some(bits) = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok()) {
                    match size {
                        4 => self.put(&(bits as u32).to_ne_bytes()),
                        _ => self.put(&bits.to_ne_bytes()),
                    }
                    return Ok(());
                }
            }
            (Kind::Char, _) => {
                if let (Some(letter), None) = (letters.next(), letters.next()) {
                    return self.visit_char(letter);
                }
            }
            _ => return Err(E::invalid_type(Unexpected::Str(text), &self)),
        }
        Err(E::invalid_value(Unexpected::Str(text), &self))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        if !matches!(self.shape.kind, Kind::Array { .. } | Kind::Struct { .. } | Kind::Opaque) {
            return Err(de::Error::invalid_type(Unexpected::Seq, &self));
        }
        let mut parts = 0;
        while let Some((shape, offset)) = self.part(parts) {
            let part = ReadValue { shape, at: self.at + offset, raw: &mut *self.raw };
            if seq.next_element_seed(part)?.is_none() {
                return Err(de::Error::invalid_length(parts, &self));
            }
            parts += 1;
        }
        match seq.next_element::<IgnoredAny>()? {
            Some(_) => Err(de::Error::invalid_length(parts + 1, &self)),
            None => Ok(()),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        match self.shape.kind {
            Kind::Struct { fields } => self.fields(fields, map),
            _ => Err(de::Error::invalid_type(Unexpected::Map, &self)),
        }
    }
}

/// The bytes of a handle.
pub(super) fn put_handle(raw: &mut [u8], at: usize, entity: Entity) {
    raw[at..at + size_of::<Entity>()].copy_from_slice(bytemuck::bytes_of(&entity));
}
