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

    /// Cuts a way into steps shorter than half the body, so that nothing thin is jumped over.
    fn in_steps(&self, way: Vec2) -> (u32, Vec2) {
        let longest = self.radius.max(2.0) * 0.5;
        let (mut steps, mut step) = (1, way);
        while step.dot(step) > longest * longest && steps < 1 << 10 {
            steps *= 2;
            step = step * 0.5;
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
