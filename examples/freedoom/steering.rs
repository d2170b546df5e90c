//! Steering: a player who is stuck is led to the nearest item it has use for, and then left to its demo again.
//! A demo is played blindly, and this is not the game it was recorded with, so sooner or later it runs into a wall.

use laige::prelude::*;

use super::components::{Here, Item, Pos};
use super::crowd::Crowd;
use super::demo::Command;
use super::game::Game;
use super::geometry::Vec2;
use super::items;
use super::level::Level;
use super::player::RADIUS;
use super::route::{Goal, Grid, Ground};

/// Who does not get so far in so many tics of trying is stuck.
const AWAY: f32 = 128.0;
const TRIES: u32 = 25;

/// Map units per tic of a steered player: a run.
const SPEED: f32 = 15.0;

/// Tics until a steered player that does not arrive gives up on the item.
const GIVES_UP: u32 = 105;

/// How near the middle of the last square must be to the item, and the player to a point of the path.
const NEAR_ITEM: f32 = 34.0;
const NEAR_POINT: f32 = 4.0;

/// Where the player is led, and how it came to that.
pub struct Steering {
    /// How often it was led.
    pub times: u64,
    grid: Grid,
    /// The points still to walk to, the last one first.
    path: Vec<Vec2>,
    goal: Entity,
    /// Tics on this path.
    on_path: u32,
    /// Where it was when it last got away, and for how many tics it has tried since.
    since: Vec2,
    tries: u32,
    /// Items it did not reach.
    given_up: Vec<Entity>,
}

impl Steering {
    pub fn new(level: &Level) -> Self {
        Self {
            times: 0,
            grid: Grid::new(level),
            path: Vec::new(),
            goal: Entity::NONE,
            on_path: 0,
            since: Vec2::default(),
            tries: 0,
            given_up: Vec::new(),
        }
    }

    /// Begins anew, as after a death.
    pub fn forget(&mut self) {
        self.path.clear();
        self.tries = 0;
    }

    /// Whether one who stands at `at` has tried long enough to get away from there.
    fn is_stuck(&mut self, at: Vec2, tries: bool) -> bool {
        if at.distance(self.since) > AWAY {
            (self.since, self.tries) = (at, 0);
        }
        self.tries += u32::from(tries);
        self.tries > TRIES
    }

    /// The way to go in this tic; `None` at the end of the path.
    fn follow(&mut self, at: Vec2) -> Option<Vec2> {
        while self.path.last().is_some_and(|point| at.distance(*point) < NEAR_POINT) {
            self.path.pop();
        }
        let way = *self.path.last()? - at;
        Some(if way.length() > SPEED { way.unit() * SPEED } else { way })
    }
}

/// The way to go in this tic, if the player is steered; else it follows its command.
pub fn way(game: &mut Game, command: Command) -> Option<Vec2> {
    let at = game.world.get::<Pos>(game.player)?.at();
    if game.steering.path.is_empty() {
        if game.steering.is_stuck(at, command.moves()) {
            lead(game, at);
        }
    } else {
        keep_on(game);
    }
    game.steering.follow(at)
}

/// Drops the path once its item is gone, or after too long.
fn keep_on(game: &mut Game) {
    let Game { world, steering, player, .. } = game;
    steering.on_path += 1;
    if steering.on_path > GIVES_UP {
        steering.given_up.push(steering.goal);
        steering.forget();
    } else if !world.is_valid(steering.goal) || !items::is_useful(world, *player, steering.goal) {
        steering.forget();
    }
}

/// Looks for the nearest item worth the way.
fn lead(game: &mut Game, from: Vec2) {
    let Game { world, level, steering, player, .. } = game;
    let mut goals = Vec::new();
    query!(world, |entity: Entity, pos: &Pos, _: With<Item>, _: With<Here>| {
        goals.push(Goal { entity, at: pos.at(), within: NEAR_ITEM });
    });
    goals.retain(|goal| {
        !steering.given_up.contains(&goal.entity) && items::is_useful(world, *player, goal.entity)
    });
    let pillars = Crowd::of_pillars(world);
    let ground = Ground { level, pillars: &pillars, radius: RADIUS };
    steering.forget();
    if let Some((goal, path)) = steering.grid.nearest(&ground, from, &goals) {
        steering.times += 1;
        steering.on_path = 0;
        (steering.goal, steering.path) = (goal.entity, path);
    }
}
