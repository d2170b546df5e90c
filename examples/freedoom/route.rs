//! Finding a way: a grid of squares over the level, flooded from where one stands until a goal is met.
//! Which squares connect is found out when first asked, by walking from one middle to the next.

use std::collections::VecDeque;

use laige::Entity;

use super::crowd::Crowd;
use super::geometry::Vec2;
use super::level::{Level, Mover};
use super::motion::Walk;

/// The side of a square; a whole number of them make a block.
const SQUARE: f32 = 32.0;
const PER_BLOCK: usize = 4;

/// The neighbours of a square, in columns and rows: first straight, then across.
const NEIGHBOURS: [(isize, isize); 8] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

/// Where somebody could go.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    pub entity: Entity,
    pub at: Vec2,
    /// How near is near enough.
    pub within: f32,
}

/// The squares of a level.
pub struct Grid {
    origin: Vec2,
    columns: usize,
    rows: usize,
    /// For each square the neighbours one can walk to, one bit each; `None` if nobody has asked yet.
    ways: Vec<Option<u8>>,
}

/// What a flood needs to try a way.
pub struct Ground<'a> {
    pub level: &'a Level,
    /// Those who stand in the way and never move.
    pub pillars: &'a Crowd,
    pub radius: f32,
}

impl Ground<'_> {
    fn walks(&self, from: Vec2, way: Vec2) -> bool {
        let Self { level, pillars: crowd, radius } = *self;
        let walk = Walk { level, crowd, who: Entity::NONE, mover: Mover::Player, radius };
        walk.go(from, way).1.is_none()
    }
}

impl Grid {
    pub fn new(level: &Level) -> Self {
        let blocks = |count: u16| usize::from(count) * PER_BLOCK;
        let (columns, rows) = (blocks(level.blockmap.columns), blocks(level.blockmap.rows));
        Self { origin: level.blockmap.origin, columns, rows, ways: vec![None; columns * rows] }
    }

    /// The way to the goal with the fewest squares between, as points to walk to, the last one first.
    pub fn nearest(
        &mut self,
        ground: &Ground<'_>,
        from: Vec2,
        goals: &[Goal],
    ) -> Option<(Goal, Vec<Vec2>)> {
        let start = self.entry(ground, from)?;
        let mut came_from = vec![None; self.ways.len()];
        came_from[start] = Some(start);
        let mut queue = VecDeque::from([start]);
        while let Some(square) = queue.pop_front() {
            let middle = self.middle(square);
            if let Some(&goal) = goals.iter().find(|goal| goal.at.distance(middle) < goal.within) {
                return Some((goal, self.path_back(&came_from, start, square)));
            }
            let ways = self.ways_from(ground, square);
            for (bit, neighbour) in self.neighbours(square) {
                if ways & 1 << bit != 0 && came_from[neighbour].is_none() {
                    came_from[neighbour] = Some(square);
                    queue.push_back(neighbour);
                }
            }
        }
        None
    }

    fn path_back(&self, came_from: &[Option<usize>], start: usize, end: usize) -> Vec<Vec2> {
        let mut path = vec![self.middle(end)];
        let mut square = end;
        while let Some(before) = came_from[square].filter(|_| square != start) {
            path.push(self.middle(before));
            square = before;
        }
        path
    }

    /// The square to begin with: the nearest whose middle one can walk to.
    fn entry(&self, ground: &Ground<'_>, from: Vec2) -> Option<usize> {
        let own = self.square_at(from)?;
        let around = self.neighbours(own).map(|(_, neighbour)| neighbour);
        let mut squares: Vec<usize> = around.chain([own]).collect();
        squares.sort_by(|&a, &b| {
            let distance = |square| from.distance(self.middle(square));
            distance(a).total_cmp(&distance(b)).then(a.cmp(&b))
        });
        squares.into_iter().find(|&square| ground.walks(from, self.middle(square) - from))
    }

    /// One bit for each neighbour one can walk to from the middle of a square.
    fn ways_from(&mut self, ground: &Ground<'_>, square: usize) -> u8 {
        if let Some(ways) = self.ways[square] {
            return ways;
        }
        let middle = self.middle(square);
        let open = |&(_, neighbour): &(usize, usize)| {
            ground.walks(middle, self.middle(neighbour) - middle)
        };
        let ways = self.neighbours(square).filter(open).fold(0, |ways, (bit, _)| ways | 1 << bit);
        self.ways[square] = Some(ways);
        ways
    }

    /// The neighbours there are, each with the number of its direction.
    fn neighbours(&self, square: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (columns, rows) = (self.columns, self.rows);
        let (column, row) = (square % columns, square / columns);
        NEIGHBOURS.iter().enumerate().filter_map(move |(bit, &(right, up))| {
            let column = column.checked_add_signed(right).filter(|&column| column < columns)?;
            let row = row.checked_add_signed(up).filter(|&row| row < rows)?;
            Some((bit, row * columns + column))
        })
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "neither negative nor large: checked"
    )]
    fn square_at(&self, p: Vec2) -> Option<usize> {
        let (right, up) = ((p.x - self.origin.x) / SQUARE, (p.y - self.origin.y) / SQUARE);
        if right < 0.0 || up < 0.0 {
            return None;
        }
        let (column, row) = (right as usize, up as usize);
        (column < self.columns && row < self.rows).then(|| row * self.columns + column)
    }

    #[expect(clippy::cast_precision_loss, reason = "at most 262,140 squares in a row")]
    fn middle(&self, square: usize) -> Vec2 {
        let (column, row) = (square % self.columns, square / self.columns);
        self.origin + Vec2::new(column as f32 + 0.5, row as f32 + 0.5) * SQUARE
    }
}

#[cfg(test)]
mod tests {
    use super::super::small_wad::small_level;
    use super::*;

    fn goal_at(x: f32, y: f32) -> Goal {
        Goal { entity: Entity::NONE, at: Vec2::new(x, y), within: 30.0 }
    }

    #[test]
    fn a_path_leads_to_the_nearest_goal_and_every_leg_can_be_walked() {
        let (level, pillars) = (small_level(), Crowd::default());
        let ground = Ground { level: &level, pillars: &pillars, radius: 16.0 };
        let start = Vec2::new(40.0, 40.0);
        let goals = [goal_at(220.0, 220.0), goal_at(40.0, 200.0)];
        let found = Grid::new(&level).nearest(&ground, start, &goals);
        let (goal, mut path) = found.expect("nothing is in the way");
        assert_eq!(goal.at, goals[1].at);
        let mut at = start;
        while let Some(point) = path.pop() {
            assert!(ground.walks(at, point - at), "from {at:?} to {point:?}");
            at = point;
        }
        assert!(at.distance(goal.at) < goal.within);
    }

    #[test]
    fn there_is_no_way_through_a_wall() {
        let (level, pillars) = (small_level(), Crowd::default());
        let ground = Ground { level: &level, pillars: &pillars, radius: 16.0 };
        let goals = [goal_at(300.0, 40.0)];
        assert!(Grid::new(&level).nearest(&ground, Vec2::new(40.0, 40.0), &goals).is_none());
    }
}
