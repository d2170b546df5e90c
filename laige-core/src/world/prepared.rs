//! Prepared queries: what a world knows of a query, kept by the caller. A call on them looks nothing up, and one on another
//! world than that they were prepared in is an error.
#![expect(unsafe_code, reason = "starts visits; argued by Q2 and Q3 of `query/term.rs`")]

use core::fmt;
use core::marker::PhantomData;

use super::World;
use super::identity::Identity;
use crate::query::{Kept, Query, ReadTerms, Terms, assert_query};
use crate::{Error, Result};

/// A query that was prepared in a world: from [`World::prepare`].
///
/// It borrows nothing, so it can be kept beside the world. It knows every archetype that is born later.
///
/// ```
/// use laige_core::{Entity, Options, PreparedQuery, World};
///
/// struct Game {
///     world: World,
///     everybody: PreparedQuery<Entity>,
/// }
///
/// let world = World::new(Options::with_capacity(10))?;
/// let everybody = world.prepare();
/// let mut game = Game { world, everybody };
/// game.world.spawn_empty()?;
/// assert_eq!(game.everybody.query(&game.world)?.count(), 1);
///
/// let other = World::new(Options::with_capacity(10))?;
/// assert!(game.everybody.query(&other).is_err());
/// # Ok::<(), laige_core::Error>(())
/// ```
pub struct PreparedQuery<Q: Terms> {
    world: Identity,
    kept: Kept,
    terms: PhantomData<fn() -> Q>,
}

impl World {
    /// Prepares a query, to be used with this world again and again.
    ///
    /// The world keeps what each type of query matches anyway; a prepared one saves looking that up.
    #[must_use]
    pub fn prepare<Q: Terms>(&self) -> PreparedQuery<Q> {
        const { assert_query::<Q::Rows>() };
        let kept = self.matches.keep::<Q::Rows>(&self.registry, self.storage.archetypes());
        PreparedQuery { world: self.identity, kept, terms: PhantomData }
    }
}

impl<Q: Terms> PreparedQuery<Q> {
    /// The query on its world, from a shared borrow: as [`World::query`].
    ///
    /// # Errors
    ///
    /// [`ForeignQuery`](Error::ForeignQuery) if it was prepared in another world.
    ///
    /// # Order
    ///
    /// That of every [`Query`].
    #[inline]
    pub fn query<'w>(&self, world: &'w World) -> Result<Query<'w, Q>>
    where
        Q: ReadTerms,
    {
        self.check(world)?;
        // SAFETY: kept by this world's matches, as just checked.
        let matches = unsafe { world.matches.kept(self.kept) };
        // SAFETY: nothing is written (`ReadTerms`), and the world is borrowed.
        Ok(unsafe { Query::new(&world.storage, matches) })
    }

    /// The query on its world, from a mutable borrow: as [`World::query_mut`].
    ///
    /// # Errors
    ///
    /// [`ForeignQuery`](Error::ForeignQuery) if it was prepared in another world.
    ///
    /// # Order
    ///
    /// That of every [`Query`].
    #[inline]
    pub fn query_mut<'w>(&self, world: &'w mut World) -> Result<Query<'w, Q>> {
        self.check(world)?;
        // SAFETY: kept by this world's matches, as just checked.
        let matches = unsafe { world.matches.kept(self.kept) };
        world.storage.settle_matched(matches);
        // SAFETY: the world is borrowed mutably for this query alone.
        Ok(unsafe { Query::new(&world.storage, matches) })
    }

    #[inline]
    fn check(&self, world: &World) -> Result<()> {
        if self.world == world.identity { Ok(()) } else { Err(Error::ForeignQuery) }
    }
}

impl<Q: Terms> Clone for PreparedQuery<Q> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Q: Terms> Copy for PreparedQuery<Q> {}

impl<Q: Terms> fmt::Debug for PreparedQuery<Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PreparedQuery")
    }
}
