//! Where blows land: damage, pain, death, and what the dead leave behind.
//! Attackers only note a `Hit`; everything that follows from it happens here, after all of them have acted.

use laige::prelude::*;

use super::arms::{BULLETS, SHELLS};
use super::chance::happens;
use super::components::{
    Armour, Barrel, Brain, Charging, Chasing, Dead, Facing, Health, Here, Item, Lifetime, Monster,
    Placed, Player, Pos, Puff, Shielded, Solid, Stunned, Wandering, WeaponItem,
};
use super::crowd::Crowd;
use super::game::Game;
use super::geometry::Vec2;
use super::level::Level;
use super::monsters::PATIENCE;
use super::player;
use super::spawn::supplies;

/// Somebody is hurt by somebody.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    pub target: Entity,
    pub source: Entity,
    pub damage: i32,
}

/// An explosion.
#[derive(Clone, Copy, Debug)]
pub struct Blast {
    pub at: Vec2,
    /// Damage at the centre, and how far it reaches.
    pub strength: i32,
    pub source: Entity,
}

/// How long a hit may stun.
const PAIN: i32 = 8;

/// The blast of a barrel.
const BARREL_BLAST: i32 = 128;

/// Deals with all hits of the tic, those included that explosions add meanwhile.
pub fn run(game: &mut Game) -> laige::Result<()> {
    let mut next = 0;
    while let Some(&hit) = game.hits.get(next) {
        next += 1;
        land(game, hit)?;
    }
    game.hits.clear();
    Ok(())
}

/// Takes off health; who is gone or dead by now, or never had any, is not hurt.
fn land(game: &mut Game, hit: Hit) -> laige::Result<()> {
    let world = &mut game.world;
    if world.has::<Shielded>(hit.target) {
        return Ok(());
    }
    let damage = match world.get_mut::<Armour>(hit.target) {
        Some(armour) => absorb(armour, hit.damage),
        None => hit.damage,
    };
    let Some(health) = world.get_mut::<Health>(hit.target) else { return Ok(()) };
    health.hp -= damage;
    if health.hp <= 0 { die(game, hit) } else { suffer(game, hit) }
}

/// A third of the damage goes to the armour, as long as it lasts.
fn absorb(armour: &mut Armour, damage: i32) -> i32 {
    let taken = (damage / 3).min(armour.points);
    armour.points -= taken;
    damage - taken
}

/// A monster that lives may be stunned, and goes after whoever hurt it.
fn suffer(game: &mut Game, hit: Hit) -> laige::Result<()> {
    let Game { world, rng, .. } = game;
    let Some(monster) = world.get::<Monster>(hit.target) else { return Ok(()) };
    if happens(rng, monster.pain) {
        world.insert(hit.target, Stunned { tics: PAIN })?;
        world.remove::<Charging>(hit.target)?;
    }
    let alive = world.has::<Health>(hit.source);
    if alive && hit.source != hit.target {
        world.remove::<Wandering>(hit.target)?;
        world.insert(hit.target, Chasing { target: hit.source, patience: PATIENCE })?;
    }
    Ok(())
}

fn die(game: &mut Game, hit: Hit) -> laige::Result<()> {
    let Some(at) = game.world.get::<Pos>(hit.target).map(|pos| pos.at()) else { return Ok(()) };
    if game.world.has::<Player>(hit.target) {
        player::succeed(game)
    } else if game.world.has::<Barrel>(hit.target) {
        explode(game, hit.target, at)
    } else {
        fall(game, hit.target, at)
    }
}

/// A barrel goes, and hurts whoever is near.
fn explode(game: &mut Game, barrel: Entity, at: Vec2) -> laige::Result<()> {
    let Game { world, level, crowd, hits, tally, .. } = game;
    world.despawn(barrel)?;
    tally.despawned += 1;
    blast(level, crowd, hits, Blast { at, strength: BARREL_BLAST, source: Entity::NONE });
    world.spawn((Pos::from(at), Puff, Lifetime { tics: 20 }, Here))?;
    Ok(())
}

/// A monster becomes a corpse: an entity without health, mind and solidity, which no system moves any more.
fn fall(game: &mut Game, monster: Entity, at: Vec2) -> laige::Result<()> {
    let Game { world, crowd, tally, trace, .. } = game;
    world.remove::<(Health, Brain, Solid, Chasing, Wandering, Stunned, Charging)>(monster)?;
    world.insert(monster, Dead)?;
    crowd.leave(monster);
    tally.killed += 1;
    trace.kills.push(at);
    drop_loot(world, monster, at)
}

/// Those who carried a gun leave it, or what was in it.
fn drop_loot(world: &mut World, monster: Entity, at: Vec2) -> laige::Result<()> {
    let place = (Pos::from(at), Facing { angle: 0 }, Item, Here);
    match world.get::<Placed>(monster).map(|placed| placed.number) {
        Some(3004 | 84) => world.spawn((place, supplies(BULLETS, 5)))?,
        Some(9) => world.spawn((place, WeaponItem { slot: 2 }, supplies(SHELLS, 4)))?,
        Some(65) => world.spawn((place, WeaponItem { slot: 3 }, supplies(BULLETS, 10)))?,
        _ => return Ok(()),
    };
    Ok(())
}

/// Hurts everybody around who is not behind a wall: the nearer, the more.
pub fn blast(level: &Level, crowd: &Crowd, hits: &mut Vec<Hit>, blast: Blast) {
    for stander in crowd.iter() {
        let distance = (blast.at.distance(stander.at) - stander.radius).max(0.0);
        let damage = blast.strength - whole_units(distance);
        if damage > 0 && level.sees(blast.at, stander.at) {
            hits.push(Hit { target: stander.entity, source: blast.source, damage });
        }
    }
}

/// A distance in whole units.
#[expect(clippy::cast_possible_truncation, reason = "a distance on a map of 16-bit coordinates")]
fn whole_units(distance: f32) -> i32 {
    distance as i32
}
