//! What monsters do to those they chase: one system for each way to attack, and each a component of its own.
//! The blows land in `combat.rs`; a missile is only launched here.

use laige::prelude::*;

use super::aim::{RANGE, Ray, astray};
use super::arms::BULLET;
use super::catalogue::LOST_SOUL;
use super::chance::Dice;
use super::combat::Hit;
use super::components::{
    Body, Brain, Brood, Charger, Charging, Chasing, Claws, Facing, Flying, Gun, Here, MissileKind,
    Pos, Stunned,
};
use super::crowd::Stander;
use super::game::Game;
use super::geometry::{Vec2, angle_of};
use super::level::{Level, Mover};
use super::missiles::Launch;
use super::monsters::{PATIENCE, UNDISTURBED};
use super::motion::Walk;
use super::spawn::flesh_of;

/// How far claws reach beyond the two bodies.
const REACH: f32 = 24.0;

/// How far bullets of monsters go astray.
const SPREAD: f32 = 0.4;

/// Tics an attack takes.
const BUSY: u16 = 24;

/// Map units per tic of a charge, and what it does to whom it hits.
const CHARGE: f32 = 20.0;
const RAM: Dice = Dice { scale: 3, sides: 8 };

pub fn run(game: &mut Game) -> laige::Result<()> {
    claw(game);
    fire(game);
    throw(game);
    charge(game)?;
    fly(game)?;
    send_souls(game)
}

/// Those with claws hit a target in reach.
fn claw(game: &mut Game) {
    let Game { world, crowd, rng, hits, .. } = game;
    query!(world, |source: Entity,
                   pos: &Pos,
                   facing: &mut Facing,
                   brain: &mut Brain,
                   chasing: &Chasing,
                   claws: &Claws,
                   body: &Body,
                   _: With<Here>,
                   _: Without<Stunned>| {
        let Some(target) = crowd.find(chasing.target) else { return };
        let to_target = target.at - pos.at();
        if brain.wait == 0 && to_target.length() < body.radius + target.radius + REACH {
            turn_to(brain, facing, to_target);
            hits.push(Hit { target: target.entity, source, damage: claws.dice().roll(rng) });
        }
    });
}

/// Those with a gun fire at a target they see.
fn fire(game: &mut Game) {
    let Game { world, level, crowd, rng, hits, .. } = game;
    query!(world, |shooter: Entity,
                   pos: &Pos,
                   facing: &mut Facing,
                   brain: &mut Brain,
                   chasing: &Chasing,
                   gun: &Gun,
                   _: With<Here>,
                   _: Without<Stunned>| {
        let Some(target) = crowd.find(chasing.target) else { return };
        let aim = Aim { level, from: pos.at(), target, claws: false };
        if aim.dares(*brain, rng) {
            turn_to(brain, facing, target.at - pos.at());
            for _ in 0..gun.bullets {
                let towards = astray(target.at - pos.at(), SPREAD, rng);
                let ray = Ray { shooter, from: pos.at(), towards, reach: RANGE };
                hits.extend(ray.hit(level, crowd, BULLET, rng));
            }
        }
    });
}

/// Those with a missile throw it at a target they see.
fn throw(game: &mut Game) {
    let Game { world, level, crowd, rng, launches, .. } = game;
    query!(world, |owner: Entity,
                   pos: &Pos,
                   facing: &mut Facing,
                   brain: &mut Brain,
                   chasing: &Chasing,
                   kind: &MissileKind,
                   claws: Option<&Claws>,
                   _: With<Here>,
                   _: Without<Stunned>| {
        let Some(target) = crowd.find(chasing.target) else { return };
        let aim = Aim { level, from: pos.at(), target, claws: claws.is_some() };
        if aim.dares(*brain, rng) {
            let towards = target.at - pos.at();
            turn_to(brain, facing, towards);
            launches.push(Launch { owner, from: pos.at(), towards, kind: *kind });
        }
    });
}

/// Chargers set off for a target they see.
fn charge(game: &mut Game) -> laige::Result<()> {
    let Game { world, level, crowd, rng, charges, .. } = game;
    query!(world, |charger: Entity,
                   pos: &Pos,
                   facing: &mut Facing,
                   brain: &mut Brain,
                   chasing: &Chasing,
                   _: With<Charger>,
                   _: With<Here>,
                   _: Without<Stunned>,
                   _: Without<Charging>| {
        let Some(target) = crowd.find(chasing.target) else { return };
        let aim = Aim { level, from: pos.at(), target, claws: false };
        if aim.dares(*brain, rng) {
            let way = (target.at - pos.at()).unit() * CHARGE;
            turn_to(brain, facing, way);
            charges.push((charger, Charging { x: way.x, y: way.y }));
        }
    });
    for (charger, charging) in charges.drain(..) {
        world.insert(charger, charging)?;
    }
    Ok(())
}

/// Chargers on their way fly on until they hit something.
fn fly(game: &mut Game) -> laige::Result<()> {
    let Game { world, level, crowd, rng, hits, marked, .. } = game;
    query!(world, |who: Entity,
                   pos: &mut Pos,
                   charging: &Charging,
                   body: &Body,
                   _: With<Here>,
                   _: Without<Stunned>| {
        let walk = Walk { level, crowd, who, mover: Mover::Flyer, radius: body.radius };
        let (at, bump) = walk.go(pos.at(), Vec2::new(charging.x, charging.y));
        *pos = Pos::from(at);
        crowd.moved(who, at);
        if let Some(bump) = bump {
            marked.push(who);
            if let Some(target) = bump.body {
                hits.push(Hit { target, source: who, damage: RAM.roll(rng) });
            }
        }
    });
    for charger in marked.drain(..) {
        world.remove::<Charging>(charger)?;
    }
    Ok(())
}

/// Those with a brood send a lost soul after a target they see.
fn send_souls(game: &mut Game) -> laige::Result<()> {
    let Game { world, level, crowd, rng, souls, .. } = game;
    query!(world, |pos: &Pos,
                   facing: &mut Facing,
                   brain: &mut Brain,
                   chasing: &Chasing,
                   brood: &mut Brood,
                   body: &Body,
                   _: With<Here>,
                   _: Without<Stunned>| {
        let Some(target) = crowd.find(chasing.target) else { return };
        let aim = Aim { level, from: pos.at(), target, claws: false };
        if brood.left > 0 && aim.dares(*brain, rng) {
            let towards = (target.at - pos.at()).unit();
            let at = pos.at() + towards * (body.radius + LOST_SOUL.radius + 4.0);
            turn_to(brain, facing, towards);
            if level.sees(pos.at(), at)
                && crowd.touching(at, LOST_SOUL.radius, Entity::NONE).is_none()
            {
                brood.left -= 1;
                souls.push((at, chasing.target));
            }
        }
    });
    for (at, target) in souls.drain(..) {
        let place = (Pos::from(at), Facing { angle: 0 }, Here);
        let mind = (UNDISTURBED, Chasing { target, patience: PATIENCE });
        world.spawn((place, flesh_of(LOST_SOUL), Charger, Flying, mind))?;
    }
    Ok(())
}

/// Turns to the target, and is busy for a while.
fn turn_to(brain: &mut Brain, facing: &mut Facing, to_target: Vec2) {
    brain.wait = BUSY;
    facing.angle = angle_of(to_target);
}

/// A monster that thinks about attacking from afar.
struct Aim<'a> {
    level: &'a Level,
    from: Vec2,
    target: &'a Stander,
    claws: bool,
}

impl Aim<'_> {
    /// Between two directions, if it sees the target: the nearer, the more likely, and less so for those with claws.
    fn dares(&self, brain: Brain, rng: &mut Prng) -> bool {
        if brain.wait > 0 || brain.steps > 0 {
            return false;
        }
        let distance = self.from.distance(self.target.at);
        let caution = distance - if self.claws { 64.0 } else { 192.0 };
        distance < RANGE
            && rng.next_f32() * 256.0 >= caution.min(200.0)
            && self.level.sees(self.from, self.target.at)
    }
}
