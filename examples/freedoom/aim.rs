//! Aiming: the straight way of a bullet or a blow, and whom it meets first.
//! It says who is hit and how hard; what that does to them is in `combat.rs`.

use laige::prelude::*;

use super::chance::Dice;
use super::combat::Hit;
use super::crowd::Crowd;
use super::geometry::Vec2;
use super::level::Level;

/// How far bullets carry.
pub const RANGE: f32 = 2048.0;

/// The way of a bullet or a blow.
pub struct Ray {
    pub shooter: Entity,
    pub from: Vec2,
    /// Of length 1.
    pub towards: Vec2,
    pub reach: f32,
}

impl Ray {
    /// The hit on whom it meets first, unless it meets a wall before.
    pub fn hit(&self, level: &Level, crowd: &Crowd, dice: Dice, rng: &mut Prng) -> Option<Hit> {
        let (stander, distance) =
            crowd.first_on_ray(self.from, self.towards, self.reach, self.shooter)?;
        let there = self.from + self.towards * distance;
        let hit = |target| Hit { target, source: self.shooter, damage: dice.roll(rng) };
        level.sees(self.from, there).then_some(stander.entity).map(hit)
    }
}

/// A direction near `towards`, up to `spread` across for each unit along, mostly less.
pub fn astray(towards: Vec2, spread: f32, rng: &mut Prng) -> Vec2 {
    let along = towards.unit();
    let off = (rng.next_f32() - rng.next_f32()) * spread;
    (along + Vec2::new(-along.y, along.x) * off).unit()
}
