//! Content from scratch: the hashes of every chunk, settled or loose. A loose archetype is divided here as settling would divide it, so that
//! the same rows have the same chunks.

use alloc::vec::Vec;
use core::ops::Range;

use super::recipe::{Recipe, handles};
use super::toggles::{Toggles, scattered, settled};
use super::{Node, Scratch, hash, resources, root};
use crate::sorting;
use crate::state::image::append_handles;
use crate::storage::archetype::Archetype;
use crate::storage::bytes::ChunkBytes;
use crate::storage::chunk::Range as SlotRange;
use crate::storage::division::divide;
use crate::{HandleLayout, StableId, World};

/// What is told of a chunk.
pub(super) struct Told<'a> {
    /// Its range of slots.
    pub(super) range: Range<u32>,
    /// The hashes of its handles, then of its columns by stable id.
    pub(super) columns: &'a [u128],
    /// The hashes of the toggles that any of its rows has, by stable id.
    pub(super) toggles: &'a [(StableId, u128)],
    /// The hash of its node.
    pub(super) node: u128,
}

/// How an archetype is looked at.
#[derive(Clone, Copy)]
pub(super) struct Look<'a> {
    pub(super) archetype: &'a Archetype,
    pub(super) recipe: &'a Recipe,
    pub(super) toggles: &'a Toggles,
    pub(super) layout: HandleLayout,
}

/// The content of a world.
pub(super) fn of(world: &World, scratch: &mut Scratch) -> u128 {
    let (toggles, layout) = (&Toggles::of(world), world.layout());
    let mut hashes = Vec::new();
    let mut nodes = Vec::new();
    for archetype in world.storage.archetypes().iter().filter(|archetype| archetype.live() > 0) {
        let recipe = Recipe::of(archetype, &world.registry);
        nodes.clear();
        let look = Look { archetype, recipe: &recipe, toggles, layout };
        look.chunks(scratch, &mut |told| nodes.push(told.node));
        let hash = recipe.archetype(archetype.live(), nodes.iter().copied(), scratch);
        hashes.push((recipe.ids, hash));
    }
    sorting::sort(&mut hashes);
    let resources = resources::section(world, scratch);
    join(hashes.iter().map(|&(_, hash)| hash), resources, scratch)
}

/// The content of archetypes that have rows, in the order of their stable ids, and of the section of resources.
pub(super) fn join(
    archetypes: impl ExactSizeIterator<Item = u128>,
    resources: Option<u128>,
    scratch: &mut Scratch,
) -> u128 {
    let count = archetypes.len() as u64;
    let mut node = Node::new(&mut scratch.node);
    node.word(count);
    node.hashes(archetypes);
    let section = node.finish();
    root(*b"laige content 1\0", [(count > 0).then_some(section), resources], scratch)
}

/// A row: its slot, and where it lies.
type Row<'a> = (u32, ChunkBytes<'a>, usize);

impl<'a> Look<'a> {
    /// Tells of the archetype's chunks, by ascending range.
    pub(super) fn chunks(self, scratch: &mut Scratch, each: &mut dyn FnMut(Told<'_>)) {
        if self.archetype.is_loose() {
            return self.divide(scratch, each);
        }
        let Self { archetype, recipe, layout, .. } = self;
        let mut hashes = Vec::with_capacity(1 + recipe.columns.len());
        for chunk in archetype.chunk_bytes() {
            hashes.clear();
            hashes.push(handles(chunk, layout, scratch));
            hashes.extend(recipe.columns.iter().map(|column| column.hash(chunk, layout, scratch)));
            self.toggles.hash(settled(chunk), scratch);
            self.tell(chunk.range(), &hashes, scratch, each);
        }
    }

    /// Tells of a chunk whose hashes are those of the columns as they lie in memory, and whose toggles are hashed.
    fn tell(
        self,
        range: Range<u32>,
        hashes: &[u128],
        scratch: &mut Scratch,
        each: &mut dyn FnMut(Told<'_>),
    ) {
        let mut columns = core::mem::take(&mut scratch.hashes);
        columns.clear();
        columns.extend(self.recipe.ordered(hashes));
        let node = Recipe::chunk(columns.iter().copied(), scratch);
        each(Told { range, columns: &columns, toggles: &scratch.toggles, node });
        scratch.hashes = columns;
    }

    /// The same for a loose archetype: its rows, divided into the chunks that settling would make.
    fn divide(self, scratch: &mut Scratch, each: &mut dyn FnMut(Told<'_>)) {
        let layout = self.layout;
        let mut rows: Vec<Row<'_>> = Vec::with_capacity(self.archetype.live() as usize);
        for chunk in self.archetype.chunk_bytes() {
            for (first, count) in chunk.runs() {
                let handles = chunk.handles(first, count);
                rows.extend(
                    (first..).zip(handles).map(|(row, &e)| (layout.slot_of(e), chunk, row)),
                );
            }
        }
        divide(&rows, SlotRange::ALL, &|row| row.0, &mut |rows, range| {
            let hashes = self.gather(rows, scratch);
            let places = rows.iter().map(|&(_, chunk, row)| (chunk, row));
            self.toggles.hash(scattered(places), scratch);
            self.tell(range.start..range.end(), &hashes, scratch, each);
        });
    }

    /// The hashes of the handles and columns of scattered rows.
    fn gather(self, rows: &[Row<'a>], scratch: &mut Scratch) -> Vec<u128> {
        let mut hashes = Vec::with_capacity(1 + self.recipe.columns.len());
        scratch.handles.clear();
        for &(_, chunk, row) in rows {
            append_handles(chunk.handles(row, 1), self.layout, &mut scratch.handles);
        }
        hashes.push(hash(bytemuck::cast_slice(&scratch.handles)));
        for column in &self.recipe.columns {
            scratch.images.clear();
            for &(_, chunk, row) in rows {
                column.append((chunk, row, 1), self.layout, &mut scratch.images);
            }
            hashes.push(hash(&scratch.images));
        }
        hashes
    }
}
