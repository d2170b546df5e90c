//! Which archetypes a query matches, and where its columns are in each: worked out once per query type and world, and extended
//! when an archetype is born, so that a call costs what it visits.
#![expect(
    unsafe_code,
    reason = "publishes entries to readers on other threads without a lock; argued by M1 to M3 below"
)]

// M1: an entry is reached from its bucket or from the entry before it; it is made by one thread, then published by a
//     compare-and-exchange with release, and never moved or dropped before the cache is.
// M3: `find` of an entry is that of its query, and appends the query's `WIDTH` codes for a match; `starts` says where they begin.
// M2: an entry is changed only through `&mut` to the cache, when no reader can exist.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::TypeId;
use core::ptr::{self, NonNull};
use core::sync::atomic::{AtomicPtr, Ordering};

use super::term::{Candidate, RowTerm};
use crate::faults::{Fault, planted};
use crate::registry::Registry;
use crate::storage::archetype::Archetype;
use crate::type_table;

/// How many lists the entries are spread over.
const BUCKETS: usize = 64;

/// The archetypes that one query matches.
#[derive(Debug)]
pub(crate) struct Matches {
    /// Per match: the archetype's index, then the codes of the query's terms.
    rows: Vec<u16>,
    /// By archetype: where its codes start in `rows`, 0 if it does not match. Ends at the last match.
    starts: Vec<u32>,
}

impl Matches {
    /// All matches, each of `1 + Q::WIDTH` numbers.
    #[inline]
    pub(crate) fn rows(&self) -> &[u16] {
        &self.rows
    }

    /// The archetypes that match, by birth.
    pub(crate) fn archetypes<Q: RowTerm>(&self) -> impl Iterator<Item = u16> + '_ {
        self.rows.chunks_exact(1 + Q::WIDTH).map(|row| row[0])
    }

    /// The codes of the query's terms in that archetype, if it matches.
    #[inline]
    pub(crate) fn codes<Q: RowTerm>(&self, archetype: u16) -> Option<&[u16]> {
        let start = *self.starts.get(archetype as usize)? as usize;
        if start == 0 {
            return None;
        }
        debug_assert!(start + Q::WIDTH <= self.rows.len());
        // SAFETY: a start that is not 0 is that of a match's `Q::WIDTH` codes (M3).
        Some(unsafe { self.rows.get_unchecked(start..start + Q::WIDTH) })
    }
}

type Find = fn(Candidate<'_>, &mut Vec<u16>) -> bool;

/// The matches of one query type.
struct Entry {
    query: TypeId,
    find: Find,
    matches: Matches,
    next: AtomicPtr<Entry>,
}

impl Entry {
    fn new<Q: RowTerm>(registry: &Registry, archetypes: &[Archetype]) -> Self {
        let matches = Matches { rows: Vec::new(), starts: Vec::new() };
        let mut entry = Self {
            query: TypeId::of::<Q>(),
            find: Q::find,
            matches,
            next: AtomicPtr::new(ptr::null_mut()),
        };
        for archetype in archetypes {
            entry.extend(registry, archetype);
        }
        entry
    }

    /// Looks at an archetype that came after all others looked at.
    fn extend(&mut self, registry: &Registry, archetype: &Archetype) {
        let Matches { rows, starts } = &mut self.matches;
        let before = rows.len();
        rows.push(archetype.id);
        if (self.find)(Candidate { registry, archetype }, rows) {
            starts.resize(archetype.id as usize, 0);
            starts.push(before as u32 + 1);
        } else {
            rows.truncate(before);
        }
    }
}

/// An entry of a cache, found once and for all: see [`MatchCache::keep`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept(NonNull<Entry>);

// SAFETY: it leads nowhere without the cache of the entry (`MatchCache::kept`), which is shared between threads as it is.
unsafe impl Send for Kept {}
// SAFETY: as above.
unsafe impl Sync for Kept {}

/// The matches of every query type that was used in a world.
pub(crate) struct MatchCache {
    buckets: [AtomicPtr<Entry>; BUCKETS],
}

impl MatchCache {
    pub(crate) fn new() -> Self {
        Self { buckets: [const { AtomicPtr::new(ptr::null_mut()) }; BUCKETS] }
    }

    /// The matches of a query, worked out if it is new. Readers on other threads never wait for it.
    #[inline]
    pub(crate) fn get<Q: RowTerm>(
        &self,
        registry: &Registry,
        archetypes: &[Archetype],
    ) -> &Matches {
        let kept = self.keep::<Q>(registry, archetypes);
        // SAFETY: just found in this cache.
        unsafe { self.kept(kept) }
    }

    /// The same, to be handed to [`kept`](Self::kept) later.
    #[inline]
    pub(crate) fn keep<Q: RowTerm>(&self, registry: &Registry, archetypes: &[Archetype]) -> Kept {
        let query = TypeId::of::<Q>();
        let mut at = &self.buckets[type_table::hash(query) as usize % BUCKETS];
        while let Some(found) = NonNull::new(at.load(Ordering::Acquire)) {
            // SAFETY: a published entry that lives as long as the cache (M1) and does not change meanwhile (M2).
            let entry = unsafe { found.as_ref() };
            if entry.query == query {
                return Kept(found);
            }
            at = &entry.next;
        }
        Self::publish(at, Entry::new::<Q>(registry, archetypes))
    }

    /// The matches of an entry found before.
    ///
    /// # Safety
    ///
    /// It was found in this very cache.
    #[inline]
    #[expect(clippy::unused_self, reason = "the borrow of the cache is what counts")]
    pub(crate) unsafe fn kept(&self, kept: Kept) -> &Matches {
        // SAFETY: the entry lives as long as the cache (M1) and does not change while that is borrowed (M2).
        unsafe { &(*kept.0.as_ptr()).matches }
    }

    /// Puts a new entry at the end of the list, unless another thread put the same one there meanwhile.
    #[cold]
    fn publish(mut at: &AtomicPtr<Entry>, new: Entry) -> Kept {
        let query = new.query;
        let new = NonNull::from(Box::leak(Box::new(new)));
        let (null, success) = (ptr::null_mut(), Ordering::AcqRel);
        while let Err(other) = at.compare_exchange(null, new.as_ptr(), success, Ordering::Acquire) {
            let Some(found) = NonNull::new(other) else { continue };
            // SAFETY: published by another thread (M1).
            let entry = unsafe { found.as_ref() };
            if entry.query == query {
                // SAFETY: made above and not published, so nobody else has it.
                drop(unsafe { Box::from_raw(new.as_ptr()) });
                return Kept(found);
            }
            at = &entry.next;
        }
        Kept(new)
    }

    /// Extends every query by an archetype that was just born.
    pub(crate) fn extend(&mut self, registry: &Registry, archetype: &Archetype) {
        if !planted(Fault::MatchNotExtended) {
            self.each(|entry| entry.extend(registry, archetype));
        }
    }

    /// Works out every query anew, after a component was registered that a query may name.
    pub(crate) fn renew(&mut self, registry: &Registry, archetypes: &[Archetype]) {
        self.each(|entry| {
            entry.matches.rows.clear();
            entry.matches.starts.clear();
            for archetype in archetypes {
                entry.extend(registry, archetype);
            }
        });
    }

    fn each(&mut self, mut change: impl FnMut(&mut Entry)) {
        for bucket in &mut self.buckets {
            let mut at = *bucket.get_mut();
            // SAFETY: null or a published entry (M1); `&mut self` is exclusive (M2).
            while let Some(entry) = unsafe { at.as_mut() } {
                change(entry);
                at = *entry.next.get_mut();
            }
        }
    }
}

impl Drop for MatchCache {
    fn drop(&mut self) {
        for bucket in &mut self.buckets {
            let mut at = *bucket.get_mut();
            while !at.is_null() {
                // SAFETY: leaked from its box in `publish` and dropped once, here (M1).
                let mut entry = unsafe { Box::from_raw(at) };
                at = *entry.next.get_mut();
            }
        }
    }
}
