//! Aiming: the straight way of a bullet or a blow, and whom it meets first.
//! It hurts nobody; it says who would be hurt.

use laige::prelude::*;

use super::combat::Hit;
use super::crowd::Crowd;
use super::geometry::Vec2;
use super::level::Level;

/// How far bullets carry.
pub const RANGE: f32 = 2048.0;

/// A direction near `towards`, up to `spread` across for each unit along, mostly less.
pub fn astray(towards: Vec2, spread: f32, rng: &mut Prng) -> Vec2 {
    let along = towards.unit();
    let off = (rng.next_f32() - rng.next_f32()) * spread;
    (along + Vec2::new(-along.y, along.x) * off).unit()
}

/// The way of a bullet.
pub struct Ray {
    pub from: Vec2,
    /// Of length 1.
    pub towards: Vec2,
    pub shooter: Entity,
}

impl Ray {
    /// Who is met within `reach`, if no wall is met before.
    pub fn first_within(&self, reach: f32, level: &Level, crowd: &Crowd) -> Option<Entity> {
        let (stander, distance) =
            crowd.first_on_ray(self.from, self.towards, reach, self.shooter)?;
        let there = self.from + self.towards * distance;
        level.sees(self.from, there).then_some(stander.entity)
    }

    pub fn hit(&self, target: Entity, damage: i32) -> Hit {
        Hit { target, source: self.shooter, damage }
    }
}
