//! The player: walks as a recorded command says (or as it is steered, when it is stuck), and fires.
//! It knows no more of the demo than the command of this tic; whom a shot hurts is in `aim.rs`.

use laige::Bundle;
use laige::prelude::*;

use super::aim::{RANGE, Ray, astray};
use super::arms::{
    AMMO_LIMITS, BULLET, BULLETS, FIST, PISTOL, PREFERENCE, SHELLS, SHOTGUN, Shot, Weapon,
    weapon_in,
};
use super::components::{
    Ammo, Armour, Arsenal, Body, Facing, Health, Here, Keys, Player, Pos, Shielded, Solid, Velocity,
};
use super::crowd::Stander;
use super::demo::Command;
use super::game::Game;
use super::geometry::{Vec2, angle_between, angle_of, direction};
use super::level::Mover;
use super::missiles::Launch;
use super::motion::Walk;
use super::steering;

/// The player's size.
pub const RADIUS: f32 = 16.0;

/// Units per tic that a command's push of 1 adds, and what the ground leaves of the speed.
const PUSH: f32 = 1.0 / 32.0;
const FRICTION: f32 = 0.906_25;

/// Whoever is this near to the direction of a shot (in 1/256 of a circle) is aimed at.
const AIM_WITHIN: u8 = 32;

/// Tics for which nothing hurts a player that takes the place of a dead one.
const GRACE: i32 = 105;

/// How far a fist reaches, from the middle of one body to that of the other.
const ARM: f32 = 80.0;

/// Spawns the player where it starts.
pub fn spawn(world: &mut World, (at, angle): (Vec2, u8)) -> laige::Result<Entity> {
    let mut rounds = AMMO_LIMITS.map(|_| 0);
    (rounds[BULLETS], rounds[SHELLS]) = (50, 24);
    let owned = 1 << FIST | 1 << PISTOL | 1 << SHOTGUN;
    let arsenal = Arsenal { owned, slot: SHOTGUN, pause: 0 };
    let place = (Pos::from(at), Facing { angle });
    world.spawn((place, in_good_health(), (arsenal, Ammo { rounds }, Keys { colours: 0 })))
}

/// What a player has at the beginning of each life.
fn in_good_health() -> impl Bundle {
    let still = Velocity { x: 0.0, y: 0.0 };
    (Player, Here, Solid, Body { radius: RADIUS }, Health { hp: 100 }, Armour { points: 0 }, still)
}

/// One tic of the player.
pub fn run(game: &mut Game, command: Command) {
    match steering::way(game, command) {
        Some(way) => walk(game, way),
        None => obey(game, command),
    }
    choose_weapon(game, command.weapon());
    if command.fires() {
        fire(game);
    }
}

/// Turns and pushes as the command says, and goes as fast as the pushes of the last tics make it.
fn obey(game: &mut Game, command: Command) {
    let Game { world, level, crowd, .. } = game;
    query!(world, |who: Entity,
                   pos: &mut Pos,
                   facing: &mut Facing,
                   velocity: &mut Velocity,
                   _: With<Player>| {
        facing.angle = facing.angle.wrapping_add(command.turn);
        let push = |angle: u8, strength: i8| direction(angle) * (f32::from(strength) * PUSH);
        let pushes =
            push(facing.angle, command.forward) + push(facing.angle.wrapping_sub(64), command.side);
        let speed = velocity.per_tic() + pushes;
        let walk = Walk { level, crowd, who, mover: Mover::Player, radius: RADIUS };
        let (at, bump) = walk.slide(pos.at(), speed);
        let speed = if bump.is_some() { at - pos.at() } else { speed };
        *velocity = Velocity::from(speed * FRICTION);
        *pos = Pos::from(at);
        crowd.moved(who, at);
    });
}

/// Goes a given way, as one who is steered.
fn walk(game: &mut Game, way: Vec2) {
    let Game { world, level, crowd, .. } = game;
    query!(world, |who: Entity,
                   pos: &mut Pos,
                   facing: &mut Facing,
                   velocity: &mut Velocity,
                   _: With<Player>| {
        let walk = Walk { level, crowd, who, mover: Mover::Player, radius: RADIUS };
        let (at, _) = walk.slide(pos.at(), way);
        facing.angle = angle_of(way);
        *velocity = Velocity { x: 0.0, y: 0.0 };
        *pos = Pos::from(at);
        crowd.moved(who, at);
    });
}

/// Takes the weapon that the command asks for, if the player has it; another one if that in hand is empty.
fn choose_weapon(game: &mut Game, wanted: Option<u32>) {
    query!(game.world, |arsenal: &mut Arsenal, ammo: &Ammo, _: With<Player>| {
        let has = |slot: u32| arsenal.owned & 1 << slot != 0 && loaded(weapon_in(slot), ammo);
        arsenal.slot = match wanted {
            Some(slot) if has(slot) => slot,
            _ if has(arsenal.slot) => arsenal.slot,
            _ => PREFERENCE.into_iter().find(|&slot| has(slot)).unwrap_or(FIST),
        };
        arsenal.pause = (arsenal.pause - 1).max(0);
    });
}

fn loaded(weapon: &Weapon, ammo: &Ammo) -> bool {
    weapon.needs.is_none_or(|(sort, rounds)| ammo.rounds[sort] >= rounds)
}

/// Fires the weapon in hand, if it is ready, at whoever stands nearest to the line of fire.
fn fire(game: &mut Game) {
    let Game { world, noise, .. } = game;
    let mut shot = None;
    query!(world, |pos: &Pos,
                   facing: &Facing,
                   arsenal: &mut Arsenal,
                   ammo: &mut Ammo,
                   _: With<Player>| {
        let weapon = weapon_in(arsenal.slot);
        if arsenal.pause > 0 || !loaded(weapon, ammo) {
            return;
        }
        arsenal.pause = weapon.pause;
        if let Some((sort, rounds)) = weapon.needs {
            ammo.rounds[sort] -= rounds;
            *noise = Some(pos.at());
        }
        shot = Some((weapon.shot, pos.at(), facing.angle));
    });
    if let Some((shot, from, angle)) = shot {
        let towards = aim(game, from, angle).unwrap_or(direction(angle));
        shoot(game, shot, from, towards);
    }
}

/// The way to the nearest monster that stands about where the player looks.
fn aim(game: &Game, from: Vec2, angle: u8) -> Option<Vec2> {
    let ahead = |other: &&Stander| {
        let to_other = other.at - from;
        other.alive
            && other.entity != game.player
            && to_other.length() < RANGE
            && angle_between(angle_of(to_other), angle) <= AIM_WITHIN
            && game.level.sees(from, other.at)
    };
    let distance = |other: &&Stander| from.distance(other.at);
    let nearest =
        game.crowd.iter().filter(ahead).min_by(|a, b| distance(a).total_cmp(&distance(b)));
    nearest.map(|other| other.at - from)
}

fn shoot(game: &mut Game, shot: Shot, from: Vec2, towards: Vec2) {
    let Game { level, crowd, rng, hits, launches, player, .. } = game;
    let shooter = *player;
    match shot {
        Shot::Swing(dice) => {
            let ray = Ray { shooter, from, towards: towards.unit(), reach: ARM };
            hits.extend(ray.hit(level, crowd, dice, rng));
        }
        Shot::Bullets { count, spread } => {
            for _ in 0..count {
                let towards = astray(towards, spread, rng);
                let ray = Ray { shooter, from, towards, reach: RANGE };
                hits.extend(ray.hit(level, crowd, BULLET, rng));
            }
        }
        Shot::Missile(kind) => launches.push(Launch { owner: shooter, from, towards, kind }),
    }
}

/// The player died: another one takes its place and its belongings, and for a while nothing hurts it. It is a new
/// entity, so whoever was after the old one finds nobody.
pub fn succeed(game: &mut Game) -> laige::Result<()> {
    let Game { world, crowd, player, tally, .. } = game;
    let players = world.query::<(&Pos, &Facing, &Arsenal, &Ammo, &Keys)>();
    let Some((&pos, &facing, &arsenal, &ammo, &keys)) = players.get(*player) else { return Ok(()) };
    world.despawn(*player)?;
    crowd.leave(*player);
    let belongings = (arsenal, ammo, keys);
    *player = world.spawn((pos, facing, in_good_health(), belongings, Shielded { tics: GRACE }))?;
    tally.deaths += 1;
    tally.despawned += 1;
    Ok(())
}
