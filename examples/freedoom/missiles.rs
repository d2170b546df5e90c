//! Missiles: entities that are spawned when launched, fly, and are despawned where they burst.
//! What the burst does to those around is combat's business.

use laige::prelude::*;

use super::chance::Dice;
use super::combat::{Blast, Hit, blast};
use super::components::{Here, Lifetime, Missile, MissileKind, Pos, Puff, Velocity};
use super::game::Game;
use super::geometry::Vec2;

/// Tics the smoke of a burst lasts.
const SMOKE: i32 = 12;

/// A missile about to be spawned.
#[derive(Clone, Copy, Debug)]
pub struct Launch {
    pub owner: Entity,
    pub from: Vec2,
    pub towards: Vec2,
    pub kind: MissileKind,
}

/// A missile that flew into something.
#[derive(Clone, Copy, Debug)]
pub struct Burst {
    missile: Entity,
    owner: Entity,
    at: Vec2,
    kind: MissileKind,
    /// Whom it hit, if it was not a wall.
    target: Option<Entity>,
}

pub fn run(game: &mut Game) -> laige::Result<()> {
    launch(game)?;
    fly(game);
    burst(game)
}

fn launch(game: &mut Game) -> laige::Result<()> {
    for Launch { owner, from, towards, kind } in game.launches.drain(..) {
        let velocity = Velocity::from(towards.unit() * kind.speed);
        game.world.spawn((Pos::from(from), velocity, kind, Missile { owner }, Here))?;
    }
    Ok(())
}

fn fly(game: &mut Game) {
    let Game { world, level, crowd, bursts, .. } = game;
    query!(world, |entity: Entity,
                   pos: &mut Pos,
                   velocity: &Velocity,
                   kind: &MissileKind,
                   missile: &Missile,
                   _: With<Here>| {
        let (at, to) = (pos.at(), pos.at() + velocity.per_tic());
        let target = crowd.touching(to, kind.radius, missile.owner).map(|stander| stander.entity);
        let walled = !level.blockmap.contains(to) || !level.sees(at, to);
        if walled || target.is_some() {
            let target = target.filter(|_| !walled);
            bursts.push(Burst { missile: entity, owner: missile.owner, at, kind: *kind, target });
        } else {
            *pos = Pos::from(to);
        }
    });
}

fn burst(game: &mut Game) -> laige::Result<()> {
    let Game { world, level, crowd, rng, bursts, hits, tally, .. } = game;
    for Burst { missile, owner, at, kind, target } in bursts.drain(..) {
        world.despawn(missile)?;
        tally.despawned += 1;
        if let Some(target) = target {
            let dice = Dice { scale: kind.harm, sides: 8 };
            hits.push(Hit { target, source: owner, damage: dice.roll(rng) });
        }
        if kind.blast > 0 {
            blast(level, crowd, hits, Blast { at, strength: kind.blast, source: owner });
        }
        world.spawn((Pos::from(at), Puff, Lifetime { tics: SMOKE }, Here))?;
    }
    Ok(())
}
