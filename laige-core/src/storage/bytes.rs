//! The rows of a chunk as bytes, to be read: what hashes and diffs look at. It shows memory as it lies, and gives it no meaning.
#![expect(unsafe_code, reason = "reads rows as bytes; argued by S1 and S2 of `storage`")]

use core::ptr::NonNull;

use super::archetype::Archetype;
use super::chunk::Chunk;
use super::columns::Place;
use super::memory;
use super::runs::Runs;
use super::toggles::ToggleIndex;
use crate::{ComponentId, Entity};

/// A chunk together with its archetype.
#[derive(Clone, Copy)]
pub(crate) struct ChunkBytes<'a> {
    chunk: &'a Chunk,
    archetype: &'a Archetype,
}

impl Archetype {
    /// The chunks in use, by ascending range, to be read as bytes.
    pub(crate) fn chunk_bytes(&self) -> impl ExactSizeIterator<Item = ChunkBytes<'_>> + '_ {
        self.chunks().map(|chunk| ChunkBytes { chunk, archetype: self })
    }

    /// The same, each with a number that it keeps as long as it exists; the numbers are small.
    pub(crate) fn indexed_chunk_bytes(&self) -> impl Iterator<Item = (usize, ChunkBytes<'_>)> + '_ {
        self.order.iter().map(|&index| {
            (index as usize, ChunkBytes { chunk: &self.chunks[index as usize], archetype: self })
        })
    }

    /// The column of a component; `None` if the archetype has no such column.
    pub(crate) fn column_of(&self, component: ComponentId) -> Option<usize> {
        match self.columns.place(component) {
            Place::Absent | Place::Tag => None,
            Place::Column(column) => Some(column as usize),
        }
    }

    /// The bytes of one component of the row in that place of the chunk that has the slot; `None` if there is no such component or row. A
    /// tag has no bytes.
    pub(crate) fn cell_bytes(&self, slot: u32, row: u16, component: ComponentId) -> Option<&[u8]> {
        let column = match self.columns.place(component) {
            Place::Absent => return None,
            Place::Tag => return Some(&[]),
            Place::Column(column) => column as usize,
        };
        let bytes = ChunkBytes { chunk: self.chunk_of(slot)?, archetype: self };
        ((row as usize) < bytes.chunk.len()).then(|| bytes.rows(column, row as usize, 1))
    }
}

impl<'a> ChunkBytes<'a> {
    /// The rows in visit order, as runs of neighbouring rows: first row and number of rows.
    #[inline]
    pub(crate) fn runs(self) -> Runs<'a> {
        Runs::of(self.chunk)
    }

    /// The handles of neighbouring rows.
    #[inline]
    pub(crate) fn handles(self, first: usize, rows: usize) -> &'a [Entity] {
        &self.chunk.handles()[first..first + rows]
    }

    /// How many rows there are, holes included.
    #[inline]
    pub(crate) fn len(self) -> usize {
        self.chunk.len()
    }

    /// The range of slots.
    pub(crate) fn range(self) -> core::ops::Range<u32> {
        self.chunk.range().start..self.chunk.range().end()
    }

    /// The version of the whole chunk; 0 if anything was written since it was last numbered.
    #[inline]
    pub(crate) fn version(self) -> u64 {
        self.archetype.version(self.chunk)
    }

    /// The version of the rows; 0 if they changed since they were last numbered.
    #[inline]
    pub(crate) fn rows_version(self) -> u64 {
        self.chunk.rows_version()
    }

    /// The version of a column; 0 if it was written since it was last numbered.
    #[inline]
    pub(crate) fn column_version(self, column: usize) -> u64 {
        self.archetype.column_version(self.chunk, column)
    }

    /// The words of a toggle, with a bit for each row; `None` if no toggle of any row was ever set.
    #[inline]
    pub(crate) fn toggle(self, toggle: ToggleIndex) -> Option<&'a [u64]> {
        (!self.chunk.bitmaps.is_none()).then(|| self.chunk.bitmaps.of(toggle))
    }

    /// How many columns there are, the handle column aside.
    #[inline]
    pub(crate) fn columns(self) -> usize {
        self.archetype.columns.len()
    }

    /// The bytes of a column in neighbouring rows, in the order of this machine's memory.
    #[inline]
    pub(crate) fn rows(self, column: usize, first: usize, rows: usize) -> &'a [u8] {
        let columns = &self.archetype.columns;
        assert!(column < columns.len() && first + rows <= self.chunk.len());
        let bytes = columns.size(column) * rows;
        // SAFETY: both come from one archetype (S1), and the column exists.
        let start = unsafe { memory::cell(self.chunk, columns, column, first) };
        let slice = NonNull::slice_from_raw_parts(start, bytes);
        // SAFETY: rows below `len` lie in the block (S1) and are initialised (S2), components have no padding, and the chunk is borrowed.
        unsafe { slice.as_ref() }
    }
}
