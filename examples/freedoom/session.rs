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

/// The type number of the first player's start.
const PLAYER_ONE: u16 = 1;

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
        let start = start_on(&maps, &map).map_err(Failure::in_file(&arguments.things))?;
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
    if let Some(marker) = wad.map(&map).filter(|&map| playable(map)) {
        return Ok((demo, map, Level::parse(&wad, marker)?));
    }
    let maps = wad.maps().filter(|&map| playable(map)).map(|map| map.name.to_string());
    let maps = maps.collect::<Vec<_>>().join(", ");
    Err(Fault::NoLines { map, playable: if maps.is_empty() { "none".to_owned() } else { maps } })
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

/// Where the first player starts.
fn start_on(maps: &[(String, Vec<Thing>)], map: &str) -> Result<Thing, Fault> {
    let things = maps.iter().filter(|(name, _)| name == map).flat_map(|(_, things)| things);
    let start = things.copied().find(|thing| thing.number == PLAYER_ONE);
    start.ok_or_else(|| Fault::NoStart { map: map.to_owned() })
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

#[cfg(test)]
mod tests {
    use super::super::components::{Flying, Monster, Player};
    use super::super::geometry::segments_meet;
    use super::super::level::{Line, Mover};
    use super::*;

    fn session() -> Session {
        Session::load(&Arguments::default()).expect("the data is in the repository")
    }

    /// Where everybody is who can move, and how it moves.
    fn movers(world: &World) -> Vec<(Entity, Vec2, Mover)> {
        let mut movers = Vec::new();
        query!(world, |entity: Entity,
                       pos: &Pos,
                       flying: Option<&Flying>,
                       _: With<Monster>,
                       _: With<Here>| {
            let mover = if flying.is_some() { Mover::Flyer } else { Mover::Walker };
            movers.push((entity, pos.at(), mover));
        });
        query!(world, |entity: Entity, pos: &Pos, _: With<Player>| {
            movers.push((entity, pos.at(), Mover::Player));
        });
        movers
    }

    #[test]
    fn nobody_ever_crosses_a_line_that_stops_it() {
        let mut session = session();
        let commands = session.demo.commands.clone();
        for command in commands {
            let before = movers(&session.game.world);
            session.game.tic(command).expect("the world is large enough");
            let Game { world, level, .. } = &session.game;
            for (entity, from, mover) in before {
                let Some(to) = world.get::<Pos>(entity).map(|pos| pos.at()) else { continue };
                if from == to {
                    continue;
                }
                let meets = |line: &&Line| segments_meet(from, to, line.from, line.to);
                let crossed =
                    level.lines.iter().find(|line| meets(line) && line.stops(mover, from));
                assert!(
                    crossed.is_none(),
                    "{mover:?} went from {from:?} to {to:?} through {crossed:?}"
                );
            }
        }
    }

    #[test]
    fn the_second_demo_is_eventful() {
        let mut session = session();
        session.play(session.demo.commands.len() as u64).expect("the world is large enough");
        let Game { world, tally, .. } = &session.game;
        assert!(tally.killed >= 20 && tally.picked_up >= 20, "{tally:?}");
        assert!(world.archetypes().filter(|archetype| archetype.rows() > 0).count() >= 30);
        let living = u64::from(world.entity_count());
        assert_eq!(
            world.stats().total_spawned - tally.despawned,
            living,
            "every despawn is counted"
        );
    }

    #[test]
    fn everything_is_placed_and_the_player_comes_on_top() {
        let session = session();
        assert_eq!(session.placed, 27_447);
        assert_eq!(session.game.world.entity_count(), 27_448);
        assert!(session.game.world.query::<(&Placed, With<Here>)>().count() > 300);
    }

    #[test]
    fn maps_without_lines_are_refused_with_those_that_have_some() {
        for map in ["E1M1", "MAP32", "NOWHERE"] {
            let arguments = Arguments { map: Some(map.to_owned()), ..Arguments::default() };
            let failure = Session::load(&arguments).err().expect("it cannot be played").to_string();
            assert!(
                failure.contains(map) && failure.ends_with("E1M4, E2M3, E3M3, E4M6"),
                "{failure}"
            );
        }
    }

    #[test]
    fn two_runs_have_the_same_checksum() {
        let [a, b] = [(); 2].map(|()| {
            let mut session = session();
            session.play(200).expect("the world is large enough");
            session.game.checksum.finish(&session.game.world)
        });
        assert_eq!(a, b);
    }
}
