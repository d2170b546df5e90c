//! Entities: 32-bit handles, and the one place that knows where slot and generation lie in their bits.
//! It does not know which entities are alive: that is the slot table's.
#![expect(unsafe_code, reason = "`Entity` is plain data")]

use bytemuck::{Pod, Zeroable};
use core::fmt;

use crate::limits::{MAX_CAPACITY, MAX_SLOT_BITS, MIN_SLOT_BITS};

/// A handle to an entity of one world: slot and generation in 32 opaque bits.
///
/// Where the border between the two lies depends on the world's capacity, so the parts are read through
/// [`HandleLayout`] (or `World::slot_of`, `World::generation_of`, `World::label`). The slot is in the high bits,
/// so entities of one world order by slot, then by generation.
///
/// An `Entity` is plain data: components may hold entities. [`Entity::NONE`] (all zeros, the default) is the
/// idiom for "no entity"; it is never valid.
///
/// ```
/// use laige_core::Entity;
/// assert_eq!(Entity::default(), Entity::NONE);
/// assert_eq!(Entity::from_bits(0x0005_0002).to_bits(), 0x0005_0002);
/// assert_eq!(format!("{:?}", Entity::from_bits(0x0005_0002)), "Entity(0x00050002)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Entity(u32);

// SAFETY: a transparent wrapper of a number.
unsafe impl Zeroable for Entity {}
// SAFETY: a transparent wrapper of a number.
unsafe impl Pod for Entity {}

impl Entity {
    /// The handle that is never valid: all bits zero.
    pub const NONE: Self = Self(0);

    /// The handle with these bits. Any bits are harmless: a handle that no world gave is simply not valid.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The bits of the handle.
    #[must_use]
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// Whether this is [`Entity::NONE`].
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Debug for Entity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Entity(0x{:08x})", self.0)
    }
}

/// Where slot and generation lie in the handles of a world: a small `Copy` value for use while the world is borrowed.
///
/// ```
/// use laige_core::HandleLayout;
/// let layout = HandleLayout::for_capacity(2_000).expect("a legal capacity");
/// assert_eq!((layout.slot_bits(), layout.generation_bits()), (11, 21));
/// let e = layout.entity(12, 3).expect("slot and generation fit");
/// assert_eq!((layout.slot_of(e), layout.generation_of(e)), (12, 3));
/// assert_eq!(layout.label(e).to_string(), "12v3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct HandleLayout {
    /// How many low bits the generation has: 8 to 24.
    generation_bits: u8,
}

impl HandleLayout {
    /// The reference engine's layout: 16 bits each.
    pub const REFERENCE: Self = Self { generation_bits: 16 };

    /// The layout of a world of that capacity, in entities: as many slot bits as it needs, at least 8 and at
    /// most 24, and the rest for generations. `None` above [`MAX_CAPACITY`].
    #[must_use]
    pub const fn for_capacity(capacity: u32) -> Option<Self> {
        if capacity > MAX_CAPACITY {
            return None;
        }
        let needed = if capacity == 0 { 0 } else { u32::BITS - (capacity - 1).leading_zeros() };
        let slot_bits = if needed < MIN_SLOT_BITS { MIN_SLOT_BITS } else { needed };
        debug_assert!(slot_bits <= MAX_SLOT_BITS);
        Some(Self { generation_bits: (u32::BITS - slot_bits) as u8 })
    }

    /// The layout with so many bits for the generation, if there is one.
    pub(crate) const fn of_generation_bits(bits: u32) -> Option<Self> {
        let least = u32::BITS - MAX_SLOT_BITS;
        let most = u32::BITS - MIN_SLOT_BITS;
        if bits < least || bits > most {
            return None;
        }
        Some(Self { generation_bits: bits as u8 })
    }

    /// How many bits of a handle are its slot: 8 to 24.
    #[must_use]
    pub const fn slot_bits(self) -> u32 {
        u32::BITS - self.generation_bits as u32
    }

    /// How many bits of a handle are its generation: 24 to 8.
    #[must_use]
    pub const fn generation_bits(self) -> u32 {
        self.generation_bits as u32
    }

    /// The largest generation; generations start at 1.
    #[must_use]
    pub const fn max_generation(self) -> u32 {
        (1 << self.generation_bits) - 1
    }

    /// The slot of a handle.
    #[must_use]
    #[inline]
    pub const fn slot_of(self, entity: Entity) -> u32 {
        entity.0 >> self.generation_bits
    }

    /// The generation of a handle; 0 is never valid.
    #[must_use]
    #[inline]
    pub const fn generation_of(self, entity: Entity) -> u32 {
        entity.0 & self.max_generation()
    }

    /// The handle of these two parts, or `None` where one does not fit its bits.
    #[must_use]
    pub const fn entity(self, slot: u32, generation: u32) -> Option<Entity> {
        if slot >> self.slot_bits() != 0 || generation > self.max_generation() {
            return None;
        }
        Some(self.join(slot, generation))
    }

    /// The handle of two parts that are known to fit.
    #[inline]
    pub(crate) const fn join(self, slot: u32, generation: u32) -> Entity {
        debug_assert!(slot >> self.slot_bits() == 0 && generation <= self.max_generation());
        Entity((slot << self.generation_bits) | generation)
    }

    /// The handle of the same slot in the next generation, if there is one.
    #[inline]
    pub(crate) const fn successor(self, entity: Entity) -> Option<Entity> {
        let is_last = self.generation_of(entity) == self.max_generation();
        if is_last { None } else { Some(Entity(entity.0 + 1)) }
    }

    /// The handle as people read it: slot, `v`, generation, as in `12v3`.
    #[must_use]
    pub const fn label(self, entity: Entity) -> Label {
        Label { slot: self.slot_of(entity), generation: self.generation_of(entity) }
    }
}

impl fmt::Debug for HandleLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HandleLayout({}|{})", self.slot_bits(), self.generation_bits)
    }
}

/// A handle written for people, as in `12v3`: see [`HandleLayout::label`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Label {
    slot: u32,
    generation: u32,
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.slot, self.generation)
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
