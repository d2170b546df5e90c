//! What the body of a query may return, and whether a row's result ends the visit.

use core::ops::ControlFlow;

/// A result of a query's body: `()`, `ControlFlow<B>` or `Result<(), E>`; a body that never returns will do as well.
#[diagnostic::on_unimplemented(
    message = "the body of a query returns `{Self}`",
    label = "expected `()`, `ControlFlow<B>` or `Result<(), E>`",
    note = "write `{{ ..; }}` to drop the value, or `Ok(..)` with `-> Result<(), E>` before the body to hand it on as an error"
)]
pub trait Outcome: Sized {
    /// The result of the whole visit: of the same type, or `()` if the body never returns.
    type Visit;

    /// Whether a row's result may end the visit: where none does, nobody looks.
    #[doc(hidden)]
    const STOPS: bool = true;

    /// The result of a visit that reached the end.
    #[doc(hidden)]
    fn end() -> Self::Visit;

    /// The result of a visit that this row's ends, if it does.
    #[doc(hidden)]
    fn stop(self) -> Option<Self::Visit>;
}

impl Outcome for () {
    type Visit = Self;
    const STOPS: bool = false;

    #[inline]
    fn end() {}

    #[inline]
    fn stop(self) -> Option<Self> {
        None
    }
}

impl<B> Outcome for ControlFlow<B> {
    type Visit = Self;

    #[inline]
    fn end() -> Self {
        Self::Continue(())
    }

    #[inline]
    fn stop(self) -> Option<Self> {
        self.is_break().then_some(self)
    }
}

impl<E> Outcome for Result<(), E> {
    type Visit = Self;

    #[inline]
    fn end() -> Self {
        Ok(())
    }

    #[inline]
    fn stop(self) -> Option<Self> {
        self.is_err().then_some(self)
    }
}

#[diagnostic::do_not_recommend]
impl Outcome for <fn() -> ! as Output>::Out {
    type Visit = ();

    fn end() {}

    fn stop(self) -> Option<()> {
        self
    }
}

/// Reaches the never type, which cannot be named on stable: the output of `fn() -> !`.
#[doc(hidden)]
pub trait Output {
    /// What the function returns.
    type Out;
}

impl<R> Output for fn() -> R {
    type Out = R;
}
