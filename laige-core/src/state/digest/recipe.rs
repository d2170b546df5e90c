//! How the rows of one archetype are hashed: its components by stable id, and the image of each. It follows from the signature and
//! the registry, and holds no hash.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{Node, Scratch, hash};
use crate::registry::Registry;
use crate::sorting;
use crate::state::image::{Image, append_handles};
use crate::storage::archetype::Archetype;
use crate::storage::bytes::ChunkBytes;
use crate::{ComponentId, ComponentInfo, HandleLayout, StableId};

/// How the rows of an archetype are hashed.
pub(super) struct Recipe {
    signature: Box<[ComponentId]>,
    /// The stable ids of its components, ascending.
    pub(super) ids: Box<[StableId]>,
    /// Its columns as they lie in memory, in which order they are read twice as fast as in another. Tags have none.
    pub(super) columns: Box<[Column]>,
    /// The handles, 0, then the columns, each its place in `columns` plus 1, by ascending stable id.
    order: Box<[usize]>,
}

/// A column.
pub(super) struct Column {
    /// Its place in the archetype.
    pub(super) place: usize,
    pub(super) info: ComponentInfo,
    image: Image,
}

impl Recipe {
    pub(super) fn of(archetype: &Archetype, registry: &Registry) -> Self {
        let mut infos: Vec<ComponentInfo> =
            archetype.signature.iter().filter_map(|&id| registry.info(id).copied()).collect();
        sorting::sort_by_key(&mut infos, ComponentInfo::stable_id);
        let column = |info: &ComponentInfo| {
            let place = archetype.column_of(info.id())?;
            Some(Column { place, info: *info, image: Image::of(info.shape()) })
        };
        let mut columns: Vec<Column> = infos.iter().filter_map(column).collect();
        sorting::sort_by_key(&mut columns, |column| column.place);
        let mut order: Vec<usize> = (0..=columns.len()).collect();
        sorting::sort_by_key(&mut order[1..], |&column| columns[column - 1].info.stable_id());
        Self {
            signature: archetype.signature.clone(),
            ids: infos.iter().map(ComponentInfo::stable_id).collect(),
            columns: columns.into(),
            order: order.into(),
        }
    }

    /// Whether it is that of the archetype.
    pub(super) fn is_of(&self, archetype: &Archetype) -> bool {
        self.signature == archetype.signature
    }

    /// What belongs to the handles and the columns as they lie in memory, with the columns by ascending stable id.
    pub(super) fn ordered<'a, T>(&'a self, all: &'a [T]) -> impl Iterator<Item = &'a T> {
        self.order.iter().map(|&place| &all[place])
    }

    /// The columns by ascending stable id.
    pub(super) fn columns_by_id(&self) -> impl Iterator<Item = &Column> {
        self.order.iter().filter_map(|&place| self.columns.get(place.checked_sub(1)?))
    }

    /// The hash of a chunk's node, from the hashes of its handles and of its columns by stable id, and of its toggles, which are in `scratch`.
    pub(super) fn chunk(hashes: impl Iterator<Item = u128>, scratch: &mut Scratch) -> u128 {
        let mut node = Node::new(&mut scratch.node);
        node.hashes(hashes);
        for &(id, toggle) in &scratch.toggles {
            node.word(id.to_u64());
            node.hash(toggle);
        }
        node.finish()
    }

    /// The hash of an archetype's node.
    pub(super) fn archetype(
        &self,
        rows: u32,
        chunks: impl Iterator<Item = u128>,
        scratch: &mut Scratch,
    ) -> u128 {
        let mut node = Node::new(&mut scratch.node);
        node.word(self.ids.len() as u64);
        node.words(self.ids.iter().map(|id| id.to_u64()));
        node.word(rows.into());
        node.hashes(chunks);
        node.finish()
    }
}

impl Column {
    /// The hash of the column in a settled chunk.
    pub(super) fn hash(
        &self,
        chunk: ChunkBytes<'_>,
        layout: HandleLayout,
        scratch: &mut Scratch,
    ) -> u128 {
        let values = chunk.rows(self.place, 0, chunk.len());
        hash(self.image.images(values, layout, &mut scratch.images))
    }

    /// Appends the images of neighbouring rows.
    pub(super) fn append(
        &self,
        (chunk, first, rows): (ChunkBytes<'_>, usize, usize),
        layout: HandleLayout,
        to: &mut Vec<u8>,
    ) {
        self.image.append(chunk.rows(self.place, first, rows), layout, to);
    }
}

/// The hash of the handles of a settled chunk.
pub(super) fn handles(chunk: ChunkBytes<'_>, layout: HandleLayout, scratch: &mut Scratch) -> u128 {
    scratch.handles.clear();
    append_handles(chunk.handles(0, chunk.len()), layout, &mut scratch.handles);
    hash(bytemuck::cast_slice(&scratch.handles))
}
