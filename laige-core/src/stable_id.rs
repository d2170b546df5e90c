//! Stable ids: the name of a component as a number that is the same in every build, process and machine.
//! Not to be confused with [`ComponentId`](crate::ComponentId), which is dense and belongs to one world.

use core::fmt;

/// The FNV-1a-64 hash of a component's name, equal in every build.
///
/// ```
/// use laige_core::StableId;
/// assert_eq!(StableId::of_name("").to_u64(), 0xCBF2_9CE4_8422_2325);
/// assert_eq!(StableId::of_name("a").to_u64(), 0xAF63_DC4C_8601_EC8C);
/// ```
///
/// The values are those of the FNV reference vectors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StableId(u64);

/// The offset basis of FNV-1a-64.
pub(crate) const FNV_BASIS: u64 = 0xCBF2_9CE4_8422_2325;
/// The prime of FNV-1a-64.
pub(crate) const FNV_PRIME: u64 = 0x0000_0100_0000_01B3;

/// Feeds `bytes` to an FNV-1a-64 state.
pub(crate) const fn fnv_bytes(mut state: u64, bytes: &[u8]) -> u64 {
    let mut i = 0;
    while i < bytes.len() {
        state = (state ^ bytes[i] as u64).wrapping_mul(FNV_PRIME);
        i += 1;
    }
    state
}

/// FNV-1a-64 over numbers, each as 8 bytes, big-endian.
pub(crate) const fn fnv_words(words: &[u64]) -> u64 {
    let mut state = FNV_BASIS;
    let mut i = 0;
    while i < words.len() {
        state = fnv_bytes(state, &words[i].to_be_bytes());
        i += 1;
    }
    state
}

impl StableId {
    /// The id of a name: FNV-1a-64 over its UTF-8 bytes.
    #[must_use]
    pub const fn of_name(name: &str) -> Self {
        Self(fnv_bytes(FNV_BASIS, name.as_bytes()))
    }

    /// The id of `self` with a type parameter of that id: its 8 bytes, big-endian, are fed after the name.
    #[must_use]
    pub const fn with_type(self, parameter: Self) -> Self {
        Self(fnv_bytes(self.0, &parameter.0.to_be_bytes()))
    }

    /// The id of `self` with a const parameter of that value: its 16 bytes as `i128`, big-endian, are fed after the name.
    #[must_use]
    pub const fn with_value(self, value: i128) -> Self {
        Self(fnv_bytes(self.0, &value.to_be_bytes()))
    }

    /// The id with these bits, for ids read from outside.
    #[must_use]
    pub const fn from_u64(bits: u64) -> Self {
        Self(bits)
    }

    /// The bits of the id.
    #[must_use]
    pub const fn to_u64(self) -> u64 {
        self.0
    }
}

impl fmt::Debug for StableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StableId({:016x})", self.0)
    }
}

impl fmt::Display for StableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
