//! Resources as parameters. The system gets the value itself, and no schedule comes to be where it is missing.
#![expect(
    unsafe_code,
    reason = "takes a value that nobody else has; argued by R1 of `resource.rs`"
)]

use core::ops::{Deref, DerefMut};

use super::{Fetch, Param, ParamAccess};
use crate::Resource;
use crate::system::access::ResourceTouch;

/// A resource that a system reads: everything of the value is reached as if it were the value. In tests it is made from a reference: `Res(&time)`.
#[derive(Debug)]
pub struct Res<'w, T> {
    value: &'w T,
}

/// What a system is given of a resource that it reads, to call its function by hand.
///
/// A function and no constructor: the field of a resource such as `struct Score(u32)` is `score.0`.
#[must_use]
#[expect(non_snake_case, reason = "it is called as the type whose value it makes")]
pub const fn Res<T>(value: &T) -> Res<'_, T> {
    Res { value }
}

/// A resource that a system writes: everything of the value is reached as if it were the value. In tests it is made from a reference:
/// `ResMut(&mut score)`.
#[derive(Debug)]
pub struct ResMut<'w, T> {
    value: &'w mut T,
}

/// What a system is given of a resource that it writes, to call its function by hand.
#[must_use]
#[expect(non_snake_case, reason = "it is called as the type whose value it makes")]
pub const fn ResMut<T>(value: &mut T) -> ResMut<'_, T> {
    ResMut { value }
}

impl<T> Clone for Res<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Res<'_, T> {}

impl<T> Deref for Res<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        self.value
    }
}

impl<T> Deref for ResMut<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        self.value
    }
}

impl<T> DerefMut for ResMut<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        self.value
    }
}

// SAFETY: it reaches the resource alone.
unsafe impl<T: Resource> Param for Res<'static, T> {
    type Item<'w> = Res<'w, T>;
    type Own = ();
    const ACCESS: ParamAccess = ParamAccess::Resource(ResourceTouch::of::<T>(false));

    #[inline]
    unsafe fn fetch<'w>((): &'w mut (), from: &mut Fetch<'w>) -> Option<Res<'w, T>> {
        from.shared()?.resource().map(Res)
    }
}

// SAFETY: it reaches the resource alone.
unsafe impl<T: Resource> Param for ResMut<'static, T> {
    type Item<'w> = ResMut<'w, T>;
    type Own = ();
    const ACCESS: ParamAccess = ParamAccess::Resource(ResourceTouch::of::<T>(true));

    #[inline]
    unsafe fn fetch<'w>((): &'w mut (), from: &mut Fetch<'w>) -> Option<ResMut<'w, T>> {
        // SAFETY: the caller's duty: nobody else has the resource for `'w` (R1).
        let mut value = unsafe { from.shared()?.resources.cell::<T>() }?;
        // SAFETY: as above; the value stays where it is while the world is borrowed.
        Some(ResMut(unsafe { value.as_mut() }))
    }
}
