//! What a system has for itself: its random stream and its commands.
#![expect(unsafe_code, reason = "says what parameters reach, which is theirs alone")]

use super::{Fetch, Param, ParamAccess};
use crate::{Commands, Prng};

// SAFETY: the stream is the system's own.
unsafe impl Param for &'static mut Prng {
    type Item<'w> = &'w mut Prng;
    type Own = ();
    const ACCESS: ParamAccess = ParamAccess::Stream;

    #[inline]
    unsafe fn fetch<'w>((): &'w mut (), from: &mut Fetch<'w>) -> Option<&'w mut Prng> {
        from.stream.take()
    }
}

// SAFETY: the buffer is the system's own.
unsafe impl Param for &'static mut Commands {
    type Item<'w> = &'w mut Commands;
    type Own = ();
    const ACCESS: ParamAccess = ParamAccess::Commands;

    #[inline]
    unsafe fn fetch<'w>((): &'w mut (), from: &mut Fetch<'w>) -> Option<&'w mut Commands> {
        from.commands.take()
    }
}
