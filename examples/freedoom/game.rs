//! The game: the world, the level, and the order in which a tic's systems run.
//! What each system does is in its own file; nothing here decides anything.

use laige::prelude::*;

use super::checksum::Checksum;
use super::combat::{self, Hit};
use super::components::{Charging, Pos};
use super::crowd::Crowd;
use super::demo::Command;
use super::geometry::Vec2;
use super::level::Level;
use super::missiles::{self, Burst, Launch};
use super::steering::Steering;
use super::{attacks, items, monsters, player, timers};

/// What happened, in numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub tics: u64,
    pub killed: u64,
    pub picked_up: u64,
    pub despawned: u64,
    /// How often the player died and another took its place.
    pub deaths: u64,
}

/// What happened, as places on the map.
#[derive(Default)]
pub struct Trace {
    /// The player's path, one point a tic.
    pub path: Vec<Vec2>,
    pub kills: Vec<Vec2>,
    pub pick_ups: Vec<Vec2>,
}

/// Everything a tic works on.
pub struct Game {
    pub world: World,
    pub level: Level,
    pub rng: Prng,
    pub crowd: Crowd,
    /// The player; another entity after each death.
    pub player: Entity,
    pub steering: Steering,
    /// Where a shot was fired in this tic: those near it wake up.
    pub noise: Option<Vec2>,
    pub tally: Tally,
    pub trace: Trace,
    pub checksum: Checksum,

    // A query has the world for itself, so what follows from it is noted here and done afterwards.
    // The lists are emptied by whoever does it, and keep their room for the next tic.
    /// Who is hurt.
    pub hits: Vec<Hit>,
    /// Missiles to spawn, and missiles that flew into something.
    pub launches: Vec<Launch>,
    pub bursts: Vec<Burst>,
    /// Chargers that set off.
    pub charges: Vec<(Entity, Charging)>,
    /// Where to spawn lost souls, and after whom to send them.
    pub souls: Vec<(Vec2, Entity)>,
    /// Entities that the query of the moment picked out.
    pub marked: Vec<Entity>,
}

impl Game {
    /// Plays one tic.
    pub fn tic(&mut self, command: Command) -> laige::Result<()> {
        self.world.begin_frame();
        self.crowd.refresh(&self.world);
        player::run(self, command);
        monsters::notice(self)?;
        monsters::give_up(self)?;
        attacks::run(self)?;
        monsters::chase(self);
        monsters::wander(self);
        missiles::run(self)?;
        combat::run(self)?;
        items::run(self)?;
        timers::run(self)?;
        self.note();
        Ok(())
    }

    /// Keeps what the report, the picture and the checksum need of this tic.
    fn note(&mut self) {
        self.tally.tics += 1;
        self.checksum.fold(&self.world);
        let at = self.world.get::<Pos>(self.player).map(|pos| pos.at());
        self.trace.path.extend(at);
    }
}
