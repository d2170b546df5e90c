//! The areas (sectors) on both sides of a line, and what a step from one to the other is like.
//! It reads heights and which of them can change, but does not move anything up or down.

use std::collections::BTreeSet;

use super::fault::{Fault, out_of_range};
use super::wad::{LumpName, Marker, Wad, signed};

/// Heights that decide what passes, in map units.
const HEADROOM: i32 = 56;
const STEP: i32 = 24;

/// "No side" in a LINEDEFS record.
const NO_SIDE: u16 = 0xFFFF;

/// Specials of lines that open the door behind them by hand.
const DOORS: [u16; 10] = [1, 26, 27, 28, 31, 32, 33, 34, 117, 118];

/// Specials whose tag names an area without changing its heights: teleporters and lamps.
const STILL: [u16; 14] = [12, 13, 17, 35, 39, 79, 80, 81, 97, 104, 125, 126, 138, 139];

/// What happens to one who crosses a line, coming from one of its sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Free,
    /// A wall, or too low to pass.
    Shut,
    /// The floor behind is too high to step on.
    Climb,
    /// The floor behind is so far down that monsters do not jump.
    Drop,
}

/// The floor and ceiling of an area.
#[derive(Clone, Copy, Debug)]
pub struct Sector {
    floor: i32,
    ceiling: i32,
    tag: u16,
    /// A door or a lift: its heights change, so they stop nobody.
    moves: bool,
}

impl Sector {
    fn parse(&[floor, ceiling, .., tag]: &[u16; 13]) -> Self {
        let height = |word| i32::from(signed(word));
        Self { floor: height(floor), ceiling: height(ceiling), tag, moves: false }
    }

    fn gap(self, other: Self) -> i32 {
        self.ceiling.min(other.ceiling) - self.floor.max(other.floor)
    }

    /// What it is like to step from here into `other`.
    pub fn way_to(self, other: Self) -> Way {
        if self.moves || other.moves {
            Way::Free
        } else if self.gap(other) < HEADROOM {
            Way::Shut
        } else if other.floor - self.floor > STEP {
            Way::Climb
        } else if self.floor - other.floor > STEP {
            Way::Drop
        } else {
            Way::Free
        }
    }

    /// Whether there is anything to look through; a door is closed to looks until one walks through it.
    pub fn sees(self, other: Self) -> bool {
        self.gap(other) > 0
    }
}

/// All areas of a map, and which one each side of a line belongs to.
pub struct Areas {
    linedefs: LumpName,
    /// For each SIDEDEFS record the index of its area, checked.
    sides: Vec<u16>,
    sectors: Vec<Sector>,
}

impl Areas {
    /// Reads SIDEDEFS and SECTORS; `lines` are the records of LINEDEFS, which say what moves.
    pub fn parse(
        wad: &Wad,
        map: Marker,
        linedefs: LumpName,
        lines: &[[u16; 7]],
    ) -> Result<Self, Fault> {
        let sectors = wad.map_lump(map, "SECTORS")?.records::<13>()?;
        let lump = wad.map_lump(map, "SIDEDEFS")?;
        let sides: Vec<u16> = lump.records::<15>()?.iter().map(|&[.., sector]| sector).collect();
        let count = sectors.len();
        if let Some((record, &index)) =
            sides.iter().enumerate().find(|side| usize::from(*side.1) >= count)
        {
            return Err(out_of_range(lump.name, record, "sector", index, count));
        }
        let mut areas =
            Self { linedefs, sides, sectors: sectors.iter().map(Sector::parse).collect() };
        areas.mark_moving(lines)?;
        Ok(areas)
    }

    /// Marks doors behind their lines, and every area whose tag some other line names.
    fn mark_moving(&mut self, lines: &[[u16; 7]]) -> Result<(), Fault> {
        let mut tags = BTreeSet::new();
        for (record, &[.., special, tag, _, left]) in lines.iter().enumerate() {
            if DOORS.contains(&special) && left != NO_SIDE {
                let door = self.index_of(record, left)?;
                self.sectors[door].moves = true;
            } else if special != 0 && tag != 0 && !STILL.contains(&special) {
                tags.insert(tag);
            }
        }
        for sector in &mut self.sectors {
            sector.moves |= tags.contains(&sector.tag);
        }
        Ok(())
    }

    fn index_of(&self, record: usize, side: u16) -> Result<usize, Fault> {
        match self.sides.get(usize::from(side)) {
            Some(&sector) => Ok(usize::from(sector)),
            None => Err(out_of_range(self.linedefs, record, "side", side, self.sides.len())),
        }
    }

    /// The areas to the right (in front) and to the left (behind) of a line.
    pub fn of_line(
        &self,
        record: usize,
        &[.., right, left]: &[u16; 7],
    ) -> Result<(Sector, Option<Sector>), Fault> {
        if right == NO_SIDE {
            return Err(Fault::NoFrontSide { line: record });
        }
        let front = self.sectors[self.index_of(record, right)?];
        let back =
            if left == NO_SIDE { None } else { Some(self.sectors[self.index_of(record, left)?]) };
        Ok((front, back))
    }
}
