//! The body of a system: its function together with what its parameters keep, its type forgotten.
#![expect(unsafe_code, reason = "fetches parameters that were proved to have no conflict")]

use alloc::boxed::Box;
use core::fmt;

use super::access::{ParamAccess, assert_accesses};
use super::param::{Fetch, Params, SystemFn};
use super::proof::{ParamProof, assert_proved};

/// What a system does: from [`System::body`](super::System::body).
pub struct Body {
    pub(crate) access: &'static [ParamAccess],
    pub(crate) run: Box<dyn Run>,
}

impl Body {
    /// The body whose function has the parameters `P`, a tuple of up to 16.
    ///
    /// Parameters that conflict are an error when code is generated.
    #[must_use]
    pub fn of<P: Params>(function: impl SystemFn<P>) -> Self {
        const { assert_accesses(P::ACCESS) };
        Self::bound::<P>(function)
    }

    /// The same with a proof for each parameter, in order.
    ///
    /// # Panics
    ///
    /// If the proofs are others.
    #[must_use]
    pub fn proved<P: Params>(function: impl SystemFn<P>, proofs: &[ParamProof<P>]) -> Self {
        assert_proved(proofs, P::ACCESS.len());
        Self::bound::<P>(function)
    }

    /// The body of parameters that do not conflict.
    fn bound<P: Params>(function: impl SystemFn<P>) -> Self {
        let own = P::fresh();
        Self { access: P::ACCESS, run: Box::new(Bound::<P, _> { function, own }) }
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Body").field("access", &self.access).finish_non_exhaustive()
    }
}

/// A body whose function is not known by type.
pub(crate) trait Run: Send + Sync {
    /// Runs it; `false` if something was missing that it asks for.
    ///
    /// # Safety
    ///
    /// Nobody else touches during the call what the parameters say, in a way that conflicts with it.
    unsafe fn run(&mut self, from: Fetch<'_>) -> bool;

    /// Calls `each` with the bytes of each local value.
    fn locals(&self, each: &mut dyn FnMut(&[u8]));

    /// The same, to be written.
    fn locals_mut(&mut self, each: &mut dyn FnMut(&mut [u8]));
}

/// A function and what its parameters keep.
struct Bound<P: Params, F> {
    function: F,
    own: P::Own,
}

impl<P: Params, F: SystemFn<P>> Run for Bound<P, F> {
    unsafe fn run(&mut self, from: Fetch<'_>) -> bool {
        // SAFETY: the caller's duty; that parameters do not conflict is asserted where bodies are made.
        let items = unsafe { P::fetch(&mut self.own, from) };
        items.map(|items| self.function.call(items)).is_some()
    }

    fn locals(&self, each: &mut dyn FnMut(&[u8])) {
        P::locals(&self.own, each);
    }

    fn locals_mut(&mut self, each: &mut dyn FnMut(&mut [u8])) {
        P::locals_mut(&mut self.own, each);
    }
}
