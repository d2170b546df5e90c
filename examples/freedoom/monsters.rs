//! What monsters do on foot: notice somebody, chase, lose sight, wander.
//! Attacks are in `attacks.rs`; here nobody is hurt.

use laige::prelude::*;

use super::chance::byte;
use super::components::{
    Ambush, Body, Brain, Charging, Chasing, Facing, Flying, Here, Monster, Pos, Stunned, Wandering,
};
use super::game::Game;
use super::geometry::{Vec2, direction};
use super::level::Mover;
use super::motion::Walk;
use super::steps::{EIGHTH, NOWHERE, Step};

/// The brain of a monster that nobody has disturbed.
pub const UNDISTURBED: Brain = Brain { wait: 0, look: 0, steps: 0, heading: NOWHERE };

/// How far monsters see and hear, and how near somebody behind them is noticed all the same.
const SEES: f32 = 2048.0;
const HEARS: f32 = 640.0;
const FEELS: f32 = 64.0;

/// Tics between two looks around.
const LOOK_EVERY: u16 = 10;

/// Tics until a monster gives up on a target it does not see, and for how many it then walks about.
pub const PATIENCE: i32 = 140;
const WANDERS: i32 = 350;

/// Those who are not after anybody listen, and look for the player.
pub fn notice(game: &mut Game) -> laige::Result<()> {
    let Game { world, level, crowd, noise, marked, .. } = game;
    let Some(player) = crowd.find(game.player) else { return Ok(()) };
    query!(world, |monster: Entity,
                   pos: &Pos,
                   facing: &Facing,
                   brain: &mut Brain,
                   ambush: Option<&Ambush>,
                   _: With<Here>,
                   _: Without<Chasing>| {
        let hears = |noise: Vec2| ambush.is_none() && pos.at().distance(noise) < HEARS;
        let sees = |to_player: Vec2| {
            let (distance, ahead) =
                (to_player.length(), direction(facing.angle).dot(to_player) > 0.0);
            (distance < FEELS || ahead && distance < SEES) && level.sees(pos.at(), player.at)
        };
        if noise.is_some_and(hears) || is_due(&mut brain.look) && sees(player.at - pos.at()) {
            marked.push(monster);
        }
    });
    *noise = None;
    for monster in marked.drain(..) {
        world.remove::<Wandering>(monster)?;
        world.insert(monster, Chasing { target: game.player, patience: PATIENCE })?;
    }
    Ok(())
}

/// Counts down to a look around; true once every `LOOK_EVERY` tics.
fn is_due(look: &mut u16) -> bool {
    let due = *look == 0;
    *look = if due { LOOK_EVERY } else { *look - 1 };
    due
}

/// Those who have not seen their target for long, or whose target is dead, give up and wander.
pub fn give_up(game: &mut Game) -> laige::Result<()> {
    let Game { world, level, crowd, marked, .. } = game;
    query!(world, |monster: Entity,
                   pos: &Pos,
                   brain: &mut Brain,
                   chasing: &mut Chasing,
                   _: With<Here>| {
        let Some(target) = crowd.find(chasing.target) else {
            marked.push(monster);
            return;
        };
        if is_due(&mut brain.look) {
            let seen = level.sees(pos.at(), target.at);
            chasing.patience =
                if seen { PATIENCE } else { chasing.patience - i32::from(LOOK_EVERY) };
        }
        if chasing.patience <= 0 {
            marked.push(monster);
        }
    });
    for monster in marked.drain(..) {
        world.remove::<Chasing>(monster)?;
        world.insert(monster, Wandering { tics: WANDERS })?;
    }
    Ok(())
}

/// Those who chase take a step towards their target, when it is time.
pub fn chase(game: &mut Game) {
    let Game { world, level, crowd, rng, .. } = game;
    query!(world, |who: Entity,
                   pos: &mut Pos,
                   facing: &mut Facing,
                   brain: &mut Brain,
                   chasing: &Chasing,
                   monster: &Monster,
                   body: &Body,
                   flying: Option<&Flying>,
                   _: With<Here>,
                   _: Without<Stunned>,
                   _: Without<Charging>| {
        let Some(target) = crowd.find(chasing.target) else { return };
        if is_time(brain, monster.pause) {
            let to_target = target.at - pos.at();
            let walk = Walk { level, crowd, who, mover: mover(flying), radius: body.radius };
            let at =
                Step { walk, from: pos.at(), stride: monster.stride }.take(brain, to_target, rng);
            (*pos, *facing) = (Pos::from(at), faced(*facing, brain.heading));
            crowd.moved(who, at);
        }
    });
}

/// Those who wander take a step in some direction, when it is time.
pub fn wander(game: &mut Game) {
    let Game { world, level, crowd, rng, .. } = game;
    query!(world, |who: Entity,
                   pos: &mut Pos,
                   facing: &mut Facing,
                   brain: &mut Brain,
                   monster: &Monster,
                   body: &Body,
                   flying: Option<&Flying>,
                   _: With<Wandering>,
                   _: With<Here>,
                   _: Without<Stunned>| {
        if is_time(brain, monster.pause) {
            let somewhere = direction(byte(rng)) * 64.0;
            let walk = Walk { level, crowd, who, mover: mover(flying), radius: body.radius };
            let at =
                Step { walk, from: pos.at(), stride: monster.stride }.take(brain, somewhere, rng);
            (*pos, *facing) = (Pos::from(at), faced(*facing, brain.heading));
            crowd.moved(who, at);
        }
    });
}

/// Counts down to a monster's next step.
fn is_time(brain: &mut Brain, pause: u16) -> bool {
    let now = brain.wait == 0;
    brain.wait = if now { pause - 1 } else { brain.wait - 1 };
    now
}

fn mover(flying: Option<&Flying>) -> Mover {
    if flying.is_some() { Mover::Flyer } else { Mover::Walker }
}

/// Looks where it goes; who stands still looks where it did.
fn faced(facing: Facing, heading: u8) -> Facing {
    if heading == NOWHERE { facing } else { Facing { angle: heading * EIGHTH } }
}
