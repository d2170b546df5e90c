//! The block pool: memory for chunks, taken from the allocator in slabs and never given back before the world is dropped.
//! It counts every byte and knows nothing of what a block holds.
#![expect(
    unsafe_code,
    reason = "the one place that talks to the allocator; argued by P1 to P3 below"
)]

use alloc::alloc::{Layout, alloc, dealloc};
use alloc::vec::Vec;
use core::ptr::NonNull;

use crate::limits::MAX_COMPONENT_ALIGN;
use crate::sorting;
use crate::{Error, Result};

// P1: a slab is an allocation of `Slab::bytes` bytes, more than 0, aligned to 64, live until the pool is dropped.
// P2: a block lies in one slab, is aligned to 64, has the size of its class (a multiple of 64), and overlaps no other block.
// P3: a block is either held by one chunk or in its class's free list, whose links lie in the first bytes of the blocks.

/// The most bytes of a slab that holds more than one block.
const SLAB_BYTES: usize = 64 * 1024;
/// The fewest blocks of a slab that is not a class's first, as far as they fit: where one more block was needed, others will be.
const FEWEST: usize = 4;

/// A class of blocks: all those of one size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BlockClass(u32);

struct Class {
    bytes: usize,
    /// The blocks made so far.
    made: usize,
    /// The first free block.
    free: Option<NonNull<Link>>,
    /// How many blocks will be given back and how many be taken, while that is worked out.
    awaited: usize,
    wanted: usize,
}

/// What lies at the start of a free block.
struct Link(Option<NonNull<Link>>);

struct Slab {
    start: NonNull<u8>,
    bytes: usize,
}

/// The memory of all chunks of a world.
pub(crate) struct Pool {
    classes: Vec<Class>,
    /// By bytes of a block.
    by_size: Vec<(usize, BlockClass)>,
    slabs: Vec<Slab>,
    bytes_pooled: usize,
    bytes_held: usize,
    reservations: u64,
}

// SAFETY: the pointers lead to memory that the pool owns (P1) and that nobody else touches without `&mut` to it or to the chunk that
// holds the block (P3).
unsafe impl Send for Pool {}
// SAFETY: `&Pool` gives no access to the memory.
unsafe impl Sync for Pool {}

impl Pool {
    pub(crate) fn new() -> Self {
        Self {
            classes: Vec::new(),
            by_size: Vec::new(),
            slabs: Vec::new(),
            bytes_pooled: 0,
            bytes_held: 0,
            reservations: 0,
        }
    }

    /// The class of blocks of `bytes` bytes, a multiple of 64 above 0.
    pub(crate) fn class(&mut self, bytes: usize) -> BlockClass {
        debug_assert!(bytes > 0 && bytes % MAX_COMPONENT_ALIGN == 0);
        match self.place_of(bytes) {
            Ok(place) => self.by_size[place].1,
            Err(place) => {
                let class = BlockClass(self.classes.len() as u32);
                self.classes.push(Class { bytes, made: 0, free: None, awaited: 0, wanted: 0 });
                self.by_size.insert(place, (bytes, class));
                class
            }
        }
    }

    /// Where blocks of `bytes` bytes are in the list by these, or would be.
    fn place_of(&self, bytes: usize) -> core::result::Result<usize, usize> {
        self.by_size.binary_search_by_key(&bytes, |&(bytes, _)| bytes)
    }

    /// The class of blocks of `bytes` bytes, if there are such blocks.
    pub(crate) fn class_of(&self, bytes: usize) -> Option<BlockClass> {
        self.place_of(bytes).ok().map(|place| self.by_size[place].1)
    }

    /// A block of that class, its content arbitrary.
    pub(crate) fn take(&mut self, class: BlockClass) -> Result<NonNull<u8>> {
        if self.classes[class.0 as usize].free.is_none() {
            self.refill(class)?;
        }
        let class = &mut self.classes[class.0 as usize];
        let Some(block) = class.free else {
            return Err(Error::OutOfMemory { bytes: class.bytes as u64 });
        };
        // SAFETY: a free block starts with its link (P3).
        class.free = unsafe { block.as_ref() }.0;
        self.bytes_pooled -= class.bytes;
        self.bytes_held += class.bytes;
        Ok(block.cast())
    }

    /// Takes a block back.
    ///
    /// # Safety
    ///
    /// `block` was given by [`take`](Self::take) of this pool for this class, and its holder lets go of it (P3).
    pub(crate) unsafe fn give(&mut self, block: NonNull<u8>, class: BlockClass) {
        let class = &mut self.classes[class.0 as usize];
        let link = block.cast::<Link>();
        // SAFETY: the block has at least 64 bytes, aligned to 64 (P2), and nobody else holds it (P3).
        unsafe { link.write(Link(class.free)) };
        class.free = Some(link);
        self.bytes_pooled += class.bytes;
        self.bytes_held -= class.bytes;
    }

    /// Notes that a block of that class will be given back before those that are wanted are taken.
    pub(crate) fn await_block(&mut self, class: BlockClass) {
        self.classes[class.0 as usize].awaited += 1;
    }

    /// Notes that a block of that class will be taken.
    pub(crate) fn want(&mut self, class: BlockClass) {
        self.classes[class.0 as usize].wanted += 1;
    }

    /// Sees to it that all blocks that are wanted are free or awaited, and forgets both.
    pub(crate) fn meet_wants(&mut self) -> Result<()> {
        let mut met = Ok(());
        for index in 0..self.classes.len() {
            let class = &mut self.classes[index];
            let (wanted, awaited) = (class.wanted, class.awaited);
            (class.wanted, class.awaited) = (0, 0);
            let mut missing = wanted.saturating_sub(awaited);
            let mut free = class.free;
            while let (true, Some(link)) = (missing > 0, free) {
                // SAFETY: a free block starts with its link (P3).
                free = unsafe { link.as_ref() }.0;
                missing -= 1;
            }
            while missing > 0 && met.is_ok() {
                let made = self.classes[index].made;
                met = self.refill(BlockClass(index as u32));
                missing = missing.saturating_sub(self.classes[index].made - made);
            }
        }
        met
    }

    /// Makes a slab of that class and puts its blocks into the free list, so that they are taken by ascending address.
    #[cold]
    fn refill(&mut self, class: BlockClass) -> Result<()> {
        let bytes = self.classes[class.0 as usize].bytes;
        let wanted = match self.classes[class.0 as usize].made {
            0 => 1,
            made => (made / 2).max(FEWEST).min((SLAB_BYTES / bytes).max(1)),
        };
        let start = self.reserve(bytes * wanted)?;
        for index in (0..wanted).rev() {
            // SAFETY: the slab has `wanted` blocks of `bytes` bytes (P1).
            let block = unsafe { start.add(index * bytes) };
            self.bytes_held += bytes;
            // SAFETY: a multiple of 64 bytes into a slab that is aligned to 64, apart from the others (P2), held by nobody yet (P3).
            unsafe { self.give(block, class) };
        }
        self.classes[class.0 as usize].made += wanted;
        Ok(())
    }

    /// Memory for a slab.
    fn reserve(&mut self, bytes: usize) -> Result<NonNull<u8>> {
        let failed = Error::OutOfMemory { bytes: bytes as u64 };
        let layout = Layout::from_size_align(bytes, MAX_COMPONENT_ALIGN).map_err(|_| failed)?;
        self.slabs.try_reserve(1).map_err(|_| failed)?;
        debug_assert!(bytes > 0);
        // SAFETY: the size is not 0 (a class has at least 64 bytes).
        let start = NonNull::new(unsafe { alloc(layout) }).ok_or(failed)?;
        self.slabs.push(Slab { start, bytes });
        self.reservations += 1;
        Ok(start)
    }

    /// Checks the pool against the blocks that chunks hold: gives the invariant that is broken and what it says.
    pub(crate) fn audit(
        &self,
        held: &[(NonNull<u8>, BlockClass)],
    ) -> core::result::Result<(), (&'static str, &'static str)> {
        let mut blocks: Vec<(usize, usize)> = held
            .iter()
            .map(|&(block, class)| (block.addr().get(), self.classes[class.0 as usize].bytes))
            .collect();
        let sum = |blocks: &[(usize, usize)]| blocks.iter().map(|&(_, bytes)| bytes).sum::<usize>();
        if sum(&blocks) != self.bytes_held {
            return Err(("P3", "the bytes held are those of the chunks' blocks"));
        }
        for class in &self.classes {
            let mut next = class.free;
            while let Some(link) = next {
                blocks.push((link.addr().get(), class.bytes));
                if blocks.len() * MAX_COMPONENT_ALIGN > self.bytes_pooled + self.bytes_held {
                    return Err(("P3", "the list of free blocks ends"));
                }
                // SAFETY: a free block starts with its link (P3).
                next = unsafe { link.as_ref() }.0;
            }
        }
        if sum(&blocks) != self.bytes_pooled + self.bytes_held {
            return Err(("P3", "the bytes pooled are those of the free blocks"));
        }
        sorting::sort(&mut blocks);
        if blocks.windows(2).any(|pair| pair[0].0 + pair[0].1 > pair[1].0) {
            return Err(("P2", "no two blocks overlap"));
        }
        let inside = |&(start, bytes): &(usize, usize)| {
            start % MAX_COMPONENT_ALIGN == 0
                && self.slabs.iter().any(|slab| {
                    let first = slab.start.addr().get();
                    first <= start && start + bytes <= first + slab.bytes
                })
        };
        if !blocks.iter().all(inside) {
            return Err(("P2", "a block lies in a slab, aligned to 64 bytes"));
        }
        let slabs: usize = self.slabs.iter().map(|slab| slab.bytes).sum();
        if slabs != self.bytes_pooled + self.bytes_held {
            return Err(("P1", "every byte of a slab is pooled or held"));
        }
        Ok(())
    }

    /// Bytes of free blocks.
    pub(crate) fn bytes_pooled(&self) -> usize {
        self.bytes_pooled
    }

    /// Bytes of blocks held by chunks.
    pub(crate) fn bytes_held(&self) -> usize {
        self.bytes_held
    }

    /// How often the allocator was called for a slab.
    pub(crate) fn reservations(&self) -> u64 {
        self.reservations
    }
}

#[cfg(test)]
impl Pool {
    /// Loses a block: it is neither pooled nor held.
    pub(crate) fn harm_lose(&mut self, class: BlockClass) {
        self.take(class).expect("memory for a block");
        self.bytes_held -= self.classes[class.0 as usize].bytes;
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        for slab in &self.slabs {
            // It was a legal layout when the slab was made.
            let Ok(layout) = Layout::from_size_align(slab.bytes, MAX_COMPONENT_ALIGN) else {
                continue;
            };
            // SAFETY: made by `reserve` with this layout, and not given back before (P1).
            unsafe { dealloc(slab.start.as_ptr(), layout) };
        }
    }
}
