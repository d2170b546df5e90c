//! Systems of a segment side by side: a system that has run starts those that waited for it alone, on the threads that are free. Nobody ever waits
//! for a system by turning round, and nothing is allocated.

use core::ptr::NonNull;
use core::sync::atomic::{AtomicU16, Ordering::AcqRel, Ordering::Relaxed};

use super::{Given, run_one};
use crate::World;
use crate::limits::MAX_SYSTEMS;
use crate::schedule::Segment;
use crate::system::Entry;

/// Whether there are threads, and systems that need not wait for each other.
pub(super) fn pays(segment: &Segment) -> bool {
    segment.is_wide && rayon_core::current_num_threads() > 1
}

/// Runs the systems of a segment that are due.
pub(super) fn run(world: &World, entries: &mut [Entry], segment: &Segment, given: Given<'_>) {
    let waits = [const { AtomicU16::new(0) }; MAX_SYSTEMS];
    let mut first = Ready::new();
    for (at, wait) in segment.waits.iter().enumerate() {
        waits[at].store(wait.before, Relaxed);
        if wait.before == 0 {
            first.push(at as u16);
        }
    }
    let entries = Entries(NonNull::from(entries).cast());
    let work = Work { world, entries, segment, waits: &waits, given };
    // SAFETY: these wait for nothing, and each is given once.
    unsafe { work.spread(first.places()) };
}

/// The entries of all systems.
#[derive(Clone, Copy)]
struct Entries(NonNull<Entry>);

// SAFETY: each entry is touched by one thread at a time (Y3), and entries can be sent.
unsafe impl Sync for Entries {}

/// Places in a segment that need not wait any more.
struct Ready {
    places: [u16; MAX_SYSTEMS],
    len: usize,
}

impl Ready {
    fn new() -> Self {
        Self { places: [0; MAX_SYSTEMS], len: 0 }
    }

    fn of(first: [u16; 2]) -> Self {
        let mut ready = Self::new();
        for place in first {
            ready.push(place);
        }
        ready
    }

    fn push(&mut self, place: u16) {
        self.places[self.len] = place;
        self.len += 1;
    }

    fn places(&self) -> &[u16] {
        &self.places[..self.len]
    }
}

/// The segment that is under way.
struct Work<'a> {
    world: &'a World,
    entries: Entries,
    segment: &'a Segment,
    /// For each system how many it still waits for.
    waits: &'a [AtomicU16; MAX_SYSTEMS],
    given: Given<'a>,
}

impl Work<'_> {
    /// Runs these systems, in parallel, and whatever may run then.
    ///
    /// # Safety
    ///
    /// None of them waits for another, and each is given once in a segment.
    unsafe fn spread(&self, ready: &[u16]) {
        match ready {
            [] => {}
            // SAFETY: the caller's duty.
            &[place] => unsafe { self.one(place) },
            _ => {
                let (left, right) = ready.split_at(ready.len() / 2);
                rayon_core::join(
                    // SAFETY: the caller's duty, for each half.
                    || unsafe { self.spread(left) },
                    // SAFETY: as above.
                    || unsafe { self.spread(right) },
                );
            }
        }
    }

    /// Runs a system, and what waited for it alone.
    ///
    /// # Safety
    ///
    /// It waits for no other, and is given once in a segment.
    unsafe fn one(&self, mut place: u16) {
        loop {
            let at = self.segment.systems[place as usize];
            // SAFETY: a schedule has places of entries that there are.
            let entry = unsafe { self.entries.0.add(at as usize) };
            // SAFETY: nobody else has the entry (Y3).
            let entry = unsafe { &mut *entry.as_ptr() };
            // SAFETY: the world is shared (Y1); whoever conflicts with it has run, or waits for it (Y2).
            unsafe { run_one(self.world, entry, self.given) };
            let mut next = None;
            let mut several: Option<Ready> = None;
            for &follower in &self.segment.waits[place as usize].followers {
                if self.waits[follower as usize].fetch_sub(1, AcqRel) != 1 {
                    continue;
                }
                match (&mut several, next) {
                    (Some(ready), _) => ready.push(follower),
                    (None, None) => next = Some(follower),
                    (None, Some(first)) => several = Some(Ready::of([first, follower])),
                }
            }
            if let Some(ready) = several {
                // SAFETY: each of them has waited for the last time, which one thread sees.
                return unsafe { self.spread(ready.places()) };
            }
            let Some(only) = next else { return };
            place = only;
        }
    }
}
