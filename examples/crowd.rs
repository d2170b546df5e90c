//! A game as a program: systems, resources and commands, and a command line that records, replays and compares.
//!
//! A crowd of 3,000 runners follows a recorded demo of Freedoom, each a little later than the one before. Runners who go fast tire and rest. What a tick is fed
//! are the bytes of the demo's command.
//!
//! ```sh
//! cargo run --release --features cli --example crowd -- record crowd.log --ticks 500
//! cargo run --release --features cli --example crowd -- verify crowd.log
//! cargo run --release --features cli --example crowd -- --help
//! ```

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
use laige::replay::{self, ScheduleRun, Setup};
use laige::{Config, Input, Tick};

/// Where it is, in map units.
#[component(id = "crowd.pos")]
struct Pos {
    x: i32,
    y: i32,
}

/// Map units a tick.
#[component(id = "crowd.vel")]
struct Vel {
    x: i32,
    y: i32,
}

/// Follows the demo, with a delay of so many ticks.
#[component(id = "crowd.runner")]
struct Runner {
    delay: u32,
}

/// Out of breath up to that tick.
#[component(id = "crowd.tired")]
struct Tired {
    until: u32,
}

/// How many runners there are, and the longest delay.
const RUNNERS: u32 = 3_000;
const DELAYS: usize = 128;

/// The last commands of the demo: that of tick `t` is at `t % 128`.
#[resource(id = "crowd.history")]
struct History {
    forward: [i8; DELAYS],
    side: [i8; DELAYS],
}

/// How many have tired so far.
#[resource(id = "crowd.score")]
struct Score {
    tired: u32,
}

/// Takes down the command of this tick.
#[system]
fn listen(input: Input, Tick(tick): Tick, mut history: ResMut<History>) {
    let (forward, side) = match *input {
        [forward, side] => (i8::from_le_bytes([forward]), i8::from_le_bytes([side])),
        _ => (0, 0),
    };
    let at = tick as usize % DELAYS;
    history.forward[at] = forward;
    history.side[at] = side;
}

/// Runners are pushed as the command of their time says, and slowed by friction.
#[system]
fn push(
    mut runners: Query<(&Runner, &mut Vel, Without<Tired>)>,
    history: Res<History>,
    Tick(tick): Tick,
) {
    query!(runners, |runner: &Runner, vel: &mut Vel| {
        let at = (tick as usize).wrapping_sub(runner.delay as usize) % DELAYS;
        vel.x = (vel.x + i32::from(history.forward[at])) * 29 / 32;
        vel.y = (vel.y + i32::from(history.side[at])) * 29 / 32;
    });
}

/// Everybody goes on.
#[system(for_each)]
fn walk(pos: &mut Pos, vel: &Vel) {
    pos.x += vel.x;
    pos.y += vel.y;
}

/// Whoever runs fast may tire.
#[system]
fn tire(
    runners: Query<(Entity, &Vel, Without<Tired>)>,
    Tick(tick): Tick,
    dice: &mut Prng,
    mut score: ResMut<Score>,
    commands: &mut Commands,
) {
    query!(runners, |who: Entity, vel: &Vel| {
        if vel.x.abs() + vel.y.abs() > 300 && dice.next_range(0, 16) == 0 {
            commands.insert(who, Tired { until: tick as u32 + 20 });
            score.tired += 1;
        }
    });
}

/// Who has rested goes on.
#[system]
fn recover(tired: Query<(Entity, &Tired)>, Tick(tick): Tick, commands: &mut Commands) {
    query!(tired, |who: Entity, tired: &Tired| {
        if tired.until <= tick as u32 {
            commands.remove::<Tired>(who);
        }
    });
}

/// The game before its first tick.
fn begin(config: &Config) -> laige::Result<ScheduleRun> {
    let mut world = World::new(config.options())?;
    world.register_all::<(Pos, Vel, Runner, Tired)>()?;
    world.insert_resource(History { forward: [0; DELAYS], side: [0; DELAYS] });
    world.insert_resource(Score { tired: 0 });
    let runner = |n| {
        let delay = n % DELAYS as u32;
        (Pos { x: 0, y: 0 }, Vel { x: 0, y: 0 }, Runner { delay })
    };
    world.spawn_batch((0..RUNNERS).map(runner))?;
    world.add_systems::<(listen, push, walk, tire, recover)>()?;
    Ok(ScheduleRun::new(world)?)
}

/// The input of each tick: the commands of the second demo, over and over.
fn inputs() -> Result<Vec<Vec<u8>>, Fault> {
    let wad = Wad::open(&data_file("freedoom-demos.wad"))?;
    let demo = wad.lump("DEMO2").ok_or_else(|| Fault::NoDemo { demo: "DEMO2".into() })?;
    let commands = Demo::parse(demo)?.commands;
    let bytes = |command: &Command| [command.forward.to_le_bytes(), command.side.to_le_bytes()];
    Ok(commands.iter().map(|command| bytes(command).concat()).collect())
}

/// How runs of the game begin.
fn setup() -> Result<Setup<impl Fn(&Config) -> laige::Result<ScheduleRun>>, Fault> {
    const CONFIG: Config = Config::with_capacity(2 * RUNNERS).seed(1);
    let inputs = inputs()?;
    let setup = Setup::new(CONFIG, begin).name("crowd");
    Ok(setup.inputs(move |tick, input| {
        let at = (tick as usize).wrapping_sub(1) % inputs.len();
        input.extend(&inputs[at]);
    }))
}

fn main() -> ExitCode {
    match setup() {
        Ok(setup) => replay::cli(setup),
        Err(error) => {
            let _ = writeln!(io::stderr(), "crowd: {error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use laige::testing;

    use super::*;

    #[test]
    fn every_tick_comes_out_the_same_again() {
        let setup = setup().expect("the data is in the repository");
        testing::sync_test(&setup, 60);
    }

    #[test]
    fn runners_tire_and_recover() {
        let setup = setup().expect("the data is in the repository");
        let mut game = setup.begin().expect("there is room");
        let mut input = Vec::new();
        let mut most = 0;
        for tick in 1..=300 {
            setup.input(tick, &mut input);
            replay::Simulation::tick(&mut game, tick, &input).expect("nothing is missing");
            let world = game.world();
            let tired = world.query::<&Tired>().count();
            most = most.max(tired);
            assert!(world.query::<&Tired>().iter().all(|tired| u64::from(tired.until) > tick));
        }
        let score = game.world().resource::<Score>().map(|score| score.tired);
        assert!(most > 0 && score > Some(most as u32), "{most} at a time, {score:?} in all");
    }
}
