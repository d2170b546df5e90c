//! Components: the traits that make a plain type a component, and the facts a world keeps about it.
//! Nothing here belongs to one world: ids of a world are the registry's.
#![expect(unsafe_code, reason = "declares the unsafe trait `Component`")]

use bytemuck::{CheckedBitPattern, NoUninit};
use core::{any::TypeId, fmt, num::NonZeroU16};

use crate::bundle::{Bit, Keeping};
use crate::migration::Migration;
use crate::{Bundle, Fields, Shape, StableId};

/// The part of [`Component`] that queries look at first.
///
/// It is apart from `Component` for the sake of messages: where a type is not a component `Me` cannot be worked out, nor
/// what terms of it stand for, so that the mistake is one error. Emitted by the derive.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a component",
    label = "not a component",
    note = "put `#[component]` on the definition of `{Self}`, or wrap it if it is not yours"
)]
pub trait Part: Copy + Send + Sync + 'static {
    /// The type itself.
    type Me: Component;
}

/// A plain value that entities can carry. Implemented by `#[component]` and `#[derive(Component)]` only.
///
/// # Safety
///
/// Implemented by the derive, which proves with constant assertions what storage relies on: no padding, alignment at most
/// [`MAX_COMPONENT_ALIGN`](crate::limits::MAX_COMPONENT_ALIGN), size at most
/// [`MAX_COMPONENT_SIZE`](crate::limits::MAX_COMPONENT_SIZE).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a component",
    label = "not a component",
    note = "put `#[component]` on the definition of `{Self}`, or wrap it if it is not yours"
)]
pub unsafe trait Component:
    Fields + NoUninit + CheckedBitPattern + Bundle<Members: Keeping> + Part<Me = Self>
{
    /// The name: the declared `id`, or else module path and type name.
    const NAME: &'static str = <Self as Fields>::SHAPE.name;
    /// The id that is the same in every build: FNV-1a-64 of the name, then of the generic parameters.
    const STABLE_ID: StableId = <Self as Fields>::SHAPE.stable_id;
    /// Size in bytes; 0 for a tag.
    const SIZE: usize = size_of::<Self>();
    /// Alignment in bytes.
    const ALIGN: usize = align_of::<Self>();
    /// Whether it is a tag: a component without data, which owns no column.
    const IS_TAG: bool = size_of::<Self>() == 0;
    /// Whether it is a toggle: a tag that is kept as a bit per row and is in no signature. See [`Toggle`].
    const IS_TOGGLE: bool = <<Self as Bundle>::Members as Keeping>::IS_TOGGLE;
    /// The version of what its values mean, which saves have beside them: 1, or as declared with `version = N`.
    const VERSION: u32 = 1;
    /// The steps from older versions, ascending.
    #[doc(hidden)]
    const MIGRATIONS: &'static [Migration] = &[];
}

/// A tag that is kept as a bit per row: an entity gets and loses it without a move. Implemented by `#[component(toggle)]` only.
///
/// Every entity can carry any registered toggle. Toggles are in no signature and make no archetypes; queries ask for them row by row.
/// They are for states that change often and are few at a time: stunned, visible, dirty. A tag is for what divides entities into
/// kinds, and costs a query nothing.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a toggle",
    label = "not a toggle",
    note = "write `#[component(toggle)]` on the definition of `{Self}`, which then is a bit per row, or use `insert` and `remove`"
)]
pub trait Toggle: Component<Members = Bit> {}

/// The id of a component in one world: dense from 1, in registration order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ComponentId(NonZeroU16);

impl ComponentId {
    /// The id of the component registered first.
    pub(crate) const FIRST: Self = Self(NonZeroU16::MIN);

    /// The id of that number, `None` for 0 or more than 65,535.
    #[must_use]
    pub const fn new(number: u32) -> Option<Self> {
        if number > u16::MAX as u32 {
            return None;
        }
        match NonZeroU16::new(number as u16) {
            Some(id) => Some(Self(id)),
            None => None,
        }
    }

    /// The number of the id, 1 or more.
    #[must_use]
    #[inline]
    pub const fn get(self) -> u32 {
        self.0.get() as u32
    }

    /// The place of the id in tables that are indexed by component.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl fmt::Debug for ComponentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ComponentId({})", self.0)
    }
}

/// What a world knows of a registered component.
#[derive(Debug, Clone, Copy)]
pub struct ComponentInfo {
    id: ComponentId,
    kind: ComponentType,
}

impl ComponentInfo {
    pub(crate) const fn new(id: ComponentId, kind: ComponentType) -> Self {
        Self { id, kind }
    }

    /// The id in this world.
    #[must_use]
    pub const fn id(&self) -> ComponentId {
        self.id
    }

    /// The name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.kind.shape.name
    }

    /// The id that is the same in every build.
    #[must_use]
    pub const fn stable_id(&self) -> StableId {
        self.kind.shape.stable_id
    }

    /// Size in bytes; 0 for a tag.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.kind.shape.size
    }

    /// Alignment in bytes.
    #[must_use]
    pub const fn align(&self) -> usize {
        self.kind.shape.align
    }

    /// Whether it is a toggle, which is kept as a bit per row and is in no signature.
    #[must_use]
    pub const fn is_toggle(&self) -> bool {
        self.kind.is_toggle
    }

    /// The fields.
    #[must_use]
    pub const fn shape(&self) -> &'static Shape {
        self.kind.shape
    }

    /// The version, which saves have beside the values.
    #[must_use]
    pub const fn version(&self) -> u32 {
        self.kind.version
    }

    /// The steps from older versions, ascending.
    pub(crate) const fn migrations(&self) -> &'static [Migration] {
        self.kind.migrations
    }

    /// Whether it is the same type.
    pub(crate) fn is_same_type(&self, other: &Self) -> bool {
        self.kind.type_id == other.kind.type_id
    }

    /// The type behind the id.
    pub(crate) const fn component_type(&self) -> ComponentType {
        self.kind
    }
}

/// A component type as a value: what registration needs of it.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct ComponentType {
    pub(crate) type_id: TypeId,
    pub(crate) shape: &'static Shape,
    pub(crate) is_toggle: bool,
    pub(crate) version: u32,
    pub(crate) migrations: &'static [Migration],
}

impl ComponentType {
    /// The type `T`.
    #[must_use]
    #[inline]
    pub fn of<T: Component>() -> Self {
        let shape = const { &<T as Fields>::SHAPE };
        Self {
            type_id: TypeId::of::<T>(),
            shape,
            is_toggle: T::IS_TOGGLE,
            version: T::VERSION,
            migrations: T::MIGRATIONS,
        }
    }
}
