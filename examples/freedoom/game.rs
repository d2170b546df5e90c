//! The game: the world, the level, and the order in which a tic's systems run.
//! What each system does is in its own file; nothing here decides anything.

use laige::prelude::*;

use super::checksum::Checksum;
use super::combat::{self, Hit};
use super::crowd::Crowd;
use super::demo::{Command, Demo};
use super::geometry::Vec2;
use super::level::Level;
use super::spawn::Placement;
use super::steering::Steering;
use super::{attacks, items, missiles, monsters, player, spawn};

/// What happened, in numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub tics: u64,
    pub killed: u64,
    pub picked_up: u64,
    pub despawned: u64,
    /// How often the player died and started again.
    pub deaths: u64,
}

/// What happened, as places on the map.
#[derive(Default)]
pub struct Trace {
    /// The player's path; a new piece begins where it starts again after a death.
    pub path: Vec<Vec<Vec2>>,
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
    /// Where the player starts, and in which direction it looks.
    pub start: (Vec2, u8),
    pub steering: Steering,
    /// Who was hurt in this tic, until `combat` has dealt with it.
    pub hits: Vec<Hit>,
    /// Where a shot was fired in this tic: those near it wake up.
    pub noise: Option<Vec2>,
    pub tally: Tally,
    pub trace: Trace,
    pub checksum: Checksum,
}

impl Game {
    /// Plays one tic.
    pub fn tic(&mut self, command: Command) -> laige::Result<()> {
        self.world.begin_frame();
        self.crowd.refresh(&self.world);
        player::run(self, command)?;
        monsters::run(self)?;
        attacks::run(self)?;
        missiles::run(self)?;
        combat::run(self)?;
        items::run(self)?;
        self.tally.tics += 1;
        self.checksum.fold(&self.world);
        Ok(())
    }
}
