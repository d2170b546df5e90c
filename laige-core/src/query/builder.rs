//! How `query!` puts a query together: one term after the other, each with the proof that it may join those before it.
//! Users never meet these types.

use core::marker::PhantomData;

use super::access::Distinct;
use super::term::{Is, RowTerm};

/// The terms so far, which are known not to conflict.
#[doc(hidden)]
#[derive(Debug)]
pub struct Builder<Q>(PhantomData<fn() -> Q>);

impl Builder<()> {
    /// No terms yet: for queries whose first term may be behind `cfg`.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl Default for Builder<()> {
    fn default() -> Self {
        Self::new()
    }
}

/// Begins with a term, which has none before it to conflict with.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn first<T: RowTerm>(_: Is<T>) -> Builder<(T,)> {
    Builder(PhantomData)
}

/// Terms that another one can join.
#[doc(hidden)]
pub trait Push<T> {
    /// The longer tuple; of 16 terms, the same.
    type Out: RowTerm;
}

/// Lets a term join.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn and<Q: Push<T>, T: RowTerm>(
    terms: Builder<Q>,
    term: Is<T>,
    proof: Distinct<Q, T>,
) -> Builder<Q::Out> {
    let _ = (terms, term, proof);
    Builder(PhantomData)
}
