//! Versions: a number for the rows of a chunk and one for each of its columns, by which copies and caches know what was written since.
//! They are no part of a world's state: they say that bytes are the same, never which came first.
//!
//! A write stores 0 (*written since last numbered*) and draws nothing. Who wants to know numbers the chunks first, which it has `&mut` for;
//! numbers come from one counter of the process and never repeat, so that equal numbers mean equal bytes, in every world.
#![expect(unsafe_code, reason = "the stamps lie in the chunk's block; argued by V1 below")]

// V1: below the start of a chunk's block (S1) lie as many stamps as its archetype has columns, that of column 0 the nearest; they are
//     initialised when the chunk gets the block, and touched only as atomics.
// V2: a column whose stamp is not 0, in a chunk whose version of rows is not 0, has the bytes that every other column with this
//     version has or had. Whoever writes a column stores 0 before, and has the column to itself; whoever changes which rows there are,
//     or their order, sets the version of the rows to 0, which stands for all columns.

use core::ptr::NonNull;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::Storage;
use super::archetype::Archetype;
use super::chunk::Chunk;
use super::columns::{Capacity, Columns};
use super::pool::{BlockClass, Pool};
use crate::Result;
use crate::faults::{Fault, planted};
use crate::limits::MAX_COMPONENT_ALIGN;

/// The version of one column. Its halves are atomics of 32 bits, which every target has; the low half is 0 in no number.
#[repr(C)]
pub(crate) struct Stamp {
    low: AtomicU32,
    high: AtomicU32,
}

impl Stamp {
    /// The stamp of a column that was never numbered.
    const fn new() -> Self {
        Self { low: AtomicU32::new(0), high: AtomicU32::new(0) }
    }

    /// Notes that the column is written.
    #[inline]
    fn mark(&self) {
        if !planted(Fault::WriteNotMarked) {
            self.low.store(0, Relaxed);
        }
    }

    /// The version; 0 if the column was written since it was last numbered.
    #[inline]
    fn get(&self) -> u64 {
        match self.low.load(Relaxed) {
            0 => 0,
            low => u64::from(self.high.load(Relaxed)) << 32 | u64::from(low),
        }
    }

    /// Sets the version. Nobody writes the column meanwhile.
    fn set(&self, version: u64) {
        self.low.store(version as u32, Relaxed);
        self.high.store((version >> 32) as u32, Relaxed);
    }
}

/// The stamp of a column of the chunk that has the block.
///
/// # Safety
///
/// The block is that of a chunk whose archetype has the column, and the archetype is borrowed for as long as the stamp.
#[inline]
unsafe fn stamp<'a>(block: NonNull<u8>, column: usize) -> &'a Stamp {
    // SAFETY: the stamps lie below the block's start (V1).
    let stamp = unsafe { block.sub((column + 1) * size_of::<Stamp>()) };
    // SAFETY: initialised, aligned as the start is to 64, and touched only as atomics (V1).
    unsafe { stamp.cast::<Stamp>().as_ref() }
}

/// Notes that a column is written: before the write, by who has the column to itself.
///
/// # Safety
///
/// As for [`stamp`].
#[inline]
pub(crate) unsafe fn mark(block: NonNull<u8>, column: usize) {
    // SAFETY: the caller's duty.
    unsafe { stamp(block, column) }.mark();
}

impl Columns {
    /// Bytes below a block's start.
    pub(crate) fn stamp_bytes(&self) -> usize {
        (self.len() * size_of::<Stamp>()).next_multiple_of(MAX_COMPONENT_ALIGN)
    }

    /// Takes memory for a chunk of that capacity, whose columns count as written, and gives the start of its block.
    pub(super) fn take_block(&self, pool: &mut Pool, capacity: Capacity) -> Result<NonNull<u8>> {
        let memory = pool.take(self.class(capacity))?;
        // SAFETY: the class has room for the stamps and the block above them.
        let block = unsafe { memory.add(self.stamp_bytes()) };
        for column in 1..=self.len() {
            // SAFETY: inside the memory, which has room for `len` stamps below the block.
            let stamp = unsafe { block.sub(column * size_of::<Stamp>()) };
            // SAFETY: aligned, and nobody else has the memory (P3).
            unsafe { stamp.cast::<Stamp>().write(Stamp::new()) };
        }
        Ok(block)
    }

    /// Gives the memory back.
    ///
    /// # Safety
    ///
    /// The block was given by [`take_block`](Self::take_block) for that capacity, and its chunk lets go of it.
    pub(super) unsafe fn give_block(
        &self,
        pool: &mut Pool,
        block: NonNull<u8>,
        capacity: Capacity,
    ) {
        let (memory, class) = self.memory(block, capacity);
        // SAFETY: the caller's duty.
        unsafe { pool.give(memory, class) };
    }

    /// The pool's block that a chunk's block lies in, and its class.
    pub(crate) fn memory(
        &self,
        block: NonNull<u8>,
        capacity: Capacity,
    ) -> (NonNull<u8>, BlockClass) {
        let start = block.as_ptr().wrapping_sub(self.stamp_bytes());
        (NonNull::new(start).unwrap_or(block), self.class(capacity))
    }
}

impl Archetype {
    /// Gives a new version to whatever was written since it was last numbered.
    fn number(&mut self) {
        let columns = self.columns.len();
        for &index in &self.order {
            let chunk = &mut self.chunks[index as usize];
            let all = chunk.rows_version == 0;
            if all {
                chunk.rows_version = draw();
            }
            for column in 0..columns {
                // SAFETY: the chunk is of this archetype.
                let stamp = unsafe { stamp(chunk.block(), column) };
                if all || stamp.get() == 0 {
                    stamp.set(draw());
                }
            }
        }
    }

    /// The version of a column of one of its chunks; 0 if it was written since it was last numbered.
    pub(crate) fn column_version(&self, chunk: &Chunk, column: usize) -> u64 {
        debug_assert!(column < self.columns.len());
        if chunk.rows_version == 0 {
            return 0;
        }
        // SAFETY: the chunk is of this archetype.
        unsafe { stamp(chunk.block(), column) }.get()
    }

    /// The version of a whole chunk; 0 if anything was written since it was last numbered.
    ///
    /// It is the greatest version of its rows and columns: whatever is written is numbered above all before.
    pub(crate) fn version(&self, chunk: &Chunk) -> u64 {
        let columns = (0..self.columns.len()).map(|column| self.column_version(chunk, column));
        columns
            .chain([chunk.rows_version])
            .try_fold(0, |most: u64, version| (version != 0).then_some(most.max(version)))
            .unwrap_or(0)
    }
}

impl Chunk {
    /// The version of the rows: which there are, and in what order; 0 if they changed since they were last numbered.
    pub(crate) fn rows_version(&self) -> u64 {
        self.rows_version
    }
}

impl Storage {
    /// Gives a new version to whatever was written since it was last numbered: afterwards no version is 0.
    pub(crate) fn number(&mut self) {
        for archetype in &mut self.archetypes {
            archetype.number();
        }
    }
}

/// A number that no column in the process had before. Its low half is not 0.
fn draw() -> u64 {
    loop {
        let number = crate::unique::draw();
        if number as u32 != 0 {
            return number;
        }
    }
}
