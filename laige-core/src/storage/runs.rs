//! The rows of a chunk in visit order, as runs of neighbouring rows. A settled chunk is one run; a loose one is
//! put together on the fly from its prefix, past its holes, and its tail.

use super::chunk::Chunk;
use crate::Entity;
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
        // A short tail, the common one, does not pay for the long one's room.
        if tail.len() <= 16 {
            sort::<16>(tail, &mut offsets);
        } else {
            sort::<CHUNK_ROWS>(tail, &mut offsets);
        }
        Self { offsets, len: tail.len(), next: 0 }
    }

    /// The next row.
    #[inline]
    fn peek(&self, chunk: &Chunk) -> Option<usize> {
        (self.next < self.len).then(|| chunk.sorted() + self.offsets[self.next] as usize)
    }
}

/// Sets the offsets of at most `N` handles in ascending order of the handles.
fn sort<const N: usize>(tail: &[Entity], offsets: &mut [u8; CHUNK_ROWS]) {
    // Handle, then offset, in one number.
    let mut keys = [0; N];
    for (offset, (key, &entity)) in keys.iter_mut().zip(tail).enumerate() {
        *key = u64::from(entity.to_bits()) << 8 | offset as u64;
    }
    let keys = &mut keys[..tail.len()];
    keys.sort_unstable();
    for (entry, &mut key) in offsets.iter_mut().zip(keys) {
        *entry = key as u8;
    }
}

/// The runs of a chunk in visit order: first row and number of rows. Rows of the tail come one at a time.
pub(crate) struct Runs<'a> {
    chunk: &'a Chunk,
    /// The next row of the prefix.
    at: usize,
    tail: Option<TailOrder>,
    /// The next row of the tail, and the row of the prefix that it comes before.
    waiting: Option<usize>,
    place: usize,
}

impl<'a> Runs<'a> {
    #[inline]
    pub(crate) fn of(chunk: &'a Chunk) -> Self {
        let mut runs = Self { chunk, at: 0, tail: None, waiting: None, place: chunk.sorted() };
        if chunk.tail() != 0 {
            runs.tail = Some(TailOrder::of(chunk));
            runs.wait();
        }
        runs
    }

    /// How many rows are to come.
    pub(crate) fn remaining(&self) -> usize {
        let holes = (self.at..self.chunk.sorted()).filter(|&row| self.chunk.is_hole(row)).count();
        let tail = self.tail.as_ref().map_or(0, |tail| tail.len - tail.next);
        self.chunk.sorted() - self.at - holes + tail
    }

    /// Looks up where the next row of the tail goes.
    #[inline]
    fn wait(&mut self) {
        self.waiting = self.tail.as_ref().and_then(|tail| tail.peek(self.chunk));
        self.place = match self.waiting {
            Some(row) => {
                let (prefix, _) = self.chunk.handles().split_at(self.chunk.sorted());
                self.at + rank(&prefix[self.at..], self.chunk.handles()[row])
            }
            None => self.chunk.sorted(),
        };
    }

    /// The next run of a chunk that is not one run.
    #[inline]
    fn next_loose(&mut self) -> Option<(usize, usize)> {
        loop {
            let cut = self.chunk.next_hole(self.at).min(self.place);
            if cut > self.at {
                let start = core::mem::replace(&mut self.at, cut);
                return Some((start, cut - start));
            }
            if cut == self.place {
                let row = self.waiting?;
                if let Some(tail) = &mut self.tail {
                    tail.next += 1;
                }
                self.wait();
                return Some((row, 1));
            }
            self.at += 1;
        }
    }
}

/// How many of the ascending handles are below `entity`: near ones are found at once, others by halving.
#[inline]
fn rank(ascending: &[Entity], entity: Entity) -> usize {
    let near = ascending.len().min(4);
    match ascending[..near].iter().position(|&other| other > entity) {
        Some(place) => place,
        None => near + ascending[near..].partition_point(|&other| other < entity),
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
