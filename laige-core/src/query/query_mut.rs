//! `QueryMut`: what every query can do through `&mut`, whether it writes or not. What a reading one can do through `&` as well
//! is `typed.rs`.
#![expect(unsafe_code, reason = "hands out items; argued by Q1 to Q3 of `term.rs`")]

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use super::combinations::visit_pairs;
use super::iter::{Chunks, Iter};
use super::outcome::Outcome;
use super::sorted::{SortBuffer, Sorted};
use super::term::ReadRow;
use super::tuple::{ItemOf, Terms};
use super::visit::Scope;
use crate::{Entity, Error, Result};

/// A [`Query`](super::Query) as it is used through `&mut`: every query derefs to it. Items are borrowed from the query.
///
/// It is a type of its own so that the same methods of a query that only reads need no `&mut`, and their items are borrowed from
/// the world.
///
/// # Order
///
/// That of every [`Query`](super::Query).
pub struct QueryMut<'w, Q: Terms> {
    pub(super) scope: Scope<'w>,
    /// A writing query holds the world as `&mut` would.
    pub(super) borrow: PhantomData<ItemOf<'w, Q>>,
}

impl<Q: Terms> QueryMut<'_, Q> {
    /// Calls `body` with the item of each row. It may return `()`, `ControlFlow<B>` (a break ends the visit) or
    /// `Result<(), E>` (an error ends it; rows visited before stay written).
    #[inline]
    pub fn for_each<R: Outcome>(&mut self, body: impl FnMut(ItemOf<'_, Q>) -> R) -> R::Visit {
        // SAFETY: the duty of `Query::new` (Q3); items cannot outlive the call, and nothing changes rows during it (Q2).
        unsafe { self.scope.visit::<Q::Rows, R>(body) }
    }

    /// The rows one by one. `for_each` on it, like [`for_each`](Self::for_each), is faster than a `for` loop.
    #[inline]
    pub fn iter(&mut self) -> Iter<'_, Q> {
        // SAFETY: the duty of `Query::new`; the iterator borrows the query.
        unsafe { Iter::new(self.scope) }
    }

    /// The rows as slices: per run of neighbouring rows the entities and, for each term, its column.
    ///
    /// From `&mut World` there is one run per chunk and its columns are aligned to 64 bytes. From `&World` a chunk whose rows
    /// are not settled comes in several runs.
    #[inline]
    pub fn chunks(&mut self) -> Chunks<'_, Q> {
        // SAFETY: the duty of `Query::new`; the iterator borrows the query.
        unsafe { Chunks::new(self.scope) }
    }

    /// The item of one entity; `None` if it is not alive or the query does not match it.
    #[inline]
    pub fn get(&mut self, entity: Entity) -> Option<ItemOf<'_, Q>> {
        // SAFETY: the duty of `Query::new`; the item borrows the query.
        unsafe { self.scope.get::<Q::Rows>(entity) }
    }

    /// The items of several entities at once, in the order of the handles.
    ///
    /// ```
    /// use laige_core::{Entity, Options, World};
    ///
    /// let mut world = World::new(Options::with_capacity(10))?;
    /// let (a, b) = (world.spawn_empty()?, world.spawn_empty()?);
    /// let mut query = world.query_mut::<Entity>();
    /// assert_eq!(query.get_many_mut([b, a])?, [b, a]);
    /// assert!(query.get_many_mut([a, a]).is_err());
    /// # Ok::<(), laige_core::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// For the first handle that is at fault: [`EntityRepeated`](Error::EntityRepeated) if it stands in the list twice,
    /// [`StaleEntity`](Error::StaleEntity) if it is not alive, [`NotMatched`](Error::NotMatched) if the query does not match it. A repeated
    /// one is found first.
    #[doc(alias = "get_disjoint_mut")]
    pub fn get_many_mut<const N: usize>(
        &mut self,
        entities: [Entity; N],
    ) -> Result<[ItemOf<'_, Q>; N]> {
        for (place, &entity) in entities.iter().enumerate() {
            if entities[..place].contains(&entity) {
                return Err(Error::EntityRepeated { entity });
            }
        }
        // SAFETY: the duty of `Query::new`; the handles differ, so those that are alive lead to different rows.
        let items = entities.map(|entity| unsafe { self.scope.get::<Q::Rows>(entity) });
        match items.iter().position(Option::is_none) {
            Some(place) => Err(self.refusal(entities[place])),
            None => Ok(items.map(|item| item.unwrap_or_else(|| unreachable!("none is missing")))),
        }
    }

    /// Why there is no row of that entity.
    #[cold]
    fn refusal(&self, entity: Entity) -> Error {
        if self.scope.is_alive(entity) {
            Error::NotMatched { entity }
        } else {
            Error::StaleEntity { entity }
        }
    }

    /// The first row.
    #[inline]
    pub fn first(&mut self) -> Option<ItemOf<'_, Q>> {
        self.iter().next()
    }

    /// The only row.
    ///
    /// # Errors
    ///
    /// [`NotSingle`](Error::NotSingle) with the number of rows if there is none or more than one.
    pub fn single(&mut self) -> Result<ItemOf<'_, Q>> {
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
        &mut self,
        key: impl FnMut(&ItemOf<'_, Q>) -> K,
    ) -> Vec<ItemOf<'_, Q>> {
        let mut rows: Vec<_> = self.iter().collect();
        rows.sort_by_key(key);
        rows
    }

    /// The rows by ascending key, which is asked once for each row. Nothing is allocated where the buffer has room.
    ///
    /// ```
    /// use laige_core::{Entity, Options, SortBuffer, World};
    ///
    /// let mut world = World::new(Options::with_capacity(10))?;
    /// let all = world.spawn_batch([(), (), ()])?.to_vec();
    /// let mut keys = SortBuffer::new();
    /// let mut query = world.query_mut::<Entity>();
    /// let sorted = query.sorted_by_key_in(&mut keys, |&entity| entity == all[1]);
    /// assert!(sorted.eq([all[0], all[2], all[1]]));
    /// # Ok::<(), laige_core::Error>(())
    /// ```
    ///
    /// # Order
    ///
    /// By key; rows of equal keys in the order of a visit. Keys that are numbers with a fraction can be compared by `f32::total_cmp` in
    /// a type of your own.
    pub fn sorted_by_key_in<'q, K: Ord>(
        &'q mut self,
        buffer: &'q mut SortBuffer<K>,
        key: impl FnMut(&ItemOf<'_, Q>) -> K,
    ) -> Sorted<'q, Q, K> {
        // SAFETY: the duty of `Query::new`; the iterator borrows the query.
        unsafe { Sorted::new(self.scope, buffer, key) }
    }

    /// Calls `body` with the items of each two rows, each pair once. It may return what the body of
    /// [`for_each`](Self::for_each) may.
    ///
    /// ```
    /// use laige_core::{Entity, Options, World};
    ///
    /// let mut world = World::new(Options::with_capacity(10))?;
    /// let all = world.spawn_batch([(), (), ()])?.to_vec();
    /// let mut pairs = Vec::new();
    /// world.query_mut::<Entity>().for_each_combination(|a, b| pairs.push((a, b)));
    /// assert_eq!(pairs, [(all[0], all[1]), (all[0], all[2]), (all[1], all[2])]);
    /// # Ok::<(), laige_core::Error>(())
    /// ```
    ///
    /// # Order
    ///
    /// The first row with all that are visited after it, then the second with all after it, and so on.
    #[inline]
    pub fn for_each_combination<R: Outcome>(
        &mut self,
        body: impl FnMut(ItemOf<'_, Q>, ItemOf<'_, Q>) -> R,
    ) -> R::Visit {
        // SAFETY: as for `for_each`.
        unsafe { visit_pairs::<Q, R>(self.scope, body) }
    }

    /// The number of rows.
    #[must_use]
    pub fn count(&self) -> usize {
        self.scope.count::<Q::Rows>()
    }

    /// Whether no row matches.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count() == 0
    }
}

impl<Q: Terms<Rows: ReadRow>> Clone for QueryMut<'_, Q> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Q: Terms<Rows: ReadRow>> Copy for QueryMut<'_, Q> {}

impl<Q: Terms> fmt::Debug for QueryMut<'_, Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "QueryMut({} rows)", self.count())
    }
}
