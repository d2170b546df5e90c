//! The whole world as a parameter: to be read beside others that only read, or alone.
#![expect(unsafe_code, reason = "says what parameters reach, which is everything")]

use super::{Fetch, Param, ParamAccess, Reach};
use crate::World;

// SAFETY: it says that it reads everything.
unsafe impl Param for &'static World {
    type Item<'w> = &'w World;
    type Own = ();
    const ACCESS: ParamAccess = ParamAccess::World;

    #[inline]
    unsafe fn fetch<'w>((): &'w mut (), from: &mut Fetch<'w>) -> Option<&'w World> {
        from.shared()
    }
}

// SAFETY: it says that it has everything.
unsafe impl Param for &'static mut World {
    type Item<'w> = &'w mut World;
    type Own = ();
    const ACCESS: ParamAccess = ParamAccess::WorldMut;

    #[inline]
    unsafe fn fetch<'w>((): &'w mut (), from: &mut Fetch<'w>) -> Option<&'w mut World> {
        match &mut from.world {
            Reach::Shared(_) => None,
            Reach::Alone(world) => world.take(),
        }
    }
}
