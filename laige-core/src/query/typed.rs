//! `Query`: a query as a value, with the methods that visit its rows. What `query!` does is `for_each` with the terms spelled as parameters.
#![expect(unsafe_code, reason = "hands out items; argued by Q1 to Q3 of `term.rs`")]

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};

use super::combinations::Combinations;
use super::iter::{Chunks, Iter};
use super::matches::Matches;
use super::outcome::Outcome;
use super::query_mut::QueryMut;
use super::sorted::{SortBuffer, Sorted};
use super::term::{ReadRow, RowTerm};
use super::tuple::{ItemOf, ReadTerms, Terms};
use super::visit::Scope;
use crate::storage::Storage;
use crate::{Entity, Error, Result};

/// A query on a borrowed world: from [`World::query`](crate::World::query) or [`World::query_mut`](crate::World::query_mut).
///
/// A query that only reads is used through `&`, and its items are borrowed from the world; those methods are below. For one that writes
/// the same methods take `&mut`, and its items are borrowed from the query: they are those of [`QueryMut`], to which a query derefs.
/// Both can be looped over, by value, and by reference.
///
/// ```
/// use laige_core::{Entity, Options, World};
///
/// let mut world = World::new(Options::with_capacity(10))?;
/// let entity = world.spawn_empty()?;
/// let query = world.query::<Entity>();
/// for found in &query {
///     assert_eq!(query.get(found), Some(entity));
/// }
/// assert_eq!((query.count(), query.first(), query.single()), (1, Some(entity), Ok(entity)));
/// # Ok::<(), laige_core::Error>(())
/// ```
///
/// # Order
///
/// Archetype 0 (entities without components, where the query matches it), then archetypes by birth; in each, entities by ascending slot.
pub struct Query<'w, Q: Terms>(QueryMut<'w, Q>);

impl<'w, Q: Terms> Query<'w, Q> {
    /// A query on storage that nobody changes for `'w`.
    ///
    /// # Safety
    ///
    /// If `Q` writes, storage is borrowed mutably for `'w`, for it and for queries that touch nothing it writes (Q3).
    #[inline]
    pub(crate) unsafe fn new(storage: &'w Storage, matches: &'w Matches) -> Self {
        Self(QueryMut { scope: Scope::new::<Q::Rows>(storage, matches), borrow: PhantomData })
    }

    /// The same query, lent.
    #[inline]
    pub(crate) fn reborrow(&mut self) -> Query<'_, Q> {
        Query(QueryMut { scope: self.0.scope, borrow: PhantomData })
    }

    #[inline]
    pub(super) fn scope(&self) -> Scope<'w> {
        self.0.scope
    }
}

impl<'w, Q: ReadTerms> Query<'w, Q> {
    /// Calls `body` with the item of each row. It may return `()`, `ControlFlow<B>` (a break ends the visit) or
    /// `Result<(), E>` (an error ends it).
    #[inline]
    pub fn for_each<R: Outcome>(&self, body: impl FnMut(ItemOf<'w, Q>) -> R) -> R::Visit {
        // SAFETY: the query only reads, and the world is borrowed for `'w` (Q2).
        unsafe { self.scope().visit::<Q::Rows, R>(body) }
    }

    /// The rows one by one. `for_each` on it, like [`for_each`](Self::for_each), is faster than a `for` loop.
    #[must_use]
    #[inline]
    pub fn iter(&self) -> Iter<'w, Q> {
        // SAFETY: as in `for_each`.
        unsafe { Iter::new(self.scope()) }
    }

    /// The rows as slices: per run of neighbouring rows the entities and, for each term, its column.
    ///
    /// From `&mut World` there is one run per chunk and its columns are aligned to 64 bytes. From `&World` a chunk whose rows
    /// are not settled comes in several runs.
    #[must_use]
    #[inline]
    pub fn chunks(&self) -> Chunks<'w, Q> {
        // SAFETY: as in `for_each`.
        unsafe { Chunks::new(self.scope()) }
    }

    /// The item of one entity; `None` if it is not alive or the query does not match it.
    #[must_use]
    #[inline]
    pub fn get(&self, entity: Entity) -> Option<ItemOf<'w, Q>> {
        // SAFETY: as in `for_each`.
        unsafe { self.scope().get::<Q::Rows>(entity) }
    }

    /// The first row.
    #[must_use]
    #[inline]
    pub fn first(&self) -> Option<ItemOf<'w, Q>> {
        self.iter().next()
    }

    /// The only row.
    ///
    /// # Errors
    ///
    /// [`NotSingle`](Error::NotSingle) with the number of rows if there is none or more than one.
    pub fn single(&self) -> Result<ItemOf<'w, Q>> {
        let rows = self.count();
        let only = if rows == 1 { self.first() } else { None };
        only.ok_or(Error::NotSingle { rows: rows as u32 })
    }

    /// The rows by ascending key, in a list of their own: see [`sorted_by_key_in`](Self::sorted_by_key_in).
    ///
    /// # Order
    ///
    /// By key; rows of equal keys in the order of a visit.
    pub fn sorted_by_key<K: Ord>(
        &self,
        key: impl FnMut(&ItemOf<'w, Q>) -> K,
    ) -> Vec<ItemOf<'w, Q>> {
        let mut rows: Vec<_> = self.iter().collect();
        rows.sort_by_key(key);
        rows
    }

    /// The rows by ascending key, which is asked once for each row. Nothing is allocated where the buffer has room.
    ///
    /// # Order
    ///
    /// By key; rows of equal keys in the order of a visit.
    pub fn sorted_by_key_in<'q, K: Ord>(
        &self,
        buffer: &'q mut SortBuffer<K>,
        key: impl FnMut(&ItemOf<'_, Q>) -> K,
    ) -> Sorted<'q, Q, K>
    where
        'w: 'q,
    {
        // SAFETY: as in `for_each`.
        unsafe { Sorted::new(self.scope(), buffer, key) }
    }

    /// Each two rows, each pair once.
    ///
    /// ```
    /// use laige_core::{Entity, Options, World};
    ///
    /// let mut world = World::new(Options::with_capacity(10))?;
    /// let all = world.spawn_batch([(), (), ()])?.to_vec();
    /// let pairs = world.query::<Entity>().combinations();
    /// assert!(pairs.eq([(all[0], all[1]), (all[0], all[2]), (all[1], all[2])]));
    /// # Ok::<(), laige_core::Error>(())
    /// ```
    ///
    /// # Order
    ///
    /// The first row with all that are visited after it, then the second with all after it, and so on.
    #[must_use]
    #[inline]
    pub fn combinations(&self) -> Combinations<'w, Q> {
        Combinations::new(self.iter())
    }
}

impl<'w, Q: Terms> Deref for Query<'w, Q> {
    type Target = QueryMut<'w, Q>;

    #[inline]
    fn deref(&self) -> &QueryMut<'w, Q> {
        &self.0
    }
}

impl<Q: Terms> DerefMut for Query<'_, Q> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<Q: Terms<Rows: ReadRow>> Clone for Query<'_, Q> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Q: Terms<Rows: ReadRow>> Copy for Query<'_, Q> {}

impl<Q: Terms> fmt::Debug for Query<'_, Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Query({} rows)", self.count())
    }
}

/// The rows that `query!` visits, as row terms.
///
/// # Safety
///
/// As for [`Query::new`].
#[inline]
pub(crate) unsafe fn run<Q: RowTerm, R: Outcome>(
    storage: &Storage,
    matches: &Matches,
    mut body: impl super::tuple::RowFn<Q, R>,
) -> R::Visit {
    // SAFETY: the caller's duty.
    unsafe { Scope::new::<Q>(storage, matches).visit::<Q, R>(|item| body.call(item)) }
}

/// Calls `body` for each row.
///
/// # Safety
///
/// As for [`Query::new`].
#[inline]
pub(crate) unsafe fn visit_rows<'w, Q: RowTerm>(
    storage: &'w Storage,
    matches: &'w Matches,
    body: impl FnMut(Q::Item<'w>),
) {
    // SAFETY: the caller's duty.
    unsafe { Scope::new::<Q>(storage, matches).visit::<Q, ()>(body) }
}
