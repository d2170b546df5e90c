//! Systems that run per row: a function of row terms and parameters of systems becomes one that visits the rows of a query. What is a term and what
//! is a parameter is decided by type, so that aliases do no harm.
#![expect(unsafe_code, reason = "visits rows with parameters that were proved to have no conflict")]

use alloc::boxed::Box;

use super::access::{ParamAccess, assert_accesses};
use super::body::{Body, Run};
use super::param::{Fetch, Input, Local, Param, Params, Res, ResMut, Tick};
use super::proof::{ParamProof, assert_proved};
use crate::query::sizes::sizes;
use crate::query::{RowTerm, Term, Terms, assert_query, visit_rows};
use crate::{Commands, Prng, Query, Resource, World};

/// A parameter of a function that runs per row: a term of a query, or a parameter of systems.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a term of a row nor a parameter of a system",
    label = "not something that a row or a system has",
    note = "write `&{Self}` to read a component of the row, `&mut {Self}` to write it; the other terms are those of `query!`, and beside them stand parameters of systems but for `&mut World`"
)]
pub trait RowParam: 'static {
    /// The term; one that asks for nothing if it is none.
    type Row: RowTerm;
    /// The parameter; one that asks for nothing if it is none.
    type Param: Param;
    /// What the function is given: of a row, or for as long as a call takes.
    type Item<'w, 'r>;
    /// What it touches.
    const ACCESS: ParamAccess;
    /// Whether it is a term.
    const IS_TERM: bool;

    /// What the function is given for one row.
    fn item<'w, 'r>(
        row: <Self::Row as RowTerm>::Item<'w>,
        param: &'r mut <Self::Param as Param>::Item<'w>,
    ) -> Self::Item<'w, 'r>;
}

// SAFETY: it reaches nothing.
unsafe impl Param for () {
    type Item<'w> = ();
    type Own = ();
    const ACCESS: ParamAccess = ParamAccess::Free;

    #[inline]
    unsafe fn fetch<'w>((): &'w mut (), _: &mut Fetch<'w>) -> Option<()> {
        Some(())
    }
}

impl<T: Term + 'static> RowParam for T {
    type Row = T::Me;
    type Param = ();
    type Item<'w, 'r> = <T::Me as RowTerm>::Item<'w>;
    const ACCESS: ParamAccess = ParamAccess::Components(<T::Me as RowTerm>::ACCESS);
    const IS_TERM: bool = true;

    #[inline]
    fn item<'w, 'r>(row: <T::Me as RowTerm>::Item<'w>, (): &'r mut ()) -> Self::Item<'w, 'r> {
        row
    }
}

/// Implements `RowParam` for a parameter of systems, which is borrowed anew for each row.
macro_rules! param {
    ($({$($generics:tt)*})? $param:ty, $item:ty, |$own:ident| $lent:expr) => {
        impl$(<$($generics)*>)? RowParam for $param {
            type Row = ();
            type Param = Self;
            type Item<'w, 'r> = $item;
            const ACCESS: ParamAccess = <Self as Param>::ACCESS;
            const IS_TERM: bool = false;

            #[inline]
            fn item<'w, 'r>((): (), $own: &'r mut <Self as Param>::Item<'w>) -> Self::Item<'w, 'r> {
                $lent
            }
        }
    };
}

param!({T: Resource} Res<'static, T>, Res<'r, T>, |own| *own);
param!({T: Resource} ResMut<'static, T>, ResMut<'r, T>, |own| ResMut(own));
param!({Q: Terms + 'static} Query<'static, Q>, Query<'r, Q>, |own| own.reborrow());
param!({T: bytemuck::Pod + Send + Sync} Local<'static, T>, Local<'r, T>, |own| Local(own));
param!(&'static mut Prng, &'r mut Prng, |own| own);
param!(&'static mut Commands, &'r mut Commands, |own| own);
param!(Input<'static>, Input<'r>, |own| *own);
param!(Tick, Tick, |own| *own);
param!(&'static World, &'r World, |own| own);

/// The parameters of a function that runs per row: a tuple of up to 16.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` are not the parameters of a system that runs per row",
    label = "expected a tuple of up to 16 terms and parameters"
)]
pub trait RowParams: 'static {
    /// The terms.
    type Rows: RowTerm;
    /// The parameters.
    type Params: Params;
    /// What each touches.
    const ACCESS: &'static [ParamAccess];
}

/// A function that takes these parameters.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this function does not take what its parameters yield",
    label = "not a function of these terms and parameters that returns nothing"
)]
pub trait RowSystemFn<P: RowParams>: Send + Sync + 'static {
    /// Calls it for one row.
    fn call<'w>(
        &self,
        row: <P::Rows as RowTerm>::Item<'w>,
        params: &mut <P::Params as Params>::Items<'w>,
    );
}

/// Implements both for a tuple of that many members.
macro_rules! tuple {
    ($($name:ident $index:tt),*) => {
        impl<$($name: RowParam),*> RowParams for ($($name,)*) {
            type Rows = ($($name::Row,)*);
            type Params = ($($name::Param,)*);
            const ACCESS: &'static [ParamAccess] = &[$(<$name as RowParam>::ACCESS),*];
        }

        impl<Function, $($name: RowParam),*> RowSystemFn<($($name,)*)> for Function
        where
            Function: for<'w, 'r> Fn($($name::Item<'w, 'r>),*) + Send + Sync + 'static,
        {
            #[inline]
            fn call<'w>(
                &self,
                row: <($($name::Row,)*) as RowTerm>::Item<'w>,
                params: &mut <($($name::Param,)*) as Params>::Items<'w>,
            ) {
                self($($name::item(row.$index, &mut params.$index)),*);
            }
        }
    };
}

sizes!(tuple);

impl Body {
    /// The body whose function has the terms and parameters `P`, a tuple of up to 16, and is called for each row that has what the terms ask for.
    ///
    /// Terms and parameters that conflict are an error when code is generated.
    #[must_use]
    pub fn for_each<P: RowParams>(function: impl RowSystemFn<P>) -> Self {
        const {
            assert_query::<P::Rows>();
            assert_accesses(P::ACCESS);
        }
        Self::bound_per_row::<P>(function)
    }

    /// The same with a proof for each parameter, in order.
    ///
    /// # Panics
    ///
    /// If the proofs are others.
    #[must_use]
    pub fn for_each_proved<P: RowParams>(
        function: impl RowSystemFn<P>,
        proofs: &[ParamProof<P>],
    ) -> Self {
        const { assert_query::<P::Rows>() };
        assert_proved(proofs, P::ACCESS.len());
        Self::bound_per_row::<P>(function)
    }

    /// The body of terms and parameters that do not conflict.
    fn bound_per_row<P: RowParams>(function: impl RowSystemFn<P>) -> Self {
        let own = P::Params::fresh();
        Self { access: P::ACCESS, run: Box::new(PerRow::<P, _> { function, own }) }
    }
}

/// A function that runs per row, and what its parameters keep.
struct PerRow<P: RowParams, F> {
    function: F,
    own: <P::Params as Params>::Own,
}

impl<P: RowParams, F: RowSystemFn<P>> Run for PerRow<P, F> {
    unsafe fn run(&mut self, from: Fetch<'_>) -> bool {
        let Some(world) = from.shared() else { return false };
        // SAFETY: the caller's duty; that nothing conflicts is asserted where bodies are made.
        let Some(mut params) = (unsafe { P::Params::fetch(&mut self.own, from) }) else {
            return false;
        };
        let matches = world.matches.get::<P::Rows>(&world.registry, world.storage.archetypes());
        let function = &self.function;
        // SAFETY: the caller's duty: what the terms write is touched by nobody else.
        unsafe {
            visit_rows::<P::Rows>(&world.storage, matches, |row| function.call(row, &mut params));
        }
        true
    }

    fn locals(&self, each: &mut dyn FnMut(&[u8])) {
        P::Params::locals(&self.own, each);
    }

    fn locals_mut(&mut self, each: &mut dyn FnMut(&mut [u8])) {
        P::Params::locals_mut(&mut self.own, each);
    }
}
