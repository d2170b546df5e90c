//! Memory of copies that nobody has any more, for the next ones: so that taking snapshots again and again calls no allocator. Neither one
//! copy nor all of them keep much more than they are used for, however rows move between archetypes.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::columns::Capacity;
use super::copy::{ChunkCopy, words};
use crate::slots::SpareRecords;

/// Copies that nobody has any more, kept for their memory. A clone has none.
#[derive(Default)]
pub(crate) struct Spare {
    pub(super) chunks: SpareChunks,
    pub(super) records: SpareRecords,
}

impl Clone for Spare {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Spare {
    /// Bytes of them.
    pub(crate) fn bytes(&self) -> usize {
        self.records.bytes() + self.chunks.bytes()
    }

    /// Lets go of the oldest copies of chunks, so that those which are left have at most so many bytes.
    pub(crate) fn keep_at_most(&mut self, bytes: impl FnOnce() -> usize) {
        if !self.chunks.0.is_empty() {
            self.chunks.keep_at_most(bytes());
        }
    }
}

/// The copies of chunks among them, by the time since which they are spare, if nothing was taken out.
#[derive(Default)]
pub(super) struct SpareChunks(Vec<Arc<ChunkCopy>>);

impl SpareChunks {
    /// A copy of nothing with memory for rows of columns of these sizes: the tightest that will do, or a new one.
    pub(super) fn take(&mut self, sizes: &[u16], rows: usize) -> Arc<ChunkCopy> {
        let fitting = self.0.iter().enumerate().filter(|(_, copy)| fits(copy, sizes, rows));
        match fitting.min_by_key(|(_, copy)| copy.room()) {
            Some((best, _)) => self.0.swap_remove(best),
            None => Arc::new(ChunkCopy::with_room(roomy(sizes, rows))),
        }
    }

    /// Keeps a copy that nobody else has.
    pub(super) fn keep(&mut self, copy: Option<Arc<ChunkCopy>>) {
        if let Some(mut copy) = copy {
            if let Some(own) = Arc::get_mut(&mut copy) {
                own.clear();
                self.0.push(copy);
            }
        }
    }

    fn bytes(&self) -> usize {
        self.0.iter().map(|copy| copy.memory()).sum()
    }

    fn keep_at_most(&mut self, most: usize) {
        let mut bytes = self.bytes();
        let over = self.0.iter().take_while(|copy| {
            let over = bytes > most;
            bytes -= copy.memory();
            over
        });
        let over = over.count();
        self.0.drain(..over);
    }
}

/// Whether a copy has room for rows of columns of these sizes, and not much more: a crowd that moves through archetypes would leave room
/// for itself in each.
pub(super) fn fits(copy: &ChunkCopy, sizes: &[u16], rows: usize) -> bool {
    (words(sizes, rows)..=2 * roomy(sizes, rows)).contains(&copy.room())
}

/// Words for as many rows as a chunk of so many has room for: one that has grown may do so again.
fn roomy(sizes: &[u16], rows: usize) -> usize {
    words(sizes, Capacity::for_rows(rows).rows())
}
