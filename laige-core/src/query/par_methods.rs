//! The methods of a query that visit it in parallel: for one that only reads through `&`, for any through `&mut`. How it is done is
//! `parallel.rs`.
#![expect(unsafe_code, reason = "hands out items; argued by Q1 to Q3 of `term.rs`")]

use super::outcome::Outcome;
use super::parallel;
use super::per_chunk::PerChunk;
use super::query_mut::QueryMut;
use super::tuple::{ItemOf, ReadTerms, Terms};
use super::typed::Query;

impl<'w, Q: ReadTerms> Query<'w, Q> {
    /// Calls `body` with the item of each row, chunks in parallel on the threads of rayon: see
    /// [`QueryMut::par_for_each`].
    #[cfg_attr(docsrs, doc(cfg(feature = "rayon")))]
    pub fn par_for_each<R: Outcome<Visit: Send>>(
        &self,
        body: impl Fn(ItemOf<'w, Q>) -> R + Sync,
    ) -> R::Visit {
        // SAFETY: the query only reads, and the world is borrowed for `'w` (Q2).
        unsafe { parallel::visit::<Q::Rows, R>(self.scope(), &body) }
    }

    /// The same with something of which each chunk has a part of its own: see [`QueryMut::par_for_each_with`].
    #[cfg_attr(docsrs, doc(cfg(feature = "rayon")))]
    pub fn par_for_each_with<P: PerChunk, R: Outcome<Visit: Send>>(
        &self,
        whole: P,
        body: impl Fn(P::Part<'_>, ItemOf<'w, Q>) -> R + Sync,
    ) -> R::Visit {
        // SAFETY: as for `par_for_each`.
        unsafe { parallel::visit_with::<Q::Rows, P, R>(self.scope(), whole, &body) }
    }

    /// Folds the rows, chunks in parallel on the threads of rayon: see [`QueryMut::par_fold`].
    ///
    /// ```
    /// use laige_core::{Entity, Options, World};
    ///
    /// let mut world = World::new(Options::with_capacity(100))?;
    /// world.spawn_batch([(); 100])?;
    /// let slots = world.layout();
    /// let query = world.query::<Entity>();
    /// let sum = query.par_fold(|| 0, |sum, e| sum + slots.slot_of(e), |a, b| a + b);
    /// assert_eq!(sum, 99 * 100 / 2);
    /// # Ok::<(), laige_core::Error>(())
    /// ```
    ///
    /// # Order
    ///
    /// That of [`QueryMut::par_fold`].
    #[cfg_attr(docsrs, doc(cfg(feature = "rayon")))]
    pub fn par_fold<T: Send>(
        &self,
        new: impl Fn() -> T + Sync,
        fold: impl Fn(T, ItemOf<'w, Q>) -> T + Sync,
        join: impl Fn(T, T) -> T + Sync,
    ) -> T {
        // SAFETY: as for `par_for_each`.
        unsafe { parallel::fold::<Q::Rows, T>(self.scope(), &new, &fold, &join) }
    }
}

impl<Q: Terms> QueryMut<'_, Q> {
    /// Calls `body` with the item of each row, chunks in parallel on the threads of rayon.
    ///
    /// `body` may return what that of [`for_each`](Self::for_each) may. A break or an error ends the visit of its chunk, and every other chunk is
    /// visited up to its own first one, so that what was written does not depend on threads. The result is that of the first
    /// chunk, in the order of the visit, that was not visited to its end.
    #[cfg_attr(docsrs, doc(cfg(feature = "rayon")))]
    pub fn par_for_each<R: Outcome<Visit: Send>>(
        &mut self,
        body: impl Fn(ItemOf<'_, Q>) -> R + Sync,
    ) -> R::Visit {
        // SAFETY: the duty of `Query::new` (Q3); items cannot outlive the call, and nothing changes rows during it (Q2).
        unsafe { parallel::visit::<Q::Rows, R>(self.scope, &body) }
    }

    /// The same with commands, a random stream, or a pair of both, of which each chunk has a part of its own: `body` is given that of its chunk.
    ///
    /// ```
    /// use laige_core::{Entity, Options, World};
    ///
    /// let mut world = World::new(Options::with_capacity(100))?;
    /// world.spawn_batch([(); 100])?;
    /// let mut commands = world.commands();
    /// let mut dice = laige_core::Prng::new(6);
    /// let everybody = world.query::<Entity>();
    /// everybody.par_for_each_with((&mut commands, &mut dice), |(commands, dice), who| {
    ///     if dice.next_range(0, 2) == 0 {
    ///         commands.despawn(who);
    ///     }
    /// });
    /// let gone = world.apply(&mut commands).applied();
    /// assert_eq!(world.entity_count(), 100 - gone);
    /// # Ok::<(), laige_core::Error>(())
    /// ```
    ///
    /// Where a body panics, what the visit queued is forgotten.
    ///
    /// # Order
    ///
    /// What is queued comes by chunk, in the order of the visit, then as it was queued: the same on any number of threads, as are the draws of each
    /// chunk.
    #[cfg_attr(docsrs, doc(cfg(feature = "rayon")))]
    pub fn par_for_each_with<P: PerChunk, R: Outcome<Visit: Send>>(
        &mut self,
        whole: P,
        body: impl Fn(P::Part<'_>, ItemOf<'_, Q>) -> R + Sync,
    ) -> R::Visit {
        // SAFETY: as for `par_for_each`.
        unsafe { parallel::visit_with::<Q::Rows, P, R>(self.scope, whole, &body) }
    }

    /// Folds the rows, chunks in parallel on the threads of rayon: `new` starts a chunk, `fold` adds a row to it, `join` puts two
    /// neighbours together. The result is the same on any number of threads, float sums bit by bit; without a row it is `new()`.
    ///
    /// # Order
    ///
    /// Chunks are those of the settled world, in the order of the visit, also where the world is not settled. They are joined as halves: of n
    /// chunks the first n / 2, rounded up, with the rest, and each half likewise.
    #[cfg_attr(docsrs, doc(cfg(feature = "rayon")))]
    pub fn par_fold<T: Send>(
        &mut self,
        new: impl Fn() -> T + Sync,
        fold: impl Fn(T, ItemOf<'_, Q>) -> T + Sync,
        join: impl Fn(T, T) -> T + Sync,
    ) -> T {
        // SAFETY: as for `par_for_each`.
        unsafe { parallel::fold::<Q::Rows, T>(self.scope, &new, &fold, &join) }
    }
}
