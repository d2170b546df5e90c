//! Finding a desync: the same inputs into two worlds, one of which has a bug, and a report of when, where and by what they part.
//!
//! `cargo run --release --example desync` plays a recorded demo of Freedoom twice, side by side. The inputs are all that the two have in common, as in
//! a lockstep game over a network. After each tic both would send each other 32 bytes, a digest. The first tic whose digests differ is played
//! again from the inputs in two fresh worlds, step by step, until a step leaves two worlds that differ: that step is the culprit.
//!
//! The bug is planted in one world only: at tic 37 one of 3,000 runners is not slowed by friction in one direction.

mod freedoom {
    #![expect(unreachable_pub, reason = "`pub` here means: seen by the other files of the example")]
    #![allow(dead_code, reason = "shared with the example `freedoom`, which uses more of it")]

    pub mod arguments;
    pub mod demo;
    pub mod fault;
    pub mod wad;
}

use std::io::{self, Write};
use std::process::ExitCode;

use freedoom::arguments::data_file;
use freedoom::demo::{Command, Demo};
use freedoom::fault::Fault;
use freedoom::wad::Wad;
use laige::prelude::*;
use laige::{DigestDifference, diff};

/// Where it is, in map units.
#[component(id = "desync.pos")]
struct Pos {
    x: i32,
    y: i32,
}

/// Map units a tic.
#[component(id = "desync.vel")]
struct Vel {
    x: i32,
    y: i32,
}

/// Follows commands, with a delay of so many tics.
#[component(id = "desync.runner")]
struct Runner {
    delay: u32,
}

/// Out of breath for so many tics more.
#[component(id = "desync.tired")]
struct Tired {
    tics: u32,
}

/// How many runners there are.
const RUNNERS: u32 = 3_000;
/// The tic of the bug, and the slot of the runner that it hits.
const BUG_TIC: usize = 37;
const BUG_SLOT: u32 = 1_512;

/// One of the two worlds.
struct Game {
    world: World,
    dice: Prng,
    /// The commands so far; runners follow them one after the other.
    commands: Vec<Command>,
    buggy: bool,
}

/// A step of a tic.
type Step = fn(&mut Game) -> laige::Result<()>;

/// The steps of a tic, in order.
const STEPS: [(&str, Step); 4] = [
    ("push", |game| {
        push(game);
        Ok(())
    }),
    ("move", |game| {
        go(game);
        Ok(())
    }),
    ("tire", tire),
    ("recover", recover),
];

impl Game {
    fn new(buggy: bool) -> laige::Result<Self> {
        let mut world = World::new(Options::with_capacity(2 * RUNNERS).seed(1))?;
        world.register_all::<(Pos, Vel, Runner, Tired)>()?;
        world.spawn_batch(
            (0..RUNNERS)
                .map(|n| (Pos { x: 0, y: 0 }, Vel { x: 0, y: 0 }, Runner { delay: n % 100 })),
        )?;
        Ok(Self { dice: Prng::new(world.seed()), world, commands: Vec::new(), buggy })
    }

    fn tic(&mut self, command: Command) -> laige::Result<()> {
        self.begin(command);
        STEPS.into_iter().try_for_each(|(_, step)| step(self))
    }

    fn begin(&mut self, command: Command) {
        self.world.begin_frame();
        self.commands.push(command);
    }
}

/// Runners are pushed as the command of their time says, and slowed by friction.
fn push(game: &mut Game) {
    let Game { world, commands, buggy, .. } = game;
    let now = commands.len() - 1;
    let (bug, layout) = (*buggy && now == BUG_TIC, world.layout());
    query!(world, |who: Entity, runner: &Runner, vel: &mut Vel, _: Without<Tired>| {
        let Some(command) = now.checked_sub(runner.delay as usize).map(|then| commands[then])
        else {
            return;
        };
        vel.x += i32::from(command.forward);
        vel.y += i32::from(command.side);
        if !(bug && layout.slot_of(who) == BUG_SLOT) {
            vel.x = vel.x * 29 / 32;
        }
        vel.y = vel.y * 29 / 32;
    });
}

fn go(game: &mut Game) {
    query!(game.world, |pos: &mut Pos, vel: &Vel| {
        pos.x += vel.x;
        pos.y += vel.y;
    });
}

/// Whoever runs fast may tire.
fn tire(game: &mut Game) -> laige::Result<()> {
    let Game { world, dice, .. } = game;
    let mut out_of_breath = Vec::new();
    query!(world, |who: Entity, vel: &Vel, _: Without<Tired>| {
        if vel.x.abs() + vel.y.abs() > 300 && dice.next_range(0, 16) == 0 {
            out_of_breath.push(who);
        }
    });
    out_of_breath.into_iter().try_for_each(|who| world.insert(who, Tired { tics: 20 }))
}

fn recover(game: &mut Game) -> laige::Result<()> {
    let world = &mut game.world;
    let mut rested = Vec::new();
    query!(world, |who: Entity, tired: &mut Tired| {
        tired.tics -= 1;
        if tired.tics == 0 {
            rested.push(who);
        }
    });
    rested.into_iter().try_for_each(|who| world.remove::<Tired>(who).map(drop))
}

/// Where two games part.
struct Parting {
    tic: usize,
    step: &'static str,
    /// The chunks and columns that differ.
    places: Vec<DigestDifference>,
    /// The entities and fields that differ.
    report: String,
}

/// Plays both until their digests differ; gives the first tic that left them different.
fn first_tic(commands: &[Command]) -> laige::Result<Option<usize>> {
    let (mut one, mut other) = (Game::new(false)?, Game::new(true)?);
    for (tic, &command) in commands.iter().enumerate() {
        one.tic(command)?;
        other.tic(command)?;
        if one.world.digest() != other.world.digest() {
            return Ok(Some(tic));
        }
    }
    Ok(None)
}

/// Plays both anew up to that tic, and then step by step.
fn find(commands: &[Command]) -> laige::Result<Option<Parting>> {
    let Some(tic) = first_tic(commands)? else { return Ok(None) };
    let (mut one, mut other) = (Game::new(false)?, Game::new(true)?);
    for &command in &commands[..tic] {
        one.tic(command)?;
        other.tic(command)?;
    }
    one.begin(commands[tic]);
    other.begin(commands[tic]);
    for (step, run) in STEPS {
        run(&mut one)?;
        run(&mut other)?;
        if one.world.digest() != other.world.digest() {
            return Ok(Some(Parting {
                tic,
                step,
                places: one.world.digest_tree().compare(&other.world.digest_tree()),
                report: diff::report(&one.world, &other.world, 10),
            }));
        }
    }
    Ok(None)
}

/// The commands of the second demo.
fn commands() -> Result<Vec<Command>, Fault> {
    let wad = Wad::open(&data_file("freedoom-demos.wad"))?;
    let demo = wad.lump("DEMO2").ok_or_else(|| Fault::NoDemo { demo: "DEMO2".into() })?;
    Ok(Demo::parse(demo)?.commands)
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let commands = commands()?;
    let mut out = io::stdout().lock();
    let Some(Parting { tic, step, places, report }) = find(&commands)? else {
        writeln!(out, "{} tics, no difference", commands.len())?;
        return Ok(());
    };
    writeln!(out, "tic {tic}, step `{step}`: the worlds part")?;
    for place in places {
        writeln!(out, "  {place}")?;
    }
    write!(out, "{report}")?;
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "desync: {error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bug_is_found_where_it_was_planted() {
        let commands = commands().expect("the data is in the repository");
        let found = find(&commands).expect("the worlds are large enough").expect("there is a bug");
        assert_eq!((found.tic, found.step), (BUG_TIC, "push"));
        // The chunk that has the slot, among 3,000 entities that fill the slots from 0 on.
        let [place] = &found.places[..] else { panic!("{:?}", found.places) };
        assert!(place.to_string().ends_with(" slots 1024..2048: desync.vel"), "{place}");
        let values = found.report.strip_prefix("1512v1 desync.vel.x  ").expect(&found.report);
        let (right, wrong) = values.trim_end().split_once(" -> ").expect("both values");
        let number = |text: &str| text.parse::<i32>().expect("a number");
        assert_eq!(number(right), number(wrong) * 29 / 32);
    }

    #[test]
    fn nothing_is_found_where_there_is_no_bug() {
        let commands = commands().expect("the data is in the repository");
        let (mut one, mut other) =
            (Game::new(false).expect("room"), Game::new(false).expect("room"));
        for &command in &commands[..100] {
            one.tic(command).expect("room");
            other.tic(command).expect("room");
            assert_eq!(one.world.digest(), other.world.digest());
        }
    }
}
