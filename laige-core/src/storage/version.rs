//! Versions: a number for the rows of a chunk, one for each of its columns and one for its toggles, by which copies and caches know what was written since.
//! They are no part of a world's state: they say that bytes are the same, never which came first.
//!
//! A write stores 0 (*written since last numbered*) and draws nothing. Who wants to know numbers the chunks first, which it has `&mut` for;
//! numbers come from one counter of the process and never repeat, so that equal numbers mean equal bytes, in every world.
#![expect(unsafe_code, reason = "the stamps lie in the chunk's block; argued by V1 below")]

// V1: in the 8 bytes before the first row of a column lies its stamp: `columns.rs` leaves them free. It is initialised when the chunk gets the block,
//     and touched only as an atomic.
// V2: a column whose stamp is not 0, in a chunk whose version of rows is not 0, has the bytes that every other column with this
//     version has or had. Whoever writes a column stores 0 before, and has the column to itself; whoever changes which rows there are,
//     or their order, sets the version of the rows to 0, which stands for all columns.

use core::ptr::NonNull;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::archetype::Archetype;
use super::chunk::Chunk;
use super::columns::{Capacity, Columns};
use super::pool::Pool;
use super::{Storage, memory};
use crate::Result;
use crate::faults::{Fault, planted};

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
    pub(super) fn get(&self) -> u64 {
        match self.low.load(Relaxed) {
            0 => 0,
            low => u64::from(self.high.load(Relaxed)) << 32 | u64::from(low),
        }
    }

    /// Sets the version. Nobody writes the column meanwhile.
    pub(super) fn set(&self, version: u64) {
        self.low.store(version as u32, Relaxed);
        self.high.store((version >> 32) as u32, Relaxed);
    }
}

/// The stamp of the column that starts there.
///
/// # Safety
///
/// It is a column of a chunk, and the archetype is borrowed for as long as the stamp.
#[inline]
pub(super) unsafe fn stamp<'a>(column: NonNull<u8>) -> &'a Stamp {
    // SAFETY: the stamp lies before the first row (V1).
    let stamp = unsafe { column.sub(size_of::<Stamp>()) };
    // SAFETY: initialised, aligned as the column is to 64, and touched only as an atomic (V1).
    unsafe { stamp.cast::<Stamp>().as_ref() }
}

/// Notes that a column is written: before the write, by who has the column to itself.
///
/// # Safety
///
/// As for [`stamp`].
#[inline]
pub(crate) unsafe fn mark(column: NonNull<u8>) {
    // SAFETY: the caller's duty.
    unsafe { stamp(column) }.mark();
}

impl Columns {
    /// Takes a block for a chunk of that capacity, whose columns count as written.
    pub(super) fn take_block(&self, pool: &mut Pool, capacity: Capacity) -> Result<NonNull<u8>> {
        let block = pool.take(self.class(capacity))?;
        for column in 0..self.len() {
            // SAFETY: the 8 bytes before the column's start are inside the block, and free.
            let stamp = unsafe { block.add(self.offset(column, capacity) - size_of::<Stamp>()) };
            // SAFETY: aligned, and nobody else has the block (P3).
            unsafe { stamp.cast::<Stamp>().write(Stamp::new()) };
        }
        Ok(block)
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
            if !chunk.bitmaps.is_none() && (all || chunk.bitmaps.version == 0) {
                chunk.bitmaps.version = draw();
            }
            for column in 0..columns {
                // SAFETY: the chunk is of this archetype.
                let column = unsafe { memory::column(chunk, &self.columns, column) };
                // SAFETY: a column of the chunk.
                let stamp = unsafe { stamp(column) };
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
        let column = unsafe { memory::column(chunk, &self.columns, column) };
        // SAFETY: a column of the chunk.
        unsafe { stamp(column) }.get()
    }

    /// The version of a whole chunk; 0 if anything was written since it was last numbered.
    ///
    /// It is the greatest version of its rows and columns: whatever is written is numbered above all before.
    pub(crate) fn version(&self, chunk: &Chunk) -> u64 {
        let columns = (0..self.columns.len()).map(|column| self.column_version(chunk, column));
        columns
            .chain([chunk.rows_version, chunk.toggles_version()])
            .try_fold(0, |most: u64, version| (version != 0).then_some(most.max(version)))
            .unwrap_or(0)
    }
}

impl Chunk {
    /// The version of the rows: which there are, and in what order; 0 if they changed since they were last numbered.
    pub(crate) fn rows_version(&self) -> u64 {
        self.rows_version
    }

    /// The version of the toggles of the rows; 0 if they were written since they were last numbered. Without toggles it is that of the
    /// rows.
    pub(crate) fn toggles_version(&self) -> u64 {
        if self.rows_version == 0 || self.bitmaps.is_none() {
            return self.rows_version;
        }
        self.bitmaps.version
    }
}

impl Storage {
    /// Gives a new version to whatever was written since it was last numbered: afterwards no version is 0.
    pub(crate) fn number(&mut self) {
        for archetype in &mut self.archetypes {
            archetype.number();
        }
        self.ground.slots.number();
    }
}

/// A number that no column in the process had before. Its low half is not 0.
pub(super) fn draw() -> u64 {
    loop {
        let number = crate::unique::draw();
        if number as u32 != 0 {
            return number;
        }
    }
}
