//! Parameters of systems: what a function can ask for, and how it is fetched when the system runs. Each parameter says what it touches;
//! that nothing is touched by two at once is proved before (`access.rs`, `schedule/`).

#![expect(unsafe_code, reason = "passes on to the members of tuples")]

mod given;
mod local;
mod own;
mod query;
mod resource;
mod world;

pub use given::{Input, Tick};
pub use local::Local;
pub use resource::{Res, ResMut};

use super::access::ParamAccess;
use crate::query::sizes::sizes;
use crate::{Commands, Prng, World};

/// A parameter of a system.
///
/// | Parameter | What the system gets |
/// | --- | --- |
/// | [`Query<Q>`](crate::Query) | the rows of a query |
/// | [`Res<T>`](struct@Res), [`ResMut<T>`](struct@ResMut) | a resource, to be read or written |
/// | `&mut Prng` | the system's own random stream |
/// | `&mut Commands` | a buffer that is applied when the stage ends |
/// | [`Input`] | the bytes of input of this tick |
/// | [`Tick`] | the number of the tick |
/// | [`Local<T>`](struct@Local) | a value of the system's own, which is state |
/// | `&World` | everything, to be read |
/// | `&mut World` | everything; beside it only [`Input`] and [`Tick`] can stand |
///
/// # Safety
///
/// `ACCESS` tells everything that an item of the parameter reaches and others could reach meanwhile.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a parameter of a system",
    label = "not something that a system can ask for",
    note = "to read a resource write `Res<{Self}>`; the other parameters are `Query<..>`, `ResMut<T>`, `&mut Prng`, `&mut Commands`, `Input`, `Tick`, `Local<T>`, `&World`, `&mut World`"
)]
pub unsafe trait Param: 'static {
    /// What the function is given.
    type Item<'w>;

    /// What is kept for it from one run to the next.
    #[doc(hidden)]
    type Own: Default + Send + Sync + 'static;

    /// What it touches.
    #[doc(hidden)]
    const ACCESS: ParamAccess;

    /// The item; `None` if there is none.
    ///
    /// # Safety
    ///
    /// Nobody else touches for `'w` what `ACCESS` says, in a way that conflicts with it, and `from` was not asked for the same before.
    #[doc(hidden)]
    unsafe fn fetch<'w>(own: &'w mut Self::Own, from: &mut Fetch<'w>) -> Option<Self::Item<'w>>;

    /// The bytes of what is kept, if that is state.
    #[doc(hidden)]
    #[must_use]
    fn local(_: &Self::Own) -> &[u8] {
        &[]
    }

    /// The same, to be written.
    #[doc(hidden)]
    #[must_use]
    fn local_mut(_: &mut Self::Own) -> &mut [u8] {
        &mut []
    }
}

/// What a system is given of its world for one run.
#[doc(hidden)]
#[derive(Debug)]
pub struct Fetch<'w> {
    pub(crate) world: Reach<'w>,
    pub(crate) stream: Option<&'w mut Prng>,
    pub(crate) commands: Option<&'w mut Commands>,
    pub(crate) input: &'w [u8],
    pub(crate) tick: u64,
}

/// How a system reaches its world.
#[derive(Debug)]
pub(crate) enum Reach<'w> {
    /// Shared with others.
    Shared(&'w World),
    /// Alone, until it was given away.
    Alone(Option<&'w mut World>),
}

impl<'w> Fetch<'w> {
    /// The world, for parameters that share it.
    pub(crate) fn shared(&self) -> Option<&'w World> {
        match self.world {
            Reach::Shared(world) => Some(world),
            Reach::Alone(_) => None,
        }
    }
}

/// The parameters of a system: a tuple of up to 16.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` are not the parameters of a system",
    label = "expected a tuple of up to 16 parameters"
)]
pub trait Params: 'static {
    /// What the function is given.
    type Items<'w>;
    /// What is kept for them.
    type Own: Send + Sync + 'static;
    /// What each touches.
    const ACCESS: &'static [ParamAccess];

    /// What is kept, before the first run.
    fn fresh() -> Self::Own;

    /// The items; `None` if one is missing.
    ///
    /// # Safety
    ///
    /// As for [`Param::fetch`], and there is no conflict in `ACCESS`.
    unsafe fn fetch<'w>(own: &'w mut Self::Own, from: Fetch<'w>) -> Option<Self::Items<'w>>;

    /// Calls `each` with the bytes of each local value.
    fn locals(own: &Self::Own, each: &mut dyn FnMut(&[u8]));

    /// The same, to be written.
    fn locals_mut(own: &mut Self::Own, each: &mut dyn FnMut(&mut [u8]));
}

/// A function that takes these parameters.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this function does not take what its parameters yield",
    label = "not a function of these parameters that returns nothing"
)]
pub trait SystemFn<P: Params>: Send + Sync + 'static {
    /// Calls it.
    fn call(&self, items: P::Items<'_>);
}

/// Implements both for a tuple of that many members.
macro_rules! tuple {
    ($($name:ident $index:tt),*) => {
        impl<$($name: Param),*> Params for ($($name,)*) {
            type Items<'w> = ($($name::Item<'w>,)*);
            type Own = ($($name::Own,)*);
            const ACCESS: &'static [ParamAccess] = &[$($name::ACCESS),*];

            #[allow(clippy::unused_unit, reason = "the empty tuple")]
            fn fresh() -> Self::Own {
                ($($name::Own::default(),)*)
            }

            #[inline]
            #[allow(unused_mut, unused_variables, clippy::unused_unit, reason = "the empty tuple")]
            unsafe fn fetch<'w>(
                own: &'w mut Self::Own,
                mut from: Fetch<'w>,
            ) -> Option<Self::Items<'w>> {
                // SAFETY: the caller's duty; no member conflicts with another.
                Some(($(unsafe { $name::fetch(&mut own.$index, &mut from) }?,)*))
            }

            #[allow(unused_variables, reason = "the empty tuple")]
            fn locals(own: &Self::Own, each: &mut dyn FnMut(&[u8])) {
                $(if matches!($name::ACCESS, ParamAccess::Local) {
                    each($name::local(&own.$index));
                })*
            }

            #[allow(unused_variables, reason = "the empty tuple")]
            fn locals_mut(own: &mut Self::Own, each: &mut dyn FnMut(&mut [u8])) {
                $(if matches!($name::ACCESS, ParamAccess::Local) {
                    each($name::local_mut(&mut own.$index));
                })*
            }
        }

        impl<Function, $($name: Param),*> SystemFn<($($name,)*)> for Function
        where
            Function: for<'w> Fn($($name::Item<'w>),*) + Send + Sync + 'static,
        {
            #[inline]
            #[allow(unused_variables, reason = "the empty tuple")]
            fn call(&self, items: <($($name,)*) as Params>::Items<'_>) {
                self($(items.$index),*);
            }
        }
    };
}

tuple!();
sizes!(tuple);
