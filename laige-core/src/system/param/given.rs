//! What a tick is given from outside: its number and its input.
#![expect(unsafe_code, reason = "says what parameters reach, which is nothing")]

use core::ops::Deref;

use super::{Fetch, Param, ParamAccess};

/// The number of the tick that is under way: 1, 2, 3, ..
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tick(pub u64);

/// The bytes of input of this tick, as given to `World::run_with_input`; none where `World::run` was called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Input<'w>(pub &'w [u8]);

impl Deref for Input<'_> {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        self.0
    }
}

// SAFETY: it is a number.
unsafe impl Param for Tick {
    type Item<'w> = Self;
    type Own = ();
    const ACCESS: ParamAccess = ParamAccess::Free;

    #[inline]
    unsafe fn fetch<'w>((): &'w mut (), from: &mut Fetch<'w>) -> Option<Self> {
        Some(Self(from.tick))
    }
}

// SAFETY: nobody changes the input during a run.
unsafe impl Param for Input<'static> {
    type Item<'w> = Input<'w>;
    type Own = ();
    const ACCESS: ParamAccess = ParamAccess::Free;

    #[inline]
    unsafe fn fetch<'w>((): &'w mut (), from: &mut Fetch<'w>) -> Option<Input<'w>> {
        Some(Input(from.input))
    }
}
