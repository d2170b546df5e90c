//! Local values: what a system remembers from one run to the next. They are state like everything that decides the future.
#![expect(unsafe_code, reason = "says what a parameter reaches, which is its own")]

use core::ops::{Deref, DerefMut};

use bytemuck::Pod;

use super::{Fetch, Param, ParamAccess};

/// A value of the system's own, all zeros before its first run. It is part of snapshots and of the control of digests; in tests it is made from
/// a reference: `Local(&mut count)`.
#[derive(Debug)]
pub struct Local<'w, T> {
    value: &'w mut T,
}

/// What a system is given of its own value, to call its function by hand.
#[must_use]
#[expect(non_snake_case, reason = "it is called as the type whose value it makes")]
pub const fn Local<T>(value: &mut T) -> Local<'_, T> {
    Local { value }
}

impl<T> Deref for Local<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        self.value
    }
}

impl<T> DerefMut for Local<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        self.value
    }
}

/// The memory of a local value.
#[doc(hidden)]
#[derive(Debug)]
pub struct Kept<T>(T);

impl<T: Pod> Default for Kept<T> {
    fn default() -> Self {
        Self(T::zeroed())
    }
}

// SAFETY: the value is the system's own.
unsafe impl<T: Pod + Send + Sync> Param for Local<'static, T> {
    type Item<'w> = Local<'w, T>;
    type Own = Kept<T>;
    const ACCESS: ParamAccess = ParamAccess::Local;

    #[inline]
    unsafe fn fetch<'w>(own: &'w mut Kept<T>, _: &mut Fetch<'w>) -> Option<Local<'w, T>> {
        Some(Local(&mut own.0))
    }

    fn local(own: &Kept<T>) -> &[u8] {
        bytemuck::bytes_of(&own.0)
    }

    fn local_mut(own: &mut Kept<T>) -> &mut [u8] {
        bytemuck::bytes_of_mut(&mut own.0)
    }
}
