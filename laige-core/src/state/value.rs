//! A plain value as text, from its shape and bytes: what reports show. Each value has one text, and different bits of a field have different
//! texts.

use core::fmt::{self, Write as _};

use crate::{Entity, Field, HandleLayout, Kind, Shape, Variant};

/// How many elements of an array are shown.
const SHOWN: usize = 8;

/// A value of a plain type, by its bytes in memory.
#[derive(Clone, Copy)]
pub(super) struct Value<'a> {
    pub(super) shape: &'a Shape,
    pub(super) bytes: &'a [u8],
    /// That of the handles in it.
    pub(super) layout: HandleLayout,
}

impl<'a> Value<'a> {
    /// The field of a struct.
    pub(super) fn field(self, field: &'a Field) -> Self {
        self.part(field.shape, field.offset)
    }

    /// The element of an array.
    pub(super) fn element(self, element: &'a Shape, index: usize) -> Self {
        self.part(element, index * element.size)
    }

    fn part(self, shape: &'a Shape, offset: usize) -> Self {
        Self { shape, bytes: &self.bytes[offset..offset + shape.size], ..self }
    }

    /// The value's bytes, which are as many as that.
    pub(super) fn array<const N: usize>(self) -> [u8; N] {
        self.bytes.first_chunk().copied().unwrap_or([0; N])
    }

    pub(super) fn entity(self) -> Entity {
        Entity::from_bits(u32::from_ne_bytes(self.array()))
    }

    /// The same entity, in whatever layout; for other values the same bits.
    pub(super) fn is_same(self, other: Self) -> bool {
        if !matches!(self.shape.kind, Kind::Entity) || self.layout == other.layout {
            return self.bytes == other.bytes;
        }
        let parts = |value: Self| {
            let entity = value.entity();
            (value.layout.slot_of(entity), value.layout.generation_of(entity))
        };
        parts(self) == parts(other)
    }

    fn number(self, signed: bool) -> Option<Number> {
        Some(match (self.bytes.len(), signed) {
            (1, false) => Number::Unsigned(self.array::<1>()[0].into()),
            (2, false) => Number::Unsigned(u16::from_ne_bytes(self.array()).into()),
            (4, false) => Number::Unsigned(u32::from_ne_bytes(self.array()).into()),
            (8, false) => Number::Unsigned(u64::from_ne_bytes(self.array()).into()),
            (16, false) => Number::Unsigned(u128::from_ne_bytes(self.array())),
            (1, true) => Number::Signed(i8::from_ne_bytes(self.array()).into()),
            (2, true) => Number::Signed(i16::from_ne_bytes(self.array()).into()),
            (4, true) => Number::Signed(i32::from_ne_bytes(self.array()).into()),
            (8, true) => Number::Signed(i64::from_ne_bytes(self.array()).into()),
            (16, true) => Number::Signed(i128::from_ne_bytes(self.array())),
            _ => return None,
        })
    }

    /// The integer, if it is one.
    pub(super) fn integer(self) -> Option<Number> {
        match self.shape.kind {
            Kind::Unsigned => self.number(false),
            Kind::Signed => self.number(true),
            _ => None,
        }
    }
}

/// An integer of any width.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Number {
    Unsigned(u128),
    Signed(i128),
}

impl Number {
    /// The variant of that number.
    pub(super) fn variant(self, variants: &[Variant]) -> Option<&Variant> {
        let value = match self {
            Self::Unsigned(number) => i128::from_ne_bytes(number.to_ne_bytes()),
            Self::Signed(number) => number,
        };
        variants.iter().find(|variant| variant.value == value)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsigned(number) => fmt::Display::fmt(number, f),
            Self::Signed(number) => fmt::Display::fmt(number, f),
        }
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shape.kind {
            Kind::Unsigned | Kind::Signed => match self.integer() {
                Some(number) => write!(f, "{number}"),
                None => hex(f, self.bytes),
            },
            Kind::Float => float(f, *self),
            Kind::Bool => write!(f, "{}", self.bytes != [0]),
            Kind::Char => match char::from_u32(u32::from_ne_bytes(self.array())) {
                Some(letter) => write!(f, "{letter:?}"),
                None => hex(f, self.bytes),
            },
            Kind::NonZero { number } => Self { shape: number, ..*self }.fmt(f),
            Kind::Entity => entity(f, *self),
            Kind::Array { element, len } => array(f, *self, element, len),
            Kind::Struct { fields } => structure(f, *self, fields),
            Kind::Enum { repr, variants } => {
                let number = Self { shape: repr, ..*self }.integer();
                match number.and_then(|number| number.variant(variants)) {
                    Some(variant) => f.write_str(variant.name),
                    None => hex(f, self.bytes),
                }
            }
            Kind::Opaque => hex(f, self.bytes),
        }
    }
}

/// A float so that it can be read back: the shortest text of its bits, and of a NaN the bits themselves.
fn float(f: &mut fmt::Formatter<'_>, value: Value<'_>) -> fmt::Result {
    match value.bytes.len() {
        4 => match f32::from_ne_bytes(value.array()) {
            number if number.is_nan() => write!(f, "NaN(0x{:08x})", number.to_bits()),
            number => write!(f, "{number:?}"),
        },
        8 => match f64::from_ne_bytes(value.array()) {
            number if number.is_nan() => write!(f, "NaN(0x{:016x})", number.to_bits()),
            number => write!(f, "{number:?}"),
        },
        _ => hex(f, value.bytes),
    }
}

fn entity(f: &mut fmt::Formatter<'_>, value: Value<'_>) -> fmt::Result {
    match value.entity() {
        Entity::NONE => f.write_str("none"),
        entity => write!(f, "{}", value.layout.label(entity)),
    }
}

fn array(f: &mut fmt::Formatter<'_>, value: Value<'_>, element: &Shape, len: usize) -> fmt::Result {
    f.write_char('[')?;
    for index in 0..len.min(SHOWN) {
        let separator = if index == 0 { "" } else { ", " };
        write!(f, "{separator}{}", value.element(element, index))?;
    }
    if len > SHOWN {
        write!(f, ", and {} more", len - SHOWN)?;
    }
    f.write_char(']')
}

fn structure(f: &mut fmt::Formatter<'_>, value: Value<'_>, fields: &[Field]) -> fmt::Result {
    f.write_char('{')?;
    for (index, field) in fields.iter().enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        write!(f, "{separator}{}: {}", field.name, value.field(field))?;
    }
    f.write_char('}')
}

/// The bytes as they lie in memory.
fn hex(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    f.write_str("0x")?;
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}
