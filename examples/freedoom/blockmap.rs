//! The BLOCKMAP: a grid of blocks of 128 x 128 units, each with a list of the lines in it.
//! It answers which lines may be near, never what a line does.

use std::ops::RangeInclusive;

use super::fault::Fault;
use super::geometry::Vec2;
use super::wad::{Lump, signed};

/// The side of a block, in map units.
pub const BLOCK: f32 = 128.0;

/// Ends a block's list of lines.
const END: u16 = 0xFFFF;

/// The words of a lump, checked once so that no look-up can leave them.
pub struct Blockmap {
    pub origin: Vec2,
    pub columns: u16,
    pub rows: u16,
    words: Vec<u16>,
}

impl Blockmap {
    /// Checks the lump of a map with `lines` lines.
    pub fn parse(lump: Lump<'_>, lines: usize) -> Result<Self, Fault> {
        let words: Vec<u16> = lump.records::<1>()?.into_iter().map(|[word]| word).collect();
        let Some(&[x, y, columns, rows]) = words.first_chunk::<4>() else {
            return Err(Fault::BlockmapShort { columns: 0, rows: 0 });
        };
        let origin = Vec2::from_words(signed(x), signed(y));
        let blockmap = Self { origin, columns, rows, words };
        let Some(starts) = blockmap.words.get(4..4 + blockmap.blocks()) else {
            return Err(Fault::BlockmapShort { columns, rows });
        };
        let mut seen = vec![false; blockmap.words.len()];
        for (block, &offset) in starts.iter().enumerate() {
            blockmap.check_list(block, offset, &mut seen)?;
        }
        blockmap.check_lines(&seen, lump, lines)?;
        Ok(blockmap)
    }

    fn blocks(&self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    /// Walks one list to its end. Lists may share words: what was walked before is not walked again,
    /// so the whole check takes no longer than the lump is.
    fn check_list(&self, block: usize, offset: u16, seen: &mut [bool]) -> Result<(), Fault> {
        let start = usize::from(offset);
        if start < 4 + self.blocks() || start >= self.words.len() {
            return Err(Fault::BlockOutside { block, offset, words: self.words.len() });
        }
        for (&word, seen) in self.words[start..].iter().zip(&mut seen[start..]) {
            if word == END || *seen {
                return Ok(());
            }
            *seen = true;
        }
        Err(Fault::BlockEndless { block })
    }

    /// Every word that stands in some list must be the index of a line.
    fn check_lines(&self, seen: &[bool], lump: Lump<'_>, count: usize) -> Result<(), Fault> {
        let listed = |&(record, _): &(usize, &u16)| seen[record];
        let wrong = |&(_, &index): &(usize, &u16)| usize::from(index) >= count;
        match self.words.iter().enumerate().filter(listed).find(wrong) {
            Some((record, &index)) => {
                Err(Fault::OutOfRange { lump: lump.name, record, what: "line", index, count })
            }
            None => Ok(()),
        }
    }

    /// The columns between two x, as far as the map has them.
    pub fn columns_between(&self, x0: f32, x1: f32) -> RangeInclusive<usize> {
        blocks_between(x0 - self.origin.x, x1 - self.origin.x, self.columns)
    }

    /// The rows between two y, as far as the map has them.
    pub fn rows_between(&self, y0: f32, y1: f32) -> RangeInclusive<usize> {
        blocks_between(y0 - self.origin.y, y1 - self.origin.y, self.rows)
    }

    /// The x where a column begins and ends.
    #[expect(clippy::cast_precision_loss, reason = "at most 65,534")]
    pub fn column_edges(&self, column: usize) -> (f32, f32) {
        let left = self.origin.x + column as f32 * BLOCK;
        (left, left + BLOCK)
    }

    /// Whether the point lies on the grid at all.
    pub fn contains(&self, p: Vec2) -> bool {
        let inside = |offset: f32, blocks: u16| offset >= 0.0 && offset < f32::from(blocks) * BLOCK;
        inside(p.x - self.origin.x, self.columns) && inside(p.y - self.origin.y, self.rows)
    }

    /// The indexes of the lines in one block.
    pub fn lines_in(&self, column: usize, row: usize) -> impl Iterator<Item = usize> + '_ {
        let start = usize::from(self.words[4 + row * usize::from(self.columns) + column]);
        // By custom every list begins with a 0 that means nothing.
        let start = start + usize::from(self.words[start] == 0);
        self.words[start..].iter().take_while(|&&word| word != END).map(|&word| usize::from(word))
    }
}

/// The blocks a stretch touches, clamped to those there are; empty if it lies outside.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to 0..=65,534 before"
)]
fn blocks_between(from: f32, to: f32, blocks: u16) -> RangeInclusive<usize> {
    let last = f32::from(blocks) - 1.0;
    let (first_block, last_block) = ((from / BLOCK).floor(), (to / BLOCK).floor());
    if blocks == 0 || last_block < 0.0 || first_block > last {
        #[expect(clippy::reversed_empty_ranges, reason = "an empty range is meant")]
        return 1..=0;
    }
    first_block.max(0.0) as usize..=last_block.min(last) as usize
}
