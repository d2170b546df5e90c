//! The rows of a chunk in visit order, as runs of neighbouring rows. A settled chunk is one run; a loose one is
//! put together on the fly from its prefix, past its holes, and its tail.

use super::chunk::Chunk;
use crate::limits::CHUNK_ROWS;

/// The tail rows of a chunk by ascending slot.
struct TailOrder {
    /// Offsets from the start of the tail; the first `len` count.
    offsets: [u8; CHUNK_ROWS],
    len: usize,
    next: usize,
}

impl TailOrder {
    fn of(chunk: &Chunk) -> Self {
        let tail = &chunk.handles()[chunk.sorted()..];
        let mut offsets = [0; CHUNK_ROWS];
        for (offset, entry) in offsets.iter_mut().take(tail.len()).enumerate() {
            *entry = offset as u8;
        }
        offsets[..tail.len()].sort_unstable_by_key(|&offset| tail[offset as usize]);
        Self { offsets, len: tail.len(), next: 0 }
    }

    /// The next row.
    fn peek(&self, chunk: &Chunk) -> Option<usize> {
        (self.next < self.len).then(|| chunk.sorted() + self.offsets[self.next] as usize)
    }
}

/// The runs of a chunk in visit order: first row and number of rows. Rows of the tail come one at a time.
pub(crate) struct Runs<'a> {
    chunk: &'a Chunk,
    /// The next row of the prefix.
    at: usize,
    tail: Option<TailOrder>,
}

impl<'a> Runs<'a> {
    #[inline]
    pub(crate) fn of(chunk: &'a Chunk) -> Self {
        let tail = if chunk.tail() == 0 { None } else { Some(TailOrder::of(chunk)) };
        Self { chunk, at: 0, tail }
    }

    /// How many rows are to come.
    pub(crate) fn remaining(&self) -> usize {
        let holes = (self.at..self.chunk.sorted()).filter(|&row| self.chunk.is_hole(row)).count();
        let tail = self.tail.as_ref().map_or(0, |tail| tail.len - tail.next);
        self.chunk.sorted() - self.at - holes + tail
    }

    /// The next run of a chunk that is not one run.
    fn next_loose(&mut self) -> Option<(usize, usize)> {
        let prefix = &self.chunk.handles()[..self.chunk.sorted()];
        loop {
            let waiting = self.tail.as_ref().and_then(|tail| tail.peek(self.chunk));
            let place = waiting.map_or(prefix.len(), |row| {
                let entity = self.chunk.handles()[row];
                self.at + prefix[self.at..].partition_point(|&other| other < entity)
            });
            let cut = self.chunk.next_hole(self.at).min(place);
            if cut > self.at {
                let start = core::mem::replace(&mut self.at, cut);
                return Some((start, cut - start));
            }
            if let (Some(row), Some(tail), true) = (waiting, &mut self.tail, cut == place) {
                tail.next += 1;
                return Some((row, 1));
            }
            if cut == prefix.len() {
                return None;
            }
            self.at += 1;
        }
    }
}

impl Iterator for Runs<'_> {
    type Item = (usize, usize);

    #[inline]
    fn next(&mut self) -> Option<(usize, usize)> {
        if !self.chunk.is_one_run() {
            return self.next_loose();
        }
        let start = core::mem::replace(&mut self.at, self.chunk.len());
        (start < self.at).then(|| (start, self.at - start))
    }
}
