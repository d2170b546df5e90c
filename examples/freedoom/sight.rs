//! Lines of sight: whether a look or a shot gets from one point to another.
//! Flat, like the rest of the level: whatever has a gap to look through does not block.

use super::geometry::{Vec2, segments_meet};
use super::level::Level;

impl Level {
    /// Whether nothing opaque lies between two points.
    pub fn sees(&self, from: Vec2, to: Vec2) -> bool {
        let mut between = self.blocks_along(from, to);
        !between.any(|(column, row)| {
            let lines = self.blockmap.lines_in(column, row).map(|index| &self.lines[index]);
            lines.filter(|line| line.opaque).any(|line| segments_meet(from, to, line.from, line.to))
        })
    }

    /// The blocks a segment runs through, column by column; a few neighbours more do no harm.
    fn blocks_along(&self, from: Vec2, to: Vec2) -> impl Iterator<Item = (usize, usize)> + '_ {
        let (west, east) = if from.x <= to.x { (from, to) } else { (to, from) };
        let slope = if east.x > west.x { (east.y - west.y) / (east.x - west.x) } else { 0.0 };
        let columns = self.blockmap.columns_between(west.x, east.x);
        columns.flat_map(move |column| {
            let (left, right) = self.blockmap.column_edges(column);
            let (y0, y1) = if east.x > west.x {
                let height = |x: f32| west.y + slope * (x.clamp(west.x, east.x) - west.x);
                (height(left), height(right))
            } else {
                (west.y, east.y)
            };
            let rows = self.blockmap.rows_between(y0.min(y1) - 1.0, y0.max(y1) + 1.0);
            rows.map(move |row| (column, row))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::arguments::data_file;
    use super::super::chance::byte;
    use super::super::wad::Wad;
    use super::*;
    use laige::Prng;

    #[test]
    fn looking_by_blocks_sees_what_looking_at_every_line_sees() {
        let wad =
            Wad::open(&data_file("freedoom-demos.wad")).expect("the data is in the repository");
        let map = wad.map("E2M3").expect("the data has it");
        let level = Level::parse(&wad, map).expect("nothing is wrong with it");
        let mut rng = Prng::new(1);
        let mut seen = 0;
        for line in &level.lines {
            let mut somewhere = || f32::from(byte(&mut rng)) * 6.0 - 768.0;
            let to = line.from + Vec2::new(somewhere(), somewhere());
            let from = line.from + (to - line.from) * 0.125;
            let mut opaque = level.lines.iter().filter(|line| line.opaque);
            let by_lines = !opaque.any(|line| segments_meet(from, to, line.from, line.to));
            assert_eq!(level.sees(from, to), by_lines, "from {from:?} to {to:?}");
            seen += u32::from(by_lines);
        }
        assert!((100..1900).contains(&seen), "both answers occur: {seen}");
    }
}
