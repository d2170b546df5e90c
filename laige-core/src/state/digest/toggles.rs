//! The hashes of a chunk's toggles: a bit for every row, for each toggle that any row has. A chunk without toggles adds nothing to
//! a digest.

use alloc::vec::Vec;

use super::{Scratch, hash};
use crate::sorting;
use crate::storage::bytes::ChunkBytes;
use crate::storage::toggles::ToggleIndex;
use crate::{StableId, World};

/// The toggles of a world, by ascending stable id.
#[derive(Default)]
pub(super) struct Toggles(Vec<(StableId, ToggleIndex)>);

impl Toggles {
    pub(super) fn of(world: &World) -> Self {
        let mut toggles = Self::default();
        toggles.meet(world);
        toggles
    }

    /// Makes itself acquainted with the toggles that are registered now.
    pub(super) fn meet(&mut self, world: &World) {
        self.0.clear();
        let ids = (0..).zip(world.storage.ground.toggles.ids());
        self.0.extend(ids.filter_map(|(place, &id)| {
            Some((world.registry.info(id)?.stable_id(), ToggleIndex::new(place)))
        }));
        sorting::sort_by_key(&mut self.0, |&(id, _)| id);
    }

    /// Puts the hashes of a chunk's toggles into `scratch.toggles`. `bits` appends the words of a toggle, with a bit for each row.
    pub(super) fn hash(&self, bits: impl Fn(ToggleIndex, &mut Vec<u64>), scratch: &mut Scratch) {
        let Scratch { toggles, handles: words, .. } = scratch;
        toggles.clear();
        for &(id, toggle) in &self.0 {
            words.clear();
            bits(toggle, words);
            if words.iter().any(|&word| word != 0) {
                for word in words.iter_mut() {
                    *word = word.to_le();
                }
                toggles.push((id, hash(bytemuck::cast_slice(words))));
            }
        }
    }
}

/// The bits of a settled chunk.
pub(super) fn settled(chunk: ChunkBytes<'_>) -> impl Fn(ToggleIndex, &mut Vec<u64>) {
    move |toggle, words| {
        if let Some(bitmap) = chunk.toggle(toggle) {
            words.extend_from_slice(&bitmap[..chunk.len().div_ceil(64)]);
        }
    }
}

/// The bits of rows that lie anywhere, each with its chunk.
pub(super) fn scattered<'a>(
    rows: impl ExactSizeIterator<Item = (ChunkBytes<'a>, usize)> + Clone,
) -> impl Fn(ToggleIndex, &mut Vec<u64>) {
    move |toggle, words| {
        words.resize(rows.len().div_ceil(64), 0);
        for (place, (chunk, row)) in rows.clone().enumerate() {
            let set = chunk.toggle(toggle).is_some_and(|it| it[row / 64] >> (row % 64) & 1 != 0);
            words[place / 64] |= u64::from(set) << (place % 64);
        }
    }
}
