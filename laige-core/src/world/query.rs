//! Queries on a world: the typed form, and what `query!` calls.
#![expect(unsafe_code, reason = "starts visits; argued by Q2 and Q3 of `query/term.rs`")]

use super::World;
use crate::query::{
    self, Joined, Matches, Outcome, Query, ReadRow, ReadTerms, RowFn, Terms, assert_query,
};
use crate::storage::Storage;
use crate::storage::archetype::Archetype;

impl World {
    /// A query that only reads, from a shared borrow of the world.
    ///
    /// Chunks whose rows are not settled are visited in order all the same, a little slower.
    #[must_use]
    #[inline]
    pub fn query<Q: ReadTerms>(&self) -> Query<'_, Q> {
        const { assert_query::<Q::Rows>() };
        let matches = self.matches.get::<Q::Rows>(&self.registry, self.storage.archetypes());
        // SAFETY: nothing is written (`ReadTerms`), and the world is borrowed.
        unsafe { Query::new(&self.storage, matches) }
    }

    /// A query that may write. It settles the chunks it matches first.
    #[must_use]
    #[inline]
    pub fn query_mut<Q: Terms>(&mut self) -> Query<'_, Q> {
        const { assert_query::<Q::Rows>() };
        let matches = self.matches.get::<Q::Rows>(&self.registry, self.storage.archetypes());
        self.storage.settle_matched(matches);
        // SAFETY: the world is borrowed mutably for this query alone.
        unsafe { Query::new(&self.storage, matches) }
    }

    /// What `query!` calls when no term writes.
    #[doc(hidden)]
    #[inline]
    #[expect(
        clippy::needless_pass_by_value,
        unused_variables,
        reason = "terms and proofs are there for their types"
    )]
    pub fn run_query<Q: Joined<Rows: ReadRow>, R: Outcome>(
        &self,
        terms: Q,
        proofs: Q::Proofs,
        body: impl RowFn<Q::Rows, R>,
    ) -> R::Visit {
        let matches = self.matches.get::<Q::Rows>(&self.registry, self.storage.archetypes());
        // SAFETY: nothing is written (`ReadRow`), and the world is borrowed.
        unsafe { query::run(&self.storage, matches, body) }
    }

    /// What `query!` calls when a term writes.
    #[doc(hidden)]
    #[inline]
    #[expect(
        clippy::needless_pass_by_value,
        unused_variables,
        reason = "terms and proofs are there for their types"
    )]
    pub fn run_query_mut<Q: Joined, R: Outcome>(
        &mut self,
        terms: Q,
        proofs: Q::Proofs,
        body: impl RowFn<Q::Rows, R>,
    ) -> R::Visit {
        let matches = self.matches.get::<Q::Rows>(&self.registry, self.storage.archetypes());
        self.storage.settle_where_it_pays(matches);
        // SAFETY: the world is borrowed mutably for this query alone.
        unsafe { query::run(&self.storage, matches, body) }
    }
}

impl Storage {
    /// Settles what a query matches.
    #[inline]
    pub(super) fn settle_matched(&mut self, matches: &Matches) {
        if !self.is_settled() {
            self.settle_loose(matches.archetypes(), |id| matches.has(id), Archetype::settle);
        }
    }

    /// Settles those chunks of a query that visits of their rows as they lie have cost as much as settling would. Of the others the query is going
    /// to visit the runs, and show the same.
    #[inline]
    fn settle_where_it_pays(&mut self, matches: &Matches) {
        if !self.is_settled() {
            let settle = Archetype::settle_where_it_pays;
            self.settle_loose(matches.archetypes(), |id| matches.has(id), settle);
        }
    }
}
