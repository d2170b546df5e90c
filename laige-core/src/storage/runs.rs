//! The rows of a chunk in visit order, as runs of neighbouring rows. A settled chunk is one run; a loose one is
//! put together on the fly from its prefix, past its holes, and its tail.
#![expect(
    unsafe_code,
    reason = "leaves the room for long tails unwritten, which would cost more than a short one's sorting"
)]

use core::mem::MaybeUninit;

use super::chunk::Chunk;
use crate::Entity;
use crate::limits::CHUNK_ROWS;

/// How many rows of the tail are looked up in the prefix together: searches that do not wait for each other are several times faster.
const TOGETHER: usize = 16;

/// The tail rows of a chunk by ascending slot, and where they go.
#[derive(Clone)]
struct TailOrder {
    /// Offsets from the start of the tail; the first `len` are written.
    offsets: [MaybeUninit<u16>; CHUNK_ROWS],
    len: usize,
    next: usize,
    /// For the rows from the last multiple of `TOGETHER` on: the row of the prefix that each comes before.
    places: [u16; TOGETHER],
}

impl TailOrder {
    fn of(chunk: &Chunk) -> Self {
        let (prefix, tail) = chunk.handles().split_at(chunk.sorted());
        let mut order = Self {
            offsets: [const { MaybeUninit::uninit() }; CHUNK_ROWS],
            len: tail.len(),
            next: 0,
            places: [0; TOGETHER],
        };
        // A short tail, the common one, does not pay for the long one's room.
        match tail.len() {
            ..=32 => order.sort::<32>(tail),
            33..=256 => order.sort::<256>(tail),
            _ => order.sort::<CHUNK_ROWS>(tail),
        }
        order.look_up(prefix, tail);
        order
    }

    /// Writes the offsets of at most `N` handles in ascending order of the handles.
    fn sort<const N: usize>(&mut self, tail: &[Entity]) {
        // Handle, then offset, in one number.
        let mut keys = [0; N];
        for (offset, (key, &entity)) in keys.iter_mut().zip(tail).enumerate() {
            *key = u64::from(entity.to_bits()) << 16 | offset as u64;
        }
        let keys = &mut keys[..tail.len()];
        keys.sort_unstable();
        for (entry, &mut key) in self.offsets.iter_mut().zip(keys) {
            entry.write(key as u16);
        }
    }

    /// Finds the places of the rows from `next` on.
    fn look_up(&mut self, prefix: &[Entity], tail: &[Entity]) {
        for (place, offset) in self.places.iter_mut().zip(&self.offsets[self.next..self.len]) {
            // SAFETY: `sort` wrote the first `len`.
            let entity = tail[unsafe { offset.assume_init() } as usize];
            *place = prefix.partition_point(|&other| other < entity) as u16;
        }
    }

    /// The next row, and the row of the prefix that it comes before.
    #[inline]
    fn peek(&self, chunk: &Chunk) -> Option<(usize, usize)> {
        let next = self.offsets[..self.len].get(self.next)?;
        // SAFETY: `sort` wrote the first `len`.
        let row = chunk.sorted() + unsafe { next.assume_init() } as usize;
        Some((row, self.places[self.next % TOGETHER] as usize))
    }

    /// Goes on to the row behind the next.
    #[inline]
    fn advance(&mut self, chunk: &Chunk) {
        self.next += 1;
        if self.next % TOGETHER == 0 {
            let (prefix, tail) = chunk.handles().split_at(chunk.sorted());
            self.look_up(prefix, tail);
        }
    }
}

/// The runs of a chunk in visit order: first row and number of rows. Rows of the tail come one at a time.
#[derive(Clone)]
pub(crate) struct Runs<'a> {
    chunk: &'a Chunk,
    /// The next row of the prefix, and the hole that comes next.
    at: usize,
    hole: usize,
    tail: Option<TailOrder>,
    /// The next row of the tail, and the row of the prefix that it comes before; without one, the end of the prefix.
    waiting: Option<usize>,
    place: usize,
}

impl<'a> Runs<'a> {
    #[inline]
    pub(crate) fn of(chunk: &'a Chunk) -> Self {
        let (hole, place) = (chunk.next_hole(0), chunk.sorted());
        let mut runs = Self { chunk, at: 0, hole, tail: None, waiting: None, place };
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

    /// Looks where the next row of the tail goes.
    #[inline]
    fn wait(&mut self) {
        let next = self.tail.as_ref().and_then(|tail| tail.peek(self.chunk));
        self.waiting = next.map(|(row, _)| row);
        self.place = next.map_or(self.chunk.sorted(), |(_, place)| place);
    }

    /// The next run of a chunk that is not one run.
    #[inline]
    fn next_loose(&mut self) -> Option<(usize, usize)> {
        loop {
            let cut = self.hole.min(self.place);
            if cut > self.at {
                let start = core::mem::replace(&mut self.at, cut);
                return Some((start, cut - start));
            }
            if cut == self.place {
                let row = self.waiting?;
                if let Some(tail) = &mut self.tail {
                    tail.advance(self.chunk);
                }
                self.wait();
                return Some((row, 1));
            }
            self.at += 1;
            self.hole = self.chunk.next_hole(self.at);
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
