//! The component columns of chunks: copying elements from row to row. It moves bytes and decides nothing.
#![expect(
    unsafe_code,
    reason = "the one place that copies component bytes; argued by S1 and S2 of `storage`"
)]

use core::ptr::{self, NonNull};

use super::archetype::Archetype;
use super::chunk::Chunk;
use super::columns::Columns;
use crate::Entity;

/// The start of a column of a chunk.
///
/// # Safety
///
/// `columns` are those of the chunk's archetype (S1); `column` is below `columns.len()`.
#[inline]
pub(crate) unsafe fn column(chunk: &Chunk, columns: &Columns, column: usize) -> NonNull<u8> {
    let offset = columns.offset(column, chunk.capacity());
    // SAFETY: the column starts inside the block (S1).
    unsafe { chunk.block().add(offset) }
}

/// One element of a column.
///
/// # Safety
///
/// As for [`column`], and `row` is below the chunk's capacity.
#[inline]
pub(crate) unsafe fn cell(
    chunk: &Chunk,
    columns: &Columns,
    index: usize,
    row: usize,
) -> NonNull<u8> {
    // SAFETY: the caller's duty.
    let start = unsafe { column(chunk, columns, index) };
    // SAFETY: the column has as many elements as the chunk has capacity (S1).
    unsafe { start.add(row * columns.size(index)) }
}

/// The bytes of a column's rows in use, holes included.
pub(crate) fn column_bytes<'a>(
    archetype: &'a Archetype,
    chunk: &'a Chunk,
    index: usize,
) -> &'a [u8] {
    assert!(
        archetype.chunks().any(|other| ptr::eq(other, chunk)) && index < archetype.columns.len()
    );
    // SAFETY: the chunk is one of the archetype's.
    let start = unsafe { column(chunk, &archetype.columns, index) };
    let bytes = NonNull::slice_from_raw_parts(start, archetype.columns.size(index) * chunk.len());
    // SAFETY: rows below `len` are initialised (S2), and nobody writes them while the archetype is borrowed.
    unsafe { bytes.as_ref() }
}

/// Copies bytes to memory.
///
/// # Safety
///
/// The memory is in a chunk's block, has room for the bytes, and they are values of what lies there.
pub(crate) unsafe fn fill(to: NonNull<u8>, bytes: &[u8]) {
    // SAFETY: the caller's duty; a slice from elsewhere does not overlap a block.
    unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), to.as_ptr(), bytes.len()) };
}

/// Copies `rows` elements of `size` bytes to memory that does not overlap.
///
/// # Safety
///
/// Both sides are inside blocks, the source initialised, and they do not overlap.
#[inline]
pub(crate) unsafe fn copy(from: NonNull<u8>, to: NonNull<u8>, size: usize, rows: usize) {
    if rows == 1 {
        // SAFETY: the caller's duty.
        unsafe { copy_one(from, to, size) };
    } else {
        // SAFETY: the caller's duty.
        unsafe { ptr::copy_nonoverlapping(from.as_ptr(), to.as_ptr(), size * rows) };
    }
}

/// Copies one element; the common sizes without a call.
///
/// # Safety
///
/// As for [`copy`].
#[inline]
unsafe fn copy_one(from: NonNull<u8>, to: NonNull<u8>, size: usize) {
    /// Copies `N` bytes, known when compiled.
    #[inline]
    unsafe fn fixed<const N: usize>(from: NonNull<u8>, to: NonNull<u8>) {
        // SAFETY: the caller's duty; arrays of bytes have no alignment.
        unsafe { ptr::copy_nonoverlapping(from.as_ptr().cast::<[u8; N]>(), to.as_ptr().cast(), 1) };
    }
    /// The sizes that are copied without a call.
    macro_rules! sizes {
        ($($size:literal)*) => {
            match size {
                // SAFETY: the caller's duty.
                $($size => unsafe { fixed::<$size>(from, to) },)*
                // SAFETY: the caller's duty.
                _ => unsafe { ptr::copy_nonoverlapping(from.as_ptr(), to.as_ptr(), size) },
            }
        };
    }
    sizes!(1 2 4 8 12 16 24 32);
}

/// Copies one element to the rows behind it, so that there are `rows` of them.
///
/// # Safety
///
/// `first` is an initialised element of a column that has so many rows from there on.
pub(crate) unsafe fn repeat(first: NonNull<u8>, size: usize, rows: usize) {
    let mut done = 1;
    while done < rows {
        let next = done.min(rows - done);
        // SAFETY: the caller's duty.
        let to = unsafe { first.add(done * size) };
        // SAFETY: the rows below `done` were written before; the next ones are behind them.
        unsafe { copy(first, to, size, next) };
        done += next;
    }
}

/// Copies the elements in these rows of a column, one behind the other, to memory that does not overlap.
///
/// # Safety
///
/// `start` is the column's start, the rows are inside its capacity and initialised; `to` has room for as many elements.
pub(crate) unsafe fn gather(start: NonNull<u8>, size: usize, rows: &[u16], to: NonNull<u8>) {
    /// Copies elements of `N` bytes, known when compiled.
    unsafe fn fixed<const N: usize>(start: NonNull<u8>, rows: &[u16], to: NonNull<u8>) {
        let (start, to) = (start.cast::<[u8; N]>(), to.cast::<[u8; N]>());
        for (index, &row) in rows.iter().enumerate() {
            // SAFETY: the caller's duty.
            let from = unsafe { start.add(row as usize) };
            // SAFETY: the caller's duty.
            let to = unsafe { to.add(index) };
            // SAFETY: the caller's duty; arrays of bytes have no alignment.
            unsafe { ptr::copy_nonoverlapping(from.as_ptr(), to.as_ptr(), 1) };
        }
    }
    /// The sizes that are copied without a call.
    macro_rules! sizes {
        ($($size:literal)*) => {
            match size {
                // SAFETY: the caller's duty.
                $($size => unsafe { fixed::<$size>(start, rows, to) },)*
                _ => {
                    for (index, &row) in rows.iter().enumerate() {
                        // SAFETY: the caller's duty.
                        let from = unsafe { start.add(row as usize * size) };
                        // SAFETY: the caller's duty.
                        let to = unsafe { to.add(index * size) };
                        // SAFETY: the caller's duty.
                        unsafe { copy_one(from, to, size) };
                    }
                }
            }
        };
    }
    sizes!(1 2 4 8 12 16 24 32);
}

/// Copies elements inside one column, where the two places may overlap.
///
/// # Safety
///
/// `start` is the column's start; both ranges of rows are inside its capacity and the source is initialised.
#[inline]
pub(crate) unsafe fn shift(start: NonNull<u8>, size: usize, from: usize, to: usize, rows: usize) {
    // SAFETY: the caller's duty.
    let from = unsafe { start.add(from * size) };
    // SAFETY: the caller's duty.
    let to = unsafe { start.add(to * size) };
    if rows == 1 {
        // SAFETY: the caller's duty; two different rows do not overlap.
        unsafe { copy_one(from, to, size) };
    } else {
        // SAFETY: the caller's duty.
        unsafe { ptr::copy(from.as_ptr(), to.as_ptr(), size * rows) };
    }
}

/// Copies `rows` rows, handles and components, from one chunk to another of the same archetype.
///
/// # Safety
///
/// `columns` are those of both chunks' archetype; the chunks are not the same one; the source rows are in use and the others inside the
/// capacity.
pub(crate) unsafe fn copy_rows(
    columns: &Columns,
    (from, from_row): (&Chunk, usize),
    (to, to_row): (&Chunk, usize),
    rows: usize,
) {
    let handle = size_of::<Entity>();
    // SAFETY: the handle column starts the block (S1); the row is inside the capacity.
    let source = unsafe { from.block().add(from_row * handle) };
    // SAFETY: as above.
    let target = unsafe { to.block().add(to_row * handle) };
    // SAFETY: rows in use are initialised (S2), and two chunks hold two blocks (P3).
    unsafe { copy(source, target, handle, rows) };
    for index in 0..columns.len() {
        // SAFETY: the caller's duty.
        let source = unsafe { cell(from, columns, index, from_row) };
        // SAFETY: the caller's duty.
        let target = unsafe { cell(to, columns, index, to_row) };
        // SAFETY: rows in use are initialised (S2), and two chunks hold two blocks (P3).
        unsafe { copy(source, target, columns.size(index), rows) };
    }
}
