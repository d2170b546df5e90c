//! A map as something to move in: its lines, and what each of them stops.
//! Heights enter only as what a line stops; there are no floors, doors always open, and lifts are always there.

use super::areas::{Areas, Sector, Way};
use super::blockmap::Blockmap;
use super::fault::{Fault, out_of_range};
use super::geometry::{Vec2, side};
use super::wad::{Marker, Wad, signed};

/// Flags of LINEDEFS.
const IMPASSABLE: u16 = 1;
const STOPS_MONSTERS: u16 = 2;

/// Who wants to cross a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    Player,
    Walker,
    Flyer,
}

/// One line of the map.
#[derive(Clone, Debug)]
pub struct Line {
    pub from: Vec2,
    pub to: Vec2,
    /// Coming from its right, and from its left.
    ways: [Way; 2],
    stops_monsters: bool,
    /// Looks and shots end here.
    pub opaque: bool,
    /// A wall with nothing behind.
    pub one_sided: bool,
}

impl Line {
    fn new([from, to]: [Vec2; 2], flags: u16, front: Sector, back: Option<Sector>) -> Self {
        let shut = flags & IMPASSABLE != 0;
        let ways = match back {
            Some(back) if !shut => [front.way_to(back), back.way_to(front)],
            _ => [Way::Shut; 2],
        };
        let opaque = back.is_none_or(|back| !front.sees(back));
        let stops_monsters = flags & STOPS_MONSTERS != 0;
        Self { from, to, ways, stops_monsters, opaque, one_sided: back.is_none() }
    }

    /// Whether `mover` coming from where `p` lies cannot cross.
    pub fn stops(&self, mover: Mover, p: Vec2) -> bool {
        let way = self.ways[usize::from(side(self.from, self.to, p) > 0.0)];
        match (mover, way) {
            (_, Way::Shut)
            | (Mover::Player | Mover::Walker, Way::Climb)
            | (Mover::Walker, Way::Drop) => true,
            (Mover::Player, _) => false,
            (Mover::Walker | Mover::Flyer, _) => self.stops_monsters,
        }
    }
}

/// A map's lines and the grid to find them by.
pub struct Level {
    pub lines: Vec<Line>,
    pub blockmap: Blockmap,
}

impl Level {
    /// Reads and checks the lumps of one map.
    pub fn parse(wad: &Wad, map: Marker) -> Result<Self, Fault> {
        let linedefs = wad.map_lump(map, "LINEDEFS")?;
        let records = linedefs.records::<7>()?;
        let vertexes = wad.map_lump(map, "VERTEXES")?.records::<2>()?;
        let areas = Areas::parse(wad, map, linedefs.name, &records)?;
        let mut lines = Vec::with_capacity(records.len());
        for (record, raw) in records.iter().enumerate() {
            let corner = |index: u16| match vertexes.get(usize::from(index)) {
                Some(&[x, y]) => Ok(Vec2::from_words(signed(x), signed(y))),
                None => Err(out_of_range(linedefs.name, record, "vertex", index, vertexes.len())),
            };
            let [from, to, flags, ..] = *raw;
            let (front, back) = areas.of_line(record, raw)?;
            lines.push(Line::new([corner(from)?, corner(to)?], flags, front, back));
        }
        let blockmap = Blockmap::parse(wad.map_lump(map, "BLOCKMAP")?, lines.len())?;
        Ok(Self { lines, blockmap })
    }

    /// The lines that may reach into a box, some of them several times.
    pub fn lines_near(&self, low: Vec2, high: Vec2) -> impl Iterator<Item = &Line> {
        let columns = self.blockmap.columns_between(low.x, high.x);
        let rows = self.blockmap.rows_between(low.y, high.y);
        let blocks = rows.flat_map(move |row| columns.clone().map(move |column| (column, row)));
        let indexes = blocks.flat_map(|(column, row)| self.blockmap.lines_in(column, row));
        indexes.map(|index| &self.lines[index])
    }
}
