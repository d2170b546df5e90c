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
