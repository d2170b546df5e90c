//! Which archetypes a query matches, and where its columns are in each: worked out once per query type and world, and extended
//! when an archetype is born, so that a call costs what it visits.
#![expect(
    unsafe_code,
    reason = "publishes entries to readers on other threads without a lock; argued by M1 to M3 below"
)]

// M1: an entry is reached from its bucket or from the entry before it; it is made by one thread, then published by a
//     compare-and-exchange with release, and never moved or dropped before the cache is.
// M2: an entry is changed only through `&mut` to the cache, when no reader can exist.
// M3: `find` of an entry is that of its query, and appends the query's `WIDTH` codes for a match, in the order of `archetypes`; `marks` has
//     one for every archetype that was born, which says where they begin.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::TypeId;
use core::ptr::{self, NonNull};
use core::sync::atomic::{AtomicPtr, Ordering};

use super::term::{Candidate, RowTerm};
use crate::faults::{Fault, planted};
use crate::registry::Registry;
use crate::storage::archetype::Archetype;
use crate::storage::columns::Code;
use crate::type_table;

/// How many lists the entries are spread over.
const BUCKETS: usize = 64;

/// Where the codes of a match start, in words of 4 bytes and counted from one code before the first: of all ways to say it, this takes the fewest
/// instructions to follow.
type Mark = u32;
/// Words of a code.
const WORDS: usize = size_of::<Code>() / size_of::<u32>();

/// The archetypes that one query matches.
#[derive(Debug)]
pub(crate) struct Matches {
    /// Per match: the archetype's index.
    archetypes: Vec<u16>,
    /// Per match: the codes of the query's terms.
    codes: Vec<Code>,
    /// By archetype: its mark, 0 if it does not match.
    marks: Vec<Mark>,
}

impl Matches {
    /// The archetypes that match, by birth.
    #[inline]
    pub(crate) fn archetypes(&self) -> &[u16] {
        &self.archetypes
    }

    /// Whether the archetype matches.
    #[inline]
    pub(crate) fn has(&self, archetype: u16) -> bool {
        self.marks.get(archetype as usize).is_some_and(|&mark| mark != 0)
    }

    /// The matches of the query `Q`, of which these are.
    #[inline]
    pub(crate) fn of<Q: RowTerm>(&self) -> Matched<'_> {
        debug_assert_eq!(self.codes.len(), self.archetypes.len() * Q::WIDTH);
        Matched { archetypes: &self.archetypes, codes: &self.codes, marks: &self.marks }
    }
}

/// The matches of a borrowed query.
#[derive(Clone, Copy)]
pub(crate) struct Matched<'w> {
    archetypes: &'w [u16],
    codes: &'w [Code],
    marks: &'w [Mark],
}

impl<'w> Matched<'w> {
    /// How many archetypes match.
    #[inline]
    pub(crate) fn len(self) -> usize {
        self.archetypes.len()
    }

    /// The match of that number: the archetype's index, and the codes of the terms.
    ///
    /// # Safety
    ///
    /// `Q` is the query, and there are more matches than that.
    #[inline]
    pub(crate) unsafe fn at<Q: RowTerm>(self, number: usize) -> (u16, &'w [Code]) {
        debug_assert!(number < self.len());
        // SAFETY: the caller's duty.
        let archetype = *unsafe { self.archetypes.get_unchecked(number) };
        let start = number * Q::WIDTH;
        // SAFETY: there are `Q::WIDTH` codes for each match (M3).
        (archetype, unsafe { self.codes.get_unchecked(start..start + Q::WIDTH) })
    }

    /// The mark of that archetype, if it matches.
    ///
    /// # Safety
    ///
    /// The archetype was born.
    #[inline]
    pub(crate) unsafe fn mark(self, archetype: u16) -> Option<Mark> {
        debug_assert!((archetype as usize) < self.marks.len());
        // SAFETY: there is one for every archetype that was born (M3).
        let mark = *unsafe { self.marks.get_unchecked(archetype as usize) };
        (mark != 0).then_some(mark)
    }

    /// The codes of a match.
    ///
    /// # Safety
    ///
    /// `Q` is the query, and the mark that of a match.
    #[inline]
    pub(crate) unsafe fn codes<Q: RowTerm>(self, mark: Mark) -> &'w [Code] {
        debug_assert!(mark as usize / WORDS - 1 + Q::WIDTH <= self.codes.len());
        let words = self.codes.as_ptr().cast::<u32>();
        // SAFETY: the mark leads to codes of this list (M3).
        let first = unsafe { words.add(mark as usize - WORDS) }.cast::<Code>();
        // SAFETY: a match has `Q::WIDTH` codes (M3).
        unsafe { core::slice::from_raw_parts(first, Q::WIDTH) }
    }
}

type Find = fn(Candidate<'_>, &mut Vec<Code>) -> bool;

/// The matches of one query type.
struct Entry {
    query: TypeId,
    find: Find,
    matches: Matches,
    next: AtomicPtr<Entry>,
}

impl Entry {
    fn new<Q: RowTerm>(registry: &Registry, archetypes: &[Archetype]) -> Self {
        let matches = Matches { archetypes: Vec::new(), codes: Vec::new(), marks: Vec::new() };
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
        let Matches { archetypes, codes, marks } = &mut self.matches;
        debug_assert_eq!(archetype.id as usize, marks.len());
        let before = codes.len();
        if (self.find)(Candidate { registry, archetype }, codes) {
            archetypes.push(archetype.id);
            marks.push((before as u32 + 1) * WORDS as u32);
        } else {
            codes.truncate(before);
            marks.push(0);
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
        Self::add::<Q>(at, registry, archetypes)
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

    /// Works out the matches of a new query.
    #[cold]
    #[inline(never)]
    fn add<Q: RowTerm>(
        at: &AtomicPtr<Entry>,
        registry: &Registry,
        archetypes: &[Archetype],
    ) -> Kept {
        Self::publish(at, Entry::new::<Q>(registry, archetypes))
    }

    /// Puts a new entry at the end of the list, unless another thread put the same one there meanwhile.
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
        self.each(|entry| {
            if planted(Fault::MatchNotExtended) {
                entry.matches.marks.push(0);
            } else {
                entry.extend(registry, archetype);
            }
        });
    }

    /// Works out every query anew, after a component was registered that a query may name.
    pub(crate) fn renew(&mut self, registry: &Registry, archetypes: &[Archetype]) {
        self.each(|entry| {
            entry.matches.archetypes.clear();
            entry.matches.codes.clear();
            entry.matches.marks.clear();
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
