//! Migrations: values of an older version of a component or resource become values of the next one, by plain functions. Which are needed for a
//! save is decided where it is loaded.

use alloc::vec::Vec;
use core::fmt;

use bytemuck::{CheckedBitPattern, NoUninit};

use crate::{Fields, Shape};

/// One step: from a version to the next.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Migration {
    /// The version it leads from.
    from: u32,
    /// The type of the old values.
    shape: &'static Shape,
    /// The bytes of the new value, for those of an old one.
    run: fn(&[u8]) -> Option<Vec<u8>>,
}

impl Migration {
    /// The step of a function; `run` is [`migrate`] with that function.
    #[must_use]
    pub const fn new<A: Fields, B>(
        from: u32,
        _: fn(A) -> B,
        run: fn(&[u8]) -> Option<Vec<u8>>,
    ) -> Self {
        Self { from, shape: const { &<A as Fields>::SHAPE }, run }
    }

    /// The version it leads from.
    pub(crate) const fn from(&self) -> u32 {
        self.from
    }

    /// The type of the old values.
    pub(crate) const fn shape(&self) -> &'static Shape {
        self.shape
    }

    /// The bytes of the new value; `None` if these are no old one.
    pub(crate) fn run(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        (self.run)(bytes)
    }
}

impl fmt::Debug for Migration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Migration({} -> {})", self.from, self.from + 1)
    }
}

/// What the function makes of the value of these bytes, as bytes.
#[doc(hidden)]
pub fn migrate<A, B>(step: fn(A) -> B, bytes: &[u8]) -> Option<Vec<u8>>
where
    A: Fields + NoUninit + CheckedBitPattern,
    B: Fields + NoUninit,
{
    let old = bytemuck::checked::try_pod_read_unaligned(bytes).ok()?;
    Some(bytemuck::bytes_of(&step(old)).to_vec())
}

/// Two steps of which the second takes what the first gives.
#[doc(hidden)]
pub const fn follow<A, B, C>(_: fn(A) -> B, _: fn(B) -> C) {}

/// The last step, which gives the component or resource.
#[doc(hidden)]
pub const fn arrive<A, T>(_: fn(A) -> T) {}
