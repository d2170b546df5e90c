//! A session: the data that the command line names, read, placed and played.
//! It joins files and game; it neither parses nor moves anything itself.

use std::path::{Path, PathBuf};

use laige::prelude::*;

use super::arguments::Arguments;
use super::catalogue::{Kind, kind_of};
use super::checksum::Checksum;
use super::components::{self, Here, Placed, Pos};
use super::crowd::Crowd;
use super::demo::Demo;
use super::fault::Fault;
use super::game::{Game, Tally, Trace};
use super::geometry::Vec2;
use super::level::Level;
use super::player;
use super::spawn::Placement;
use super::steering::Steering;
use super::things::{Thing, things_of};
use super::wad::Wad;

/// Why there is nothing to show.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("{} {fault}", path.display())]
    Data { path: PathBuf, fault: Fault },
    #[error("the world refused: {0}")]
    Engine(#[from] laige::Error),
    #[error("{} cannot be written: {error}", path.display())]
    Output { path: PathBuf, error: std::io::Error },
}

impl Failure {
    /// A fault in the file at `path`.
    fn in_file(path: &Path) -> impl FnOnce(Fault) -> Self {
        |fault| Self::Data { path: path.to_owned(), fault }
    }
}

/// Entities beyond the placed things: the player, missiles, smoke, and what the dead drop.
const SPARE: u32 = 4096;

/// The seed of all chance.
const SEED: u64 = 0x0F2E_ED00;

/// One map ready to be played.
pub struct Session {
    pub game: Game,
    pub demo: Demo,
    pub map: String,
    /// How many things were placed, on all maps.
    pub placed: usize,
    /// What stands on the played map at the beginning.
    pub things: Vec<(Kind, Vec2)>,
}

impl Session {
    /// Reads the files and places everything.
    pub fn load(arguments: &Arguments) -> Result<Self, Failure> {
        let (demo, map, level) =
            read_demo(arguments).map_err(Failure::in_file(&arguments.demos))?;
        let maps =
            read_things(&arguments.things, &map).map_err(Failure::in_file(&arguments.things))?;
        let placed = maps.iter().map(|(_, things)| things.len()).sum();
        let played = maps.iter().find(|(name, _)| *name == map);
        let start = played.and_then(|(_, things)| things.iter().find(|thing| thing.number == 1));
        let start = start
            .ok_or_else(|| Fault::NoStart { map: map.clone() })
            .map_err(Failure::in_file(&arguments.things))?;
        let mut world = new_world(placed)?;
        for (index, (name, things)) in (0..).zip(&maps) {
            let skill = (*name == map).then_some(demo.skill);
            let mut placement = Placement { world: &mut world, map: index, skill };
            for &thing in things {
                placement.place(thing)?;
            }
        }
        let things = standing(&world);
        let game = new_game(world, level, (start.at, start.angle))?;
        Ok(Self { game, demo, map, placed, things })
    }

    /// Plays `tics` tics; after its end the demo begins again.
    pub fn play(&mut self, tics: u64) -> laige::Result<()> {
        let mut commands = self.demo.commands.iter().cycle();
        for _ in 0..tics {
            let command = commands.next().copied().unwrap_or_default();
            self.game.tic(command)?;
        }
        Ok(())
    }
}

/// The demo, the name of the map to play, and the map.
fn read_demo(arguments: &Arguments) -> Result<(Demo, String, Level), Fault> {
    let wad = Wad::open(&arguments.demos)?;
    let lump = wad.lump(&arguments.demo).filter(|_| arguments.demo.starts_with("DEMO"));
    let demo = Demo::parse(lump.ok_or_else(|| Fault::NoDemo { demo: arguments.demo.clone() })?)?;
    let map = arguments.map.clone().unwrap_or_else(|| demo.map_name());
    let playable = |map| wad.map_lump(map, "LINEDEFS").is_ok();
    match wad.map(&map).filter(|&map| playable(map)) {
        Some(marker) => Ok((demo, map, Level::parse(&wad, marker)?)),
        None => {
            let maps: Vec<_> =
                wad.maps().filter(|&map| playable(map)).map(|map| map.name.to_string()).collect();
            let playable = if maps.is_empty() { "none".to_owned() } else { maps.join(", ") };
            Err(Fault::NoLines { map, playable })
        }
    }
}

/// The things of all maps; the one that is played must be among them.
fn read_things(path: &Path, map: &str) -> Result<Vec<(String, Vec<Thing>)>, Fault> {
    let wad = Wad::open(path)?;
    let mut maps = Vec::new();
    for marker in wad.maps() {
        maps.push((marker.name.to_string(), things_of(&wad, marker)?));
    }
    if maps.iter().all(|(name, _)| name != map) {
        return Err(Fault::NoMap { map: map.to_owned() });
    }
    Ok(maps)
}

fn new_world(placed: usize) -> laige::Result<World> {
    let capacity = u32::try_from(placed).unwrap_or(u32::MAX).saturating_add(SPARE);
    let mut world = World::new(Options::with_capacity(capacity).seed(SEED))?;
    components::register(&mut world)?;
    Ok(world)
}

fn new_game(mut world: World, level: Level, start: (Vec2, u8)) -> laige::Result<Game> {
    let player = player::spawn(&mut world, start)?;
    let steering = Steering::new(&level);
    Ok(Game {
        world,
        level,
        rng: Prng::new(SEED),
        crowd: Crowd::default(),
        player,
        steering,
        noise: None,
        hits: Vec::new(),
        launches: Vec::new(),
        bursts: Vec::new(),
        charges: Vec::new(),
        souls: Vec::new(),
        marked: Vec::new(),
        tally: Tally::default(),
        trace: Trace::default(),
        checksum: Checksum::default(),
    })
}

/// What stands on the played map, and where.
fn standing(world: &World) -> Vec<(Kind, Vec2)> {
    let mut things = Vec::new();
    query!(world, |pos: &Pos, placed: &Placed, _: With<Here>| {
        things.push((kind_of(placed.number), pos.at()));
    });
    things
}
