//! Parallel queries: what `query!(par(world), ..)` calls. Without the feature `rayon` it is an error that says so.
#![cfg_attr(
    feature = "rayon",
    expect(unsafe_code, reason = "starts visits; argued by Q2 and Q3 of `query/term.rs`")
)]

use super::World;
use crate::query::{Joined, Outcome, ReadRow, SharedRowFn};

#[cfg(feature = "rayon")]
impl World {
    /// What `query!(par(..), ..)` calls when no term writes.
    #[doc(hidden)]
    #[expect(
        clippy::needless_pass_by_value,
        unused_variables,
        reason = "terms and proofs are there for their types"
    )]
    pub fn run_par_query<Q: Joined<Rows: ReadRow>, R: Outcome<Visit: Send>>(
        &self,
        terms: Q,
        proofs: Q::Proofs,
        body: impl SharedRowFn<Q::Rows, R>,
    ) -> R::Visit {
        let matches = self.matches.get::<Q::Rows>(&self.registry, self.storage.archetypes());
        // SAFETY: nothing is written (`ReadRow`), and the world is borrowed.
        unsafe { crate::query::run_parallel(&self.storage, matches, &body) }
    }

    /// What `query!(par(..), ..)` calls when a term writes.
    #[doc(hidden)]
    #[expect(
        clippy::needless_pass_by_value,
        unused_variables,
        reason = "terms and proofs are there for their types"
    )]
    pub fn run_par_query_mut<Q: Joined, R: Outcome<Visit: Send>>(
        &mut self,
        terms: Q,
        proofs: Q::Proofs,
        body: impl SharedRowFn<Q::Rows, R>,
    ) -> R::Visit {
        let matches = self.matches.get::<Q::Rows>(&self.registry, self.storage.archetypes());
        self.storage.settle_matched(matches);
        // SAFETY: the world is borrowed mutably for this query alone.
        unsafe { crate::query::run_parallel(&self.storage, matches, &body) }
    }
}

/// What only the feature `rayon` could give.
#[cfg(not(feature = "rayon"))]
#[diagnostic::on_unimplemented(
    message = "`query!(par(..), ..)` needs the feature `rayon` of laige",
    label = "this query is to be visited in parallel",
    note = "write `features = [\"rayon\"]` at laige in your `Cargo.toml`, or leave `par` out"
)]
pub trait InParallel {}

#[cfg(not(feature = "rayon"))]
#[expect(
    clippy::needless_pass_by_value,
    unused_variables,
    reason = "they are for the error that calling them is"
)]
impl World {
    /// What `query!(par(..), ..)` calls when no term writes.
    #[doc(hidden)]
    pub fn run_par_query<Q: Joined<Rows: ReadRow>, R: Outcome>(
        &self,
        terms: Q,
        proofs: Q::Proofs,
        body: impl SharedRowFn<Q::Rows, R> + InParallel,
    ) -> R::Visit {
        R::end()
    }

    /// What `query!(par(..), ..)` calls when a term writes.
    #[doc(hidden)]
    pub fn run_par_query_mut<Q: Joined, R: Outcome>(
        &mut self,
        terms: Q,
        proofs: Q::Proofs,
        body: impl SharedRowFn<Q::Rows, R> + InParallel,
    ) -> R::Visit {
        R::end()
    }
}
