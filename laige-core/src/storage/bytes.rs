//! The rows of a chunk as bytes, to be read: what hashes and diffs look at. It shows memory as it lies, and gives it no meaning.
#![expect(unsafe_code, reason = "reads rows as bytes; argued by S1 and S2 of `storage`")]

use core::ptr::NonNull;

use super::archetype::Archetype;
use super::chunk::Chunk;
use super::columns::{Columns, Place};
use super::memory;
use super::runs::Runs;
use crate::ComponentId;

/// A chunk together with the columns of its archetype.
#[derive(Clone, Copy)]
pub(crate) struct ChunkBytes<'a> {
    chunk: &'a Chunk,
    columns: &'a Columns,
}

impl Archetype {
    /// The chunks in use, by ascending range, to be read as bytes.
    pub(crate) fn chunk_bytes(&self) -> impl ExactSizeIterator<Item = ChunkBytes<'_>> + '_ {
        self.chunks().map(|chunk| ChunkBytes { chunk, columns: &self.columns })
    }

    /// The bytes of one component of the row in that place of the chunk that has the slot; `None` if there is no such component or row. A
    /// tag has no bytes.
    pub(crate) fn cell_bytes(&self, slot: u32, row: u16, component: ComponentId) -> Option<&[u8]> {
        let column = match self.columns.place(component) {
            Place::Absent => return None,
            Place::Tag => return Some(&[]),
            Place::Column(column) => column as usize,
        };
        let bytes = ChunkBytes { chunk: self.chunk_of(slot)?, columns: &self.columns };
        ((row as usize) < bytes.chunk.len()).then(|| bytes.rows(column, row as usize, 1))
    }
}

impl<'a> ChunkBytes<'a> {
    /// The rows in visit order, as runs of neighbouring rows: first row and number of rows.
    #[inline]
    pub(crate) fn runs(self) -> Runs<'a> {
        Runs::of(self.chunk)
    }

    /// How many columns there are, the handle column aside.
    #[inline]
    pub(crate) fn columns(self) -> usize {
        self.columns.len()
    }

    /// The bytes of a column in neighbouring rows, in the order of this machine's memory.
    #[inline]
    pub(crate) fn rows(self, column: usize, first: usize, rows: usize) -> &'a [u8] {
        assert!(column < self.columns.len() && first + rows <= self.chunk.len());
        let bytes = self.columns.size(column) * rows;
        // SAFETY: both come from one archetype (S1), and the column exists.
        let start = unsafe { memory::cell(self.chunk, self.columns, column, first) };
        let slice = NonNull::slice_from_raw_parts(start, bytes);
        // SAFETY: rows below `len` lie in the block (S1) and are initialised (S2), components have no padding, and the chunk is borrowed.
        unsafe { slice.as_ref() }
    }
}
