//! Queries as parameters: their rows are as they were when the stage began, for nothing is spawned or moved before it ends.
#![expect(unsafe_code, reason = "starts visits; argued by Q2 and Q3 of `query/term.rs`")]

use super::{Fetch, Param, ParamAccess};
use crate::Query;
use crate::query::{RowTerm, Terms, assert_query};

// SAFETY: a query reaches the components of its terms, and which rows there are, which nobody changes during a stage.
unsafe impl<Q: Terms + 'static> Param for Query<'static, Q> {
    type Item<'w> = Query<'w, Q>;
    type Own = ();
    const ACCESS: ParamAccess = ParamAccess::Components(<Q::Rows as RowTerm>::ACCESS);

    #[inline]
    unsafe fn fetch<'w>((): &'w mut (), from: &mut Fetch<'w>) -> Option<Query<'w, Q>> {
        const { assert_query::<Q::Rows>() };
        let world = from.shared()?;
        let matches = world.matches.get::<Q::Rows>(&world.registry, world.storage.archetypes());
        // SAFETY: the caller's duty: what it writes is touched by nobody else.
        Some(unsafe { Query::new(&world.storage, matches) })
    }
}
