//! What monsters do on foot: notice somebody, chase, lose sight, wander.
//! Attacks are in `attacks.rs`; here nobody is hurt.

use laige::prelude::*;

use super::arms::below;
use super::components::{
    Ambush, Body, Brain, Charging, Chasing, Facing, Flying, Here, Monster, Pos, Stunned, Wandering,
};
use super::game::Game;
use super::geometry::{Vec2, direction};
use super::level::Mover;
use super::motion::Walk;

/// A heading that leads nowhere; 0 to 7 are the eight directions from east over north.
const NOWHERE: u8 = 8;

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
        if takes_step(brain, monster.pause) {
            let to_target = target.at - pos.at();
            let mover = if flying.is_some() { Mover::Flyer } else { Mover::Walker };
            let walk = Walk { level, crowd, who, mover, radius: body.radius };
            let at = step(&walk, rng, brain, pos.at(), monster.stride, to_target);
            finish_step(pos, facing, brain.heading, at);
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
        if takes_step(brain, monster.pause) {
            let mover = if flying.is_some() { Mover::Flyer } else { Mover::Walker };
            let walk = Walk { level, crowd, who, mover, radius: body.radius };
            let somewhere = direction(below(rng, 256).to_le_bytes()[0]) * 64.0;
            let at = step(&walk, rng, brain, pos.at(), monster.stride, somewhere);
            finish_step(pos, facing, brain.heading, at);
            crowd.moved(who, at);
        }
    });
}

/// Counts down to a monster's next step.
fn takes_step(brain: &mut Brain, pause: u16) -> bool {
    if brain.wait > 0 {
        brain.wait -= 1;
        return false;
    }
    brain.wait = pause - 1;
    true
}

fn finish_step(pos: &mut Pos, facing: &mut Facing, heading: u8, at: Vec2) {
    *pos = Pos::from(at);
    if heading != NOWHERE {
        facing.angle = heading * 32;
    }
}

/// One step: on in the old direction while its steps last and nothing is in the way, else in a new one.
fn step(
    walk: &Walk<'_>,
    rng: &mut Prng,
    brain: &mut Brain,
    at: Vec2,
    stride: f32,
    towards: Vec2,
) -> Vec2 {
    let try_heading = |heading: u8| {
        let (end, bump) = walk.go(at, direction(heading * 32) * stride);
        bump.is_none().then_some(end)
    };
    if brain.steps > 0 && brain.heading != NOWHERE {
        brain.steps -= 1;
        if let Some(end) = try_heading(brain.heading) {
            return end;
        }
    }
    for heading in wishes(rng, brain.heading, towards) {
        if heading != NOWHERE {
            if let Some(end) = try_heading(heading) {
                brain.heading = heading;
                brain.steps = below(rng, 16).to_le_bytes()[0];
                return end;
            }
        }
    }
    brain.heading = NOWHERE;
    at
}

/// The headings to try, best first: the diagonal, the two straight ones, the old one, all round, and back at last.
fn wishes(rng: &mut Prng, old: u8, towards: Vec2) -> [u8; 13] {
    const NEAR: f32 = 10.0;
    let choose = |way: f32, positive: u8, negative: u8| match way {
        way if way > NEAR => positive,
        way if way < -NEAR => negative,
        _ => NOWHERE,
    };
    let (east_west, north_south) = (choose(towards.x, 0, 4), choose(towards.y, 2, 6));
    let diagonal = match (east_west, north_south) {
        (0, 2) => 1,
        (4, 2) => 3,
        (4, 6) => 5,
        (0, 6) => 7,
        _ => NOWHERE,
    };
    let mostly_y = towards.y.abs() > towards.x.abs();
    let (first, second) = if mostly_y || below(rng, 8) == 0 {
        (north_south, east_west)
    } else {
        (east_west, north_south)
    };
    let back = if old == NOWHERE { NOWHERE } else { old ^ 4 };
    let clockwise = below(rng, 2) == 0;
    let round = |i: u8| if clockwise { 7 - i } else { i };
    let mut wishes = [diagonal, first, second, old, 0, 1, 2, 3, 4, 5, 6, 7, back];
    for wish in &mut wishes[4..12] {
        *wish = round(*wish);
    }
    for wish in &mut wishes[..12] {
        if *wish == back {
            *wish = NOWHERE;
        }
    }
    wishes
}
