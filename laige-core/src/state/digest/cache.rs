//! The cache: the hashes of every column, each with the version of the bytes it is of. Equal versions mean equal bytes, so a hash is
//! right or seen to be old, whatever happened to the world meanwhile.

use alloc::vec::Vec;

use super::content::{self, Look};
use super::control;
use super::recipe::{Recipe, handles};
use super::toggles::{Toggles, settled};
use super::{Digest, Scratch, resources};
use crate::sorting;
use crate::storage::archetype::Archetype;
use crate::storage::bytes::ChunkBytes;
use crate::{HandleLayout, World};

/// A hash, and the version of what it is of; 0 if it is of nothing.
#[derive(Clone, Copy, Default)]
struct Known {
    version: u64,
    hash: u128,
}

/// What was hashed before.
#[derive(Default)]
pub(crate) struct DigestCache {
    /// By archetype.
    archetypes: Vec<Hashed>,
    /// The archetypes in the order of their stable ids, and how many there were when they were ordered.
    order: Vec<u16>,
    slots: Known,
    toggles: Toggles,
    /// The hashes of the archetypes with rows, in order.
    hashes: Vec<u128>,
    scratch: Scratch,
}

/// What is known of one archetype.
struct Hashed {
    recipe: Recipe,
    /// For each chunk, by its index, the hash of its node. A look at it is all that a chunk costs in which nothing was written.
    chunks: Vec<Known>,
    /// For each chunk, by its index, the hash of its handles, then of its columns as they lie in memory.
    columns: Vec<Known>,
    /// The hashes of the chunks, by range.
    nodes: Vec<u128>,
}

impl DigestCache {
    /// The digest of a world that is settled and numbered.
    pub(super) fn digest(&mut self, world: &World) -> Digest {
        self.meet(world);
        let Self { archetypes, order, hashes, scratch, toggles, .. } = self;
        toggles.meet(world);
        hashes.clear();
        for &index in order.iter() {
            let archetype = world.storage.archetype(index);
            if archetype.live() > 0 {
                let hashed = &mut archetypes[index as usize];
                hashes.push(hashed.hash(archetype, world.layout(), toggles, scratch));
            }
        }
        let resources = resources::section(world, scratch);
        let content = content::join(hashes.iter().copied(), resources, scratch);
        Digest { content, control: self.control(world) }
    }

    fn control(&mut self, world: &World) -> u128 {
        let slots = &world.storage.ground.slots;
        if self.slots.version == 0 || self.slots.version != slots.dead_version() {
            let hash = control::dead(slots, &mut self.scratch);
            self.slots = Known { version: slots.dead_version(), hash };
        }
        control::of(world, Some(self.slots.hash), &mut self.scratch).root(&mut self.scratch)
    }

    /// Makes itself acquainted with archetypes that were born, or born anew after others of their number were undone.
    fn meet(&mut self, world: &World) {
        let all = world.storage.archetypes();
        let mut new = self.archetypes.len() != all.len();
        self.archetypes.truncate(all.len());
        for (index, archetype) in all.iter().enumerate() {
            let known = self.archetypes.get(index).is_some_and(|it| it.recipe.is_of(archetype));
            if !known {
                let hashed = Hashed {
                    recipe: Recipe::of(archetype, &world.registry),
                    chunks: Vec::new(),
                    columns: Vec::new(),
                    nodes: Vec::new(),
                };
                self.archetypes.truncate(index);
                self.archetypes.push(hashed);
                new = true;
            }
        }
        if new {
            self.order.clear();
            self.order.extend(0..all.len() as u16);
            let archetypes = &self.archetypes;
            let ids = |&index: &u16| &archetypes[index as usize].recipe.ids;
            sorting::sort_by(&mut self.order, |one, other| ids(one) < ids(other));
        }
    }
}

impl Hashed {
    fn hash(
        &mut self,
        archetype: &Archetype,
        layout: HandleLayout,
        toggles: &Toggles,
        scratch: &mut Scratch,
    ) -> u128 {
        self.nodes.clear();
        if archetype.is_loose() {
            // There was no memory to settle it.
            let Self { recipe, nodes, .. } = self;
            let look = Look { archetype, recipe, toggles, layout };
            look.chunks(scratch, &mut |told| nodes.push(told.node));
        } else {
            for (index, chunk) in archetype.indexed_chunk_bytes() {
                let node = self.look(index, (chunk, layout), toggles, scratch);
                self.nodes.push(node);
            }
        }
        self.recipe.archetype(archetype.live(), self.nodes.iter().copied(), scratch)
    }

    /// The hash of a chunk's node, for which only what is not known is hashed.
    fn look(
        &mut self,
        index: usize,
        (chunk, layout): (ChunkBytes<'_>, HandleLayout),
        toggles: &Toggles,
        scratch: &mut Scratch,
    ) -> u128 {
        let version = chunk.version();
        match self.chunks.get(index) {
            Some(known) if version != 0 && known.version == version => return known.hash,
            Some(_) => {}
            None => self.chunks.resize(index + 1, Known::default()),
        }
        let width = 1 + self.recipe.columns.len();
        if self.columns.len() < self.chunks.len() * width {
            self.columns.resize(self.chunks.len() * width, Known::default());
        }
        let columns = &mut self.columns[index * width..][..width];
        columns[0].see(chunk.rows_version(), || handles(chunk, layout, scratch));
        for (known, column) in columns[1..].iter_mut().zip(&self.recipe.columns) {
            let version = chunk.column_version(column.place);
            known.see(version, || column.hash(chunk, layout, scratch));
        }
        toggles.hash(settled(chunk), scratch);
        let hash = Recipe::chunk(self.recipe.ordered(columns).map(|known| known.hash), scratch);
        self.chunks[index] = Known { version, hash };
        hash
    }
}

impl Known {
    /// Hashes anew what is not known by that version.
    fn see(&mut self, version: u64, hash: impl FnOnce() -> u128) {
        if version == 0 || version != self.version {
            *self = Self { version, hash: hash() };
        }
    }
}
