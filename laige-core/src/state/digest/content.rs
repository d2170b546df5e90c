//! Content from scratch: the hashes of every chunk, settled or loose. A loose archetype is divided here as settling would divide it, so that
//! the same rows have the same chunks.

use alloc::vec::Vec;
use core::ops::Range;

use super::image::append_handles;
use super::recipe::{Recipe, handles};
use super::{Node, Scratch, hash, root};
use crate::limits::{CHUNK_ROWS, MAX_SLOT_BITS};
use crate::storage::archetype::Archetype;
use crate::storage::bytes::ChunkBytes;
use crate::{HandleLayout, World};

/// What is told of a chunk: its range of slots, the hashes of its handles and of its columns by stable id, the hash of its node.
pub(super) type Told<'a> = &'a mut dyn FnMut(Range<u32>, &[u128], u128);

/// The content of a world.
pub(super) fn of(world: &World, scratch: &mut Scratch) -> u128 {
    let mut hashes = Vec::new();
    let mut nodes = Vec::new();
    for archetype in world.storage.archetypes().iter().filter(|archetype| archetype.live() > 0) {
        let recipe = Recipe::of(archetype, &world.registry);
        nodes.clear();
        chunks(archetype, &recipe, world.layout(), scratch, &mut |_, _, node| nodes.push(node));
        let hash = recipe.archetype(archetype.live(), nodes.iter().copied(), scratch);
        hashes.push((recipe.ids, hash));
    }
    hashes.sort_unstable();
    join(hashes.iter().map(|&(_, hash)| hash), scratch)
}

/// The content of archetypes that have rows, in the order of their stable ids.
pub(super) fn join(archetypes: impl ExactSizeIterator<Item = u128>, scratch: &mut Scratch) -> u128 {
    let count = archetypes.len() as u64;
    let mut node = Node::new(&mut scratch.node);
    node.word(count);
    node.hashes(archetypes);
    let section = node.finish();
    root(*b"laige content 1\0", [(count > 0).then_some(section)], scratch)
}

/// Tells of an archetype's chunks, by ascending range.
pub(super) fn chunks(
    archetype: &Archetype,
    recipe: &Recipe,
    layout: HandleLayout,
    scratch: &mut Scratch,
    each: Told<'_>,
) {
    if archetype.is_loose() {
        return divide(archetype, recipe, layout, scratch, each);
    }
    let mut hashes = Vec::with_capacity(1 + recipe.columns.len());
    for chunk in archetype.chunk_bytes() {
        hashes.clear();
        hashes.push(handles(chunk, layout, scratch));
        hashes.extend(recipe.columns.iter().map(|column| column.hash(chunk, layout, scratch)));
        tell(recipe, chunk.range(), &hashes, scratch, each);
    }
}

/// Tells of a chunk whose hashes are those of the columns as they lie in memory.
fn tell(
    recipe: &Recipe,
    range: Range<u32>,
    hashes: &[u128],
    scratch: &mut Scratch,
    each: Told<'_>,
) {
    let mut ordered = core::mem::take(&mut scratch.hashes);
    ordered.clear();
    ordered.extend(recipe.ordered(hashes));
    let node = Recipe::chunk(ordered.iter().copied(), scratch);
    each(range, &ordered, node);
    scratch.hashes = ordered;
}

/// A row: its slot, and where it lies.
type Row<'a> = (u32, ChunkBytes<'a>, usize);

/// The same for a loose archetype: its rows, divided into the chunks that settling would make.
fn divide(
    archetype: &Archetype,
    recipe: &Recipe,
    layout: HandleLayout,
    scratch: &mut Scratch,
    each: Told<'_>,
) {
    let mut rows: Vec<Row<'_>> = Vec::with_capacity(archetype.live() as usize);
    for chunk in archetype.chunk_bytes() {
        for (first, count) in chunk.runs() {
            let handles = chunk.handles(first, count);
            rows.extend((first..).zip(handles).map(|(row, &e)| (layout.slot_of(e), chunk, row)));
        }
    }
    part(&rows, 0..1 << MAX_SLOT_BITS, &mut |rows, range| {
        let mut hashes = Vec::with_capacity(1 + recipe.columns.len());
        scratch.handles.clear();
        for &(_, chunk, row) in rows {
            append_handles(chunk.handles(row, 1), layout, &mut scratch.handles);
        }
        hashes.push(hash(bytemuck::cast_slice(&scratch.handles)));
        for column in &recipe.columns {
            scratch.images.clear();
            for &(_, chunk, row) in rows {
                column.append((chunk, row, 1), layout, &mut scratch.images);
            }
            hashes.push(hash(&scratch.images));
        }
        tell(recipe, range, &hashes, scratch, each);
    });
}

/// Calls `each` with the largest aligned ranges of slots that have 1 to 1,024 of the rows.
fn part<'a>(rows: &[Row<'a>], range: Range<u32>, each: &mut dyn FnMut(&[Row<'a>], Range<u32>)) {
    match rows.len() {
        0 => {}
        1..=CHUNK_ROWS => each(rows, range),
        _ => {
            let middle = range.start + (range.end - range.start) / 2;
            let (lower, upper) = rows.split_at(rows.partition_point(|row| row.0 < middle));
            part(lower, range.start..middle, each);
            part(upper, middle..range.end, each);
        }
    }
}
