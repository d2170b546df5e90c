//! Moving a body: how far it gets before a line or another body stops it, and how it slides along.
//! It decides where a body ends up, and leaves it to the caller to put it there.

use laige::prelude::*;

use super::crowd::Crowd;
use super::geometry::{Vec2, distance_squared, segments_meet};
use super::level::{Level, Line, Mover};

/// How much nearer (squared) still counts as sliding along, since sums are rounded.
const GRAZE: f32 = 0.01;

/// A body that wants to move.
pub struct Walk<'a> {
    pub level: &'a Level,
    pub crowd: &'a Crowd,
    pub who: Entity,
    pub mover: Mover,
    pub radius: f32,
}

/// What stopped a body.
#[derive(Clone, Copy, Debug)]
pub struct Bump {
    /// The direction in which its surface runs.
    along: Vec2,
    /// The entity, if it was not a line.
    pub body: Option<Entity>,
}

impl Walk<'_> {
    /// Goes straight as far as there is room: where it ends, and what stopped it.
    pub fn go(&self, from: Vec2, way: Vec2) -> (Vec2, Option<Bump>) {
        let mut at = from;
        let (steps, step) = self.in_steps(way);
        for _ in 0..steps {
            let next = at + step;
            if let Some(bump) = self.obstacle(at, next) {
                return (at, Some(bump));
            }
            at = next;
        }
        (at, None)
    }

    /// Goes as far as there is room, then along whatever was in the way: where it ends, and what stopped it at first.
    pub fn slide(&self, from: Vec2, way: Vec2) -> (Vec2, Option<Bump>) {
        let (at, bump) = self.go(from, way);
        let Some(Bump { along, .. }) = bump else { return (at, None) };
        let rest = way - (at - from);
        let (at, _) = self.go(at, along * along.dot(rest));
        (at, bump)
    }

    /// Cuts a way into steps no longer than half the body, so that nothing thin is jumped over. A way that
    /// would take more than a thousand of them is none.
    fn in_steps(&self, way: Vec2) -> (u32, Vec2) {
        let longest = self.radius.max(2.0) * 0.5;
        let (mut steps, mut step) = (1, way);
        while step.dot(step) > longest * longest {
            if steps > 1000 {
                return (0, Vec2::default());
            }
            (steps, step) = (steps * 2, step * 0.5);
        }
        (steps, step)
    }

    fn obstacle(&self, from: Vec2, to: Vec2) -> Option<Bump> {
        if !self.level.blockmap.contains(to) {
            return Some(Bump { along: Vec2::default(), body: None });
        }
        let line = self
            .level
            .lines_near(to - self.reach(), to + self.reach())
            .find(|line| self.hits_line(line, from, to));
        match line {
            Some(line) => Some(Bump { along: (line.to - line.from).unit(), body: None }),
            None => self.body_in_the_way(from, to),
        }
    }

    fn reach(&self) -> Vec2 {
        // A step is at most half a radius, so a line crossed by it is in reach of its end.
        Vec2::new(self.radius, self.radius)
    }

    /// A line stops who would cross it, or would come nearer while touching it. Who already touches it may
    /// go along or away, so that nobody sticks.
    fn hits_line(&self, line: &Line, from: Vec2, to: Vec2) -> bool {
        let distance = |p| distance_squared(p, line.from, line.to);
        let comes_nearer = || distance(to) + GRAZE < distance(from);
        distance(to) < self.radius * self.radius
            && line.stops(self.mover, from)
            && (comes_nearer() || segments_meet(from, to, line.from, line.to))
    }

    fn body_in_the_way(&self, from: Vec2, to: Vec2) -> Option<Bump> {
        let comes_nearer = |other: Vec2| to.distance(other) < from.distance(other);
        let mut others = self.crowd.iter().filter(|other| other.entity != self.who);
        let other = others.find(|other| {
            to.distance(other.at) < self.radius + other.radius && comes_nearer(other.at)
        })?;
        let towards = (other.at - from).unit();
        Some(Bump { along: Vec2::new(-towards.y, towards.x), body: Some(other.entity) })
    }
}

#[cfg(test)]
mod tests {
    use super::super::small_wad::small_level;
    use super::*;

    /// Where a player gets to in the small room, whose walls are at 0 and 255.
    fn walk(from: (f32, f32), way: (f32, f32)) -> (Vec2, Vec2) {
        let (level, crowd) = (small_level(), Crowd::default());
        let (who, mover) = (Entity::NONE, Mover::Player);
        let walk = Walk { level: &level, crowd: &crowd, who, mover, radius: 16.0 };
        let (from, way) = (Vec2::new(from.0, from.1), Vec2::new(way.0, way.1));
        (walk.go(from, way).0, walk.slide(from, way).0)
    }

    #[test]
    fn who_has_room_gets_there_over_a_low_step_too() {
        let there = Vec2::new(200.0, 60.0);
        assert_eq!(walk((60.0, 200.0), (140.0, -140.0)), (there, there));
    }

    #[test]
    fn a_wall_stops_a_body_at_its_radius() {
        let (stopped, _) = walk((60.0, 60.0), (-100.0, 0.0));
        assert!((16.0..24.0).contains(&stopped.x), "{stopped:?}");
        assert_eq!(walk((60.0, 60.0), (-9e9, 0.0)).0, Vec2::new(60.0, 60.0), "not even a step");
    }

    #[test]
    fn who_runs_into_a_wall_at_an_angle_slides_along() {
        let (stopped, slid) = walk((30.0, 60.0), (-40.0, 40.0));
        assert!(stopped.y < 90.0 && slid.y > 99.0 && slid.x >= 16.0, "{stopped:?} {slid:?}");
    }

    #[test]
    fn who_touches_a_wall_may_walk_away_and_along() {
        assert_eq!(walk((10.0, 60.0), (20.0, 0.0)).0, Vec2::new(30.0, 60.0));
        assert_eq!(walk((10.0, 60.0), (0.0, 20.0)).0, Vec2::new(10.0, 80.0));
        assert_eq!(walk((10.0, 60.0), (-8.0, 0.0)).0, Vec2::new(10.0, 60.0));
    }
}
