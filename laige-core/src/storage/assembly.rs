//! Copies in the making: a storage as it was, put together from rows that come from elsewhere, as from a save. All that restoring relies on is
//! checked here: that slots and rows belong together, and that bytes are values of their components.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range as Span;

use super::chunk::Range;
use super::copy::{ArchetypeCopy, COLUMNS, ChunkCopy, Placed, ROWS, StorageCopy, TOGGLES};
use super::copy::{pieces, words};
use super::division::divide;
use super::toggles::ToggleIndex;
use super::version::draw;
use crate::slots::{Location, Misfit, SlotsDraft};
use crate::{ComponentId, ComponentInfo, Entity};

/// The rows of an archetype that is to be added.
pub(crate) struct Rows<'a> {
    /// The components, by ascending id.
    pub(crate) components: &'a [ComponentInfo],
    /// The slots of the rows, ascending.
    pub(crate) slots: &'a [u32],
    /// For each toggle that any row has, the words of its bits, one for each row.
    pub(crate) toggles: &'a [(ToggleIndex, Vec<u64>)],
}

/// Writes the values of a column, the first being 0, in neighbouring rows.
pub(crate) type Fill<'a, E> = dyn FnMut(usize, Span<usize>, &mut [u8]) -> Result<(), E> + 'a;

/// What cannot be put together.
pub(crate) enum Unfit {
    /// There is such an archetype already.
    Archetype,
    /// The row of that number is not above the one before it.
    Order(usize),
    /// The row of that number cannot be in its slot.
    Slot(usize, Misfit),
    /// The bytes of that column, the first being 0, are no value in the row of that number.
    Value(usize, usize),
}

/// A copy in the making.
pub(crate) struct Assembly {
    pub(crate) slots: SlotsDraft,
    archetypes: Vec<ArchetypeCopy>,
    /// Their indices by signature.
    by_signature: Vec<u16>,
}

impl Assembly {
    /// A copy without archetypes.
    pub(crate) fn new(slots: SlotsDraft) -> Self {
        Self { slots, archetypes: Vec::new(), by_signature: Vec::new() }
    }

    /// How many archetypes there are.
    pub(crate) fn len(&self) -> usize {
        self.archetypes.len()
    }

    /// The same with the archetype that was born after the others. `fill` writes the values of a column, the first being 0, in neighbouring
    /// rows. What fails leaves nothing, so that no slot leads to rows that are not there.
    pub(crate) fn with<E: From<Unfit>>(
        mut self,
        rows: &Rows<'_>,
        fill: &mut Fill<'_, E>,
    ) -> Result<Self, E> {
        let Rows { components, slots, .. } = *rows;
        let signature: Box<[ComponentId]> = components.iter().map(ComponentInfo::id).collect();
        let archetype = u16::try_from(self.archetypes.len()).map_err(|_| Unfit::Archetype)?;
        let signature_of = |&index: &u16| &self.archetypes[usize::from(index)].signature;
        let found = self.by_signature.binary_search_by(|index| signature_of(index).cmp(&signature));
        let Err(place) = found else { return Err(Unfit::Archetype.into()) };
        if let Some(row) = slots.windows(2).position(|pair| pair[0] >= pair[1]) {
            return Err(Unfit::Order(row + 1).into());
        }
        let owners: Vec<&ComponentInfo> =
            components.iter().filter(|info| info.size() > 0).collect();
        let sizes: Box<[u16]> = owners.iter().map(|info| info.size() as u16).collect();
        let (mut chunks, mut failed, mut first) = (Vec::new(), None, 0);
        divide(slots, Range::ALL, &|&slot| slot, &mut |chunk, range| {
            let span = first..first + chunk.len();
            first = span.end;
            if failed.is_some() {
                return;
            }
            let made = self.occupy(archetype, rows, &span).map_err(E::from).and_then(|entities| {
                let mut copy = ChunkCopy::of(&entities, &sizes);
                copy.fill(&owners, &sizes, &span, fill)?;
                copy.set_toggles(rows.toggles, span.start);
                Ok(copy)
            });
            match made {
                Ok(copy) => chunks.push(Placed { range, loose: false, copy: Arc::new(copy) }),
                Err(error) => failed = Some(error),
            }
        });
        match failed {
            Some(error) => Err(error),
            None => {
                self.by_signature.insert(place, archetype);
                self.archetypes.push(ArchetypeCopy { signature, sizes, chunks });
                Ok(self)
            }
        }
    }

    /// Lets the rows of a chunk be where their slots lead.
    fn occupy(
        &mut self,
        archetype: u16,
        rows: &Rows<'_>,
        span: &Span<usize>,
    ) -> Result<Vec<Entity>, Unfit> {
        let mut entities = Vec::with_capacity(span.len());
        for (row, at) in (0..).zip(span.clone()) {
            let location = Location { archetype, row };
            let entity = self.slots.occupy(rows.slots[at], location);
            entities.push(entity.map_err(|why| Unfit::Slot(at, why))?);
        }
        Ok(entities)
    }

    /// The copy. Fails with a slot of which it was not said what it is.
    pub(crate) fn finish(
        self,
        [inserts, removes, toggled]: [u64; 3],
        (peak, spawned): (u32, u64),
    ) -> Result<StorageCopy, (u32, Misfit)> {
        let slots = self.slots.finish(peak, spawned)?;
        Ok(StorageCopy { archetypes: self.archetypes, slots, inserts, removes, toggled })
    }
}

impl ChunkCopy {
    /// The rows of these entities, of versions that nothing else has, with zeros as values.
    fn of(entities: &[Entity], sizes: &[u16]) -> Self {
        let rows = entities.len();
        let mut all = alloc::vec![0; words(sizes, rows)];
        for version in &mut all[..COLUMNS + sizes.len()] {
            *version = draw();
        }
        all[TOGGLES] = all[ROWS];
        if let Some(handles) = pieces(sizes, rows).next() {
            let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut all);
            bytes[handles].copy_from_slice(bytemuck::cast_slice(entities));
        }
        Self { rows, columns: sizes.len(), words: all, toggles: 0, bits: Vec::new() }
    }

    /// Writes every column, and sees that the bytes are values.
    fn fill<E: From<Unfit>>(
        &mut self,
        owners: &[&ComponentInfo],
        sizes: &[u16],
        span: &Span<usize>,
        fill: &mut Fill<'_, E>,
    ) -> Result<(), E> {
        for (column, piece) in pieces(sizes, self.rows).skip(1).enumerate() {
            let bytes = &mut bytemuck::cast_slice_mut::<u64, u8>(&mut self.words)[piece];
            fill(column, span.clone(), bytes)?;
            let shape = owners[column].shape();
            if !shape.accepts_all() {
                let mut values = bytes.chunks_exact(shape.size);
                if let Some(row) = values.position(|value| !shape.accepts(value)) {
                    return Err(Unfit::Value(column, span.start + row).into());
                }
            }
        }
        Ok(())
    }

    /// Takes the bits of its rows, the first of which is `first` among all.
    fn set_toggles(&mut self, toggles: &[(ToggleIndex, Vec<u64>)], first: usize) {
        let rows = self.rows;
        let has = |words: &Vec<u64>| (first..first + rows).any(|row| bit(words, row));
        let set: Vec<_> = toggles.iter().filter(|(_, words)| has(words)).collect();
        let Some(highest) = set.iter().map(|(toggle, _)| usize::from(toggle.get())).max() else {
            return;
        };
        let stride = rows.div_ceil(64);
        self.toggles = highest + 1;
        self.bits = alloc::vec![0; self.toggles * stride];
        for (toggle, words) in set {
            let start = usize::from(toggle.get()) * stride;
            for row in (0..rows).filter(|row| bit(words, first + row)) {
                self.bits[start + row / 64] |= 1 << (row % 64);
            }
        }
        self.words[TOGGLES] = draw();
    }
}

/// The bit of a row.
fn bit(words: &[u64], row: usize) -> bool {
    words.get(row / 64).is_some_and(|word| word >> (row % 64) & 1 != 0)
}

impl ArchetypeCopy {
    /// The chunks, by ascending slot.
    pub(crate) fn chunks(&self) -> impl ExactSizeIterator<Item = &ChunkCopy> + Clone + '_ {
        self.chunks.iter().map(|placed| &*placed.copy)
    }

    /// The values of a column in one of its chunks, the first column being 0.
    pub(crate) fn column<'a>(&self, chunk: &'a ChunkCopy, column: usize) -> &'a [u8] {
        let piece = pieces(&self.sizes, chunk.rows()).nth(column + 1);
        piece.and_then(|piece| chunk.bytes().get(piece)).unwrap_or_default()
    }
}
