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

/// A map from types to `V`: open addressing, at most half full.
#[derive(Debug)]
pub(crate) struct TypeTable<V> {
    entries: Vec<Option<(TypeId, V)>>,
    len: usize,
}

impl<V: Copy> TypeTable<V> {
    /// Entries of a new table: a power of two.
    const INITIAL: usize = 16;

    pub(crate) fn new() -> Self {
        Self { entries: alloc::vec![None; Self::INITIAL], len: 0 }
    }

    /// The value of a type.
    #[inline]
    pub(crate) fn get(&self, key: TypeId) -> Option<V> {
        let mask = self.entries.len() - 1;
        let mut at = hash(key) as usize & mask;
        loop {
            match self.entries[at & mask] {
                Some((other, value)) if other == key => return Some(value),
                Some(_) => at += 1,
                None => return None,
            }
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
        let mut wider = alloc::vec![None; self.entries.len() * 2];
        for &(key, value) in self.entries.iter().flatten() {
            Self::put(&mut wider, key, value);
        }
        self.entries = wider;
    }

    fn put(entries: &mut [Option<(TypeId, V)>], key: TypeId, value: V) {
        let mask = entries.len() - 1;
        let mut at = hash(key) as usize & mask;
        while entries[at].is_some() {
            at = (at + 1) & mask;
        }
        entries[at] = Some((key, value));
    }
}
