//! What the body of a query may return, and whether a row's result ends the visit.

use core::ops::ControlFlow;

/// A result of a query's body: `()`, `ControlFlow<B>` or `Result<(), E>`; a body that never returns will do as well.
#[diagnostic::on_unimplemented(
    message = "the body of a query returns `{Self}`",
    label = "expected `()`, `ControlFlow<B>` or `Result<(), E>`",
    note = "end the body with `;` to drop the value"
)]
pub trait Outcome: Sized {
    /// The result that goes on, and that of a visit which reached the end.
    #[doc(hidden)]
    fn go() -> Self;

    /// Whether this result ends the visit.
    #[doc(hidden)]
    fn stops(&self) -> bool;
}

impl Outcome for () {
    #[inline]
    fn go() -> Self {}

    #[inline]
    fn stops(&self) -> bool {
        false
    }
}

impl<B> Outcome for ControlFlow<B> {
    #[inline]
    fn go() -> Self {
        Self::Continue(())
    }

    #[inline]
    fn stops(&self) -> bool {
        self.is_break()
    }
}

impl<E> Outcome for Result<(), E> {
    #[inline]
    fn go() -> Self {
        Ok(())
    }

    #[inline]
    fn stops(&self) -> bool {
        self.is_err()
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
