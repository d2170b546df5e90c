//! Splitting: several queries of one world at once, where none touches what another writes. That they do not is proved when
//! code is generated, as for the terms of one query.
#![expect(unsafe_code, reason = "starts visits; argued by Q2 and Q3 of `query/term.rs`")]

use super::World;
use crate::query::{Access, Query, RowTerm, Terms, assert_split};

/// Queries that are used at once: a tuple of 2 to 4, for [`World::split`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple of queries",
    label = "expected 2 to 4 queries, such as `(&mut Pos, (&Vel, Entity))`",
    note = "write `({Self}, ..)` with another query beside it, up to 4 in all; one alone is made by `query_mut`"
)]
pub trait Split {
    /// The queries, each a [`Query`].
    type Queries<'w>;

    /// What each touches.
    #[doc(hidden)]
    const ACCESS: &'static [Access];

    /// Makes the queries.
    ///
    /// # Safety
    ///
    /// There is no conflict in `ACCESS`, inside a query or between two.
    #[doc(hidden)]
    unsafe fn queries(world: &mut World) -> Self::Queries<'_>;
}

impl World {
    /// Several queries to use at once, side by side or one inside the other. Everything is settled first.
    ///
    /// No component may be written by one of them and touched by another: that is an error when code is generated, aliases and
    /// generic parameters notwithstanding. Filters do not count here: two queries of `&mut T` conflict even if no entity
    /// can be in both.
    ///
    /// # Order
    ///
    /// That of every [`Query`], in each.
    #[must_use]
    #[inline]
    pub fn split<S: Split>(&mut self) -> S::Queries<'_> {
        const { assert_split(S::ACCESS) };
        self.settle();
        // SAFETY: just asserted.
        unsafe { S::queries(self) }
    }
}

/// Implements `Split` for a tuple.
macro_rules! tuple {
    ($($name:ident),*) => {
        impl<$($name: Terms),*> Split for ($($name,)*) {
            type Queries<'w> = ($(Query<'w, $name>,)*);

            const ACCESS: &'static [Access] = &[$(<$name::Rows as RowTerm>::ACCESS),*];

            #[inline]
            unsafe fn queries(world: &mut World) -> Self::Queries<'_> {
                let World { matches, registry, storage, .. } = world;
                ($({
                    let matches = matches.get::<$name::Rows>(registry, storage.archetypes());
                    // SAFETY: the world is borrowed mutably, for queries of which none touches what another writes.
                    unsafe { Query::new(storage, matches) }
                },)*)
            }
        }
    };
}

tuple!(A, B);
tuple!(A, B, C);
tuple!(A, B, C, D);
