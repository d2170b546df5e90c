//! A map from types to small values, for the look-ups that every call by type begins with. It is never iterated, so that
//! no order depends on a hash.

use alloc::vec::Vec;
use core::any::TypeId;
use core::hash::{Hash, Hasher};

/// Takes the bits that a `TypeId` hashes to, which are a hash already.
struct Bits(u64);

impl Hasher for Bits {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, value: u64) {
        self.0 ^= value;
    }
}

/// The bits of a type's id.
#[inline]
pub(crate) fn hash(key: TypeId) -> u64 {
    let mut bits = Bits(0);
    key.hash(&mut bits);
    bits.0
}

/// Stands where no type is.
struct Vacant;

/// A map from types to `V`: open addressing, at most half full.
#[derive(Debug)]
pub(crate) struct TypeTable<V> {
    /// A power of two of entries.
    entries: Vec<(TypeId, V)>,
    len: usize,
    /// What stands in vacant entries.
    vacant: V,
}

impl<V: Copy> TypeTable<V> {
    /// Entries of a new table: a power of two.
    const INITIAL: usize = 16;

    /// An empty table; `vacant` is any value.
    pub(crate) fn new(vacant: V) -> Self {
        Self { entries: Self::vacant(Self::INITIAL, vacant), len: 0, vacant }
    }

    fn vacant(len: usize, value: V) -> Vec<(TypeId, V)> {
        alloc::vec![(TypeId::of::<Vacant>(), value); len]
    }

    /// The value of a type.
    #[inline]
    pub(crate) fn get(&self, key: TypeId) -> Option<V> {
        let mask = self.entries.len().wrapping_sub(1);
        let mut at = hash(key) as usize;
        loop {
            let &(other, value) = self.entries.get(at & mask)?;
            if other == key {
                return Some(value);
            }
            if other == TypeId::of::<Vacant>() {
                return None;
            }
            at += 1;
        }
    }

    /// Adds a type that is not there.
    pub(crate) fn insert(&mut self, key: TypeId, value: V) {
        debug_assert!(self.get(key).is_none());
        if (self.len + 1) * 2 > self.entries.len() {
            self.grow();
        }
        Self::put(&mut self.entries, key, value);
        self.len += 1;
    }

    fn grow(&mut self) {
        let mut wider = Self::vacant(self.entries.len() * 2, self.vacant);
        for &(key, value) in &self.entries {
            if key != TypeId::of::<Vacant>() {
                Self::put(&mut wider, key, value);
            }
        }
        self.entries = wider;
    }

    fn put(entries: &mut [(TypeId, V)], key: TypeId, value: V) {
        let mask = entries.len() - 1;
        let mut at = hash(key) as usize & mask;
        while entries[at].0 != TypeId::of::<Vacant>() {
            at = (at + 1) & mask;
        }
        entries[at] = (key, value);
    }
}
