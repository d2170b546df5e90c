//! `Fields`: what a plain value is made of, as constant data: offsets, sizes, kinds, and where the entities are.
//! It describes memory and never touches it; diff texts, handle remapping, byte order and saves rest on it.
#![expect(
    unsafe_code,
    reason = "implements `Fields`, and reads a value's bytes for the check of them"
)]

#[cfg(feature = "fixed")]
mod fixed;

use bytemuck::{AnyBitPattern, Pod, Zeroable};
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::num::NonZero;

use crate::names::Name;
use crate::{Entity, StableId};

/// A plain value whose parts are known: everything a field of a component can be.
///
/// Numbers (except `usize` and `isize`), `bool` and `char` (in `checked` components), arrays, [`Entity`], enums with a
/// fixed `repr`, and structs that derive `Fields` (components and resources do). Derive it; do not write it by hand.
///
/// # Safety
///
/// Every byte of a value is initialised (there is no padding), and bytes that [`Shape::accepts`] are a valid value.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of a component or resource",
    label = "not made of numbers, arrays, `Entity` or structs and enums that derive `Fields`",
    note = "put `#[component]` on the definition of `{Self}`, or `#[derive(Fields)]` if it is an enum; a plain type that is not yours needs `#[laige(opaque)]` on the field"
)]
pub unsafe trait Fields: Copy + Send + Sync + 'static {
    /// The type itself. Where the trait is missing it cannot be worked out, so that what follows is no second error.
    #[doc(hidden)]
    type Me;
    /// Module path and type name; empty where they do not matter.
    #[doc(hidden)]
    const PATH: &'static str = "";
    /// The description of the type.
    const SHAPE: Shape;
}

/// A value that any bits are: what each field of a component is that is not `checked`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "not every bit pattern is a `{Self}`, and this type is not `checked`",
    label = "has bit patterns that are no value",
    note = "write `#[component(checked)]` or `#[resource(checked)]`, and bytes from outside are checked before they become a value"
)]
pub trait AnyBits: Fields<Me = Self> + Pod {}

#[diagnostic::do_not_recommend]
impl<T: Fields<Me = T> + Pod> AnyBits for T {}

/// What a type parameter of a component can be that is not `checked`: the same, told in other words.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a type parameter of plain data",
    label = "not a type of which any bits are a value",
    note = "put `#[component]` on the definition of `{Self}`; or write `checked`, as `#[component(checked)]`, where the parameter is declared, for a `bool`, a `char`, an enum and what is made of them"
)]
pub trait Parameter: AnyBits {}

#[diagnostic::do_not_recommend]
impl<T: AnyBits> Parameter for T {}

/// The description of a plain type: its name, layout and parts.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Shape {
    /// The name: the declared `id`, or else module path and type name.
    pub name: &'static str,
    /// Module path and type name.
    pub path: &'static str,
    /// Whether the name was declared with `id = ".."`. A name made of module path and type name changes when code moves.
    pub named: bool,
    /// The id of the type: FNV-1a-64 of the name, then of its type and const parameters.
    pub stable_id: StableId,
    /// Size in bytes.
    pub size: usize,
    /// Alignment in bytes on this target.
    pub align: usize,
    /// Alignment in bytes on every target: the size of the largest number in it, or the declared alignment.
    pub natural_align: usize,
    /// Whether the type means the same on every machine: nothing in it is opaque.
    pub portable: bool,
    /// What it is made of.
    pub kind: Kind,
}

/// What a plain type is made of.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Kind {
    /// An unsigned integer of the shape's size.
    Unsigned,
    /// A signed integer of the shape's size.
    Signed,
    /// A float of the shape's size.
    Float,
    /// A `bool`.
    Bool,
    /// A `char`.
    Char,
    /// A number that is not zero.
    NonZero {
        /// The number.
        number: &'static Shape,
    },
    /// An entity handle.
    Entity,
    /// `len` elements in a row.
    Array {
        /// One element.
        element: &'static Shape,
        /// How many.
        len: usize,
    },
    /// Named fields in order of offset.
    Struct {
        /// The fields.
        fields: &'static [Field],
    },
    /// One of several named values of an integer.
    Enum {
        /// The integer.
        repr: &'static Shape,
        /// The names and values.
        variants: &'static [Variant],
    },
    /// Bytes whose meaning is not known.
    Opaque,
}

/// A field of a struct.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// The name; `0`, `1`, .. in a tuple struct.
    pub name: &'static str,
    /// Offset from the start of the struct, in bytes.
    pub offset: usize,
    /// The type.
    pub shape: &'static Shape,
}

/// A variant of an enum.
#[derive(Debug, Clone, Copy)]
pub struct Variant {
    /// The name.
    pub name: &'static str,
    /// The value of the enum's integer.
    pub value: i128,
}

impl Shape {
    /// The shape of `T`, known only by its layout.
    #[must_use]
    pub const fn opaque<T>(name: &'static str) -> Self {
        Self {
            name,
            path: name,
            named: false,
            stable_id: StableId::of_name(name).with_value(size_of::<T>() as i128),
            size: size_of::<T>(),
            align: align_of::<T>(),
            natural_align: align_of::<T>(),
            portable: false,
            kind: Kind::Opaque,
        }
    }

    /// The shape of `T`, if it is a number.
    const fn number<T>(name: &'static str, kind: Kind) -> Self {
        Self {
            name,
            path: name,
            named: true,
            stable_id: StableId::of_name(name),
            size: size_of::<T>(),
            align: align_of::<T>(),
            natural_align: size_of::<T>(),
            portable: true,
            kind,
        }
    }

    /// Whether there is a float in it, at any depth. What is in opaque parts is not known.
    #[must_use]
    pub const fn has_floats(&self) -> bool {
        match self.kind {
            Kind::Float => true,
            Kind::Array { element, .. } => element.has_floats(),
            Kind::Struct { fields } => {
                let mut i = 0;
                while i < fields.len() {
                    if fields[i].shape.has_floats() {
                        return true;
                    }
                    i += 1;
                }
                false
            }
            _ => false,
        }
    }

    /// The shape of the struct `T`, whose fields follow one another without padding.
    #[must_use]
    pub const fn of_struct<T>(name: Name, fields: &'static [Field]) -> Self {
        let mut natural_align = 1;
        let mut portable = true;
        let mut i = 0;
        while i < fields.len() {
            if fields[i].shape.natural_align > natural_align {
                natural_align = fields[i].shape.natural_align;
            }
            portable &= fields[i].shape.portable;
            i += 1;
        }
        // A declared alignment above that of the fields is the same on every target.
        if align_of::<T>() > natural_align {
            natural_align = align_of::<T>();
        }
        Self { natural_align, portable, ..Self::of_named::<T>(name, Kind::Struct { fields }) }
    }

    /// The shape of the enum `T` with the integer `repr`.
    #[must_use]
    pub const fn of_enum<T>(
        name: Name,
        repr: &'static Shape,
        variants: &'static [Variant],
    ) -> Self {
        Self {
            natural_align: repr.natural_align,
            ..Self::of_named::<T>(name, Kind::Enum { repr, variants })
        }
    }

    /// The shape of `T`, of that name and kind.
    const fn of_named<T>(name: Name, kind: Kind) -> Self {
        let Name { shown, path, declared, stable_id } = name;
        Self { name: shown, path, named: declared, stable_id, ..Self::number::<T>(shown, kind) }
    }
}

/// Implements [`Fields`] for numbers and their like.
macro_rules! numbers {
    ($($type:ident: $kind:ident),* $(,)?) => { $(
        // SAFETY: a number, or of its valid values `accepts` knows.
        unsafe impl Fields for $type {
            type Me = Self;
            const SHAPE: Shape = Shape::number::<$type>(stringify!($type), Kind::$kind);
        }
    )* };
}

numbers! {
    u8: Unsigned, u16: Unsigned, u32: Unsigned, u64: Unsigned, u128: Unsigned,
    i8: Signed, i16: Signed, i32: Signed, i64: Signed, i128: Signed,
    f32: Float, f64: Float, bool: Bool, char: Char,
}

// SAFETY: a number.
unsafe impl Fields for Entity {
    type Me = Self;
    const SHAPE: Shape = Shape::number::<Self>("entity", Kind::Entity);
}

// SAFETY: elements follow one another without padding, and `accepts` looks at each.
unsafe impl<T: Fields, const N: usize> Fields for [T; N] {
    type Me = Self;
    const SHAPE: Shape = Shape {
        stable_id: StableId::of_name("array").with_type(T::SHAPE.stable_id).with_value(N as i128),
        natural_align: T::SHAPE.natural_align,
        portable: T::SHAPE.portable,
        ..Shape::number::<Self>("array", Kind::Array { element: &T::SHAPE, len: N })
    };
}

// SAFETY: it has no bytes.
unsafe impl<T: Send + Sync + 'static> Fields for PhantomData<T> {
    type Me = Self;
    const SHAPE: Shape = Shape::of_struct::<Self>(Name::declared::<Self>("phantom"), &[]);
}

/// Implements [`Fields`] for the numbers that are not zero.
macro_rules! non_zero {
    ($($number:ident: $name:literal),* $(,)?) => { $(
        // SAFETY: a number, and `accepts` refuses zero.
        unsafe impl Fields for NonZero<$number> {
            type Me = Self;
            const SHAPE: Shape = Shape::number::<Self>($name, Kind::NonZero { number: &<$number as Fields>::SHAPE });
        }
    )* };
}

non_zero! {
    u8: "nonzero_u8", u16: "nonzero_u16", u32: "nonzero_u32", u64: "nonzero_u64", u128: "nonzero_u128",
    i8: "nonzero_i8", i16: "nonzero_i16", i32: "nonzero_i32", i64: "nonzero_i64", i128: "nonzero_i128",
}

impl Shape {
    /// Whether any bytes are a valid value of the type.
    pub(crate) fn accepts_all(&self) -> bool {
        match self.kind {
            Kind::Unsigned | Kind::Signed | Kind::Float | Kind::Entity | Kind::Opaque => true,
            Kind::Bool | Kind::Char | Kind::NonZero { .. } | Kind::Enum { .. } => false,
            Kind::Array { element, .. } => element.accepts_all(),
            Kind::Struct { fields } => fields.iter().all(|field| field.shape.accepts_all()),
        }
    }

    /// Whether these bytes, in the order of this machine's memory, are a valid value of the type.
    #[must_use]
    pub fn accepts(&self, bytes: &[u8]) -> bool {
        if bytes.len() != self.size {
            return false;
        }
        match self.kind {
            Kind::Unsigned | Kind::Signed | Kind::Float | Kind::Entity | Kind::Opaque => true,
            Kind::Bool => bytes[0] <= 1,
            Kind::Char => bytemuck::try_pod_read_unaligned(bytes)
                .is_ok_and(|number: u32| char::from_u32(number).is_some()),
            Kind::NonZero { .. } => bytes.iter().any(|byte| *byte != 0),
            Kind::Array { element, len } => {
                (0..len).all(|i| element.accepts(&bytes[i * element.size..(i + 1) * element.size]))
            }
            Kind::Struct { fields } => fields.iter().all(|field| {
                field.shape.accepts(&bytes[field.offset..field.offset + field.shape.size])
            }),
            Kind::Enum { variants, .. } => {
                variants.iter().any(|variant| variant.value == self.number_at(bytes))
            }
        }
    }

    /// The value of the enum's integer.
    fn number_at(&self, bytes: &[u8]) -> i128 {
        let Kind::Enum { repr, .. } = self.kind else { return 0 };
        let negative = matches!(repr.kind, Kind::Signed)
            && bytes[if cfg!(target_endian = "little") { bytes.len() - 1 } else { 0 }] > 127;
        let mut wide = if negative { [0xFF; 16] } else { [0; 16] };
        if cfg!(target_endian = "little") {
            wide[..bytes.len()].copy_from_slice(bytes);
        } else {
            wide[16 - bytes.len()..].copy_from_slice(bytes);
        }
        i128::from_ne_bytes(wide)
    }
}

/// Bytes that may or may not be a `T`: the `Bits` of a `checked` component's `CheckedBitPattern`.
#[doc(hidden)]
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Bits<T: Copy>(MaybeUninit<T>);

// SAFETY: all zeros is as good as any bits.
unsafe impl<T: Fields> Zeroable for Bits<T> {}
// SAFETY: `MaybeUninit` allows any bits, and there is no way to make uninitialised ones.
unsafe impl<T: Fields> AnyBitPattern for Bits<T> {}

impl<T: Fields> Bits<T> {
    /// Whether the bits are a valid `T`.
    #[must_use]
    pub fn are_valid(&self) -> bool {
        // SAFETY: the bytes are initialised: values of this type come from bytes alone.
        let bytes = unsafe {
            core::slice::from_raw_parts((&raw const self.0).cast::<u8>(), size_of::<T>())
        };
        T::SHAPE.accepts(bytes)
    }
}

impl<T: Copy> core::fmt::Debug for Bits<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Bits(..)")
    }
}
