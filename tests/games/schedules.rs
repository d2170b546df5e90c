//! Games made of systems: their ticks can be run system by system, and what goes wrong is told with the system that did it.

use std::fs;
use std::ops::ControlFlow;

use laige::prelude::*;
use laige::replay::{self, Game, Header, Log, LogWriter, ScheduleRun, Setup, Simulation};
use laige::testing::{SyncFault, SyncTest, Variation};
use laige::{Config, Input, Tick};

#[component(id = "schedules.pos")]
struct Pos {
    x: i64,
}

#[component(id = "schedules.vel")]
struct Vel {
    x: i64,
}

const CONFIG: Config = Config::with_capacity(200).seed(9);

/// The input is everybody's speed.
#[system]
fn steer(mut all: Query<&mut Vel>, input: Input) {
    let speed = input.first().map_or(0, |&byte| i64::from(byte));
    all.for_each(|vel| vel.x = speed);
}

#[system(for_each)]
fn walk(pos: &mut Pos, vel: &Vel) {
    pos.x += vel.x;
}

#[system]
fn jump(mut all: Query<&mut Pos>, dice: &mut Prng) {
    all.for_each(|pos| pos.x += dice.next_range(0, 3).cast_signed());
}

#[system(after(jump))]
fn breed(all: Query<(Entity, &Pos)>, Tick(tick): Tick, commands: &mut Commands) {
    if tick % 4 == 0 {
        all.for_each(|(_, pos)| {
            if pos.x % 2 == 0 {
                commands.spawn((Pos { x: pos.x / 2 }, Vel { x: 0 }));
            }
        });
    }
    if tick % 9 == 0 {
        all.for_each(|(who, pos)| {
            if pos.x % 3 != 0 {
                commands.despawn(who);
            }
        });
    }
}

fn begin(config: &Config) -> laige::Result<ScheduleRun> {
    let mut world = World::new(config.options())?;
    world.register_all::<(Pos, Vel)>()?;
    world.spawn_batch((0..20).map(|x| (Pos { x }, Vel { x: 0 })))?;
    world.add_systems::<(steer, walk, jump, breed)>()?;
    Ok(ScheduleRun::new(world)?)
}

fn setup() -> Setup<fn(&Config) -> laige::Result<ScheduleRun>> {
    Setup::new(CONFIG, begin as fn(&Config) -> _)
        .name("schedules")
        .inputs(|tick, input| input.push((tick % 5) as u8))
}

#[test]
fn ticks_system_by_system_come_to_the_same() {
    let (mut whole, mut steps) = (begin(&CONFIG).expect("room"), begin(&CONFIG).expect("room"));
    for tick in 1..=40 {
        whole.tick(tick, &[3]).expect("nothing is missing");
        let mut names = Vec::new();
        let after = &mut |name: &str, world: &World| {
            names.push(name.to_string());
            // It is the tick that is under way.
            assert_eq!(world.tick(), tick - 1);
            ControlFlow::Continue(())
        };
        steps.tick_by_steps(tick, &[3], after).expect("nothing is missing");
        let short: Vec<_> = names.iter().map(|name| name.rsplit("::").next()).collect();
        let expected = ["steer", "walk", "jump", "breed", "breed"].map(Some);
        assert_eq!(short, expected);
        assert!(names[4].starts_with("commands of "), "{names:?}");
        assert_eq!(whole.world_mut().digest(), steps.world_mut().digest(), "tick {tick}");
    }
    assert!(whole.world().entity_count() > 20, "something was born");
}

#[test]
fn a_tick_that_is_broken_off_is_not_counted_and_forgets_its_commands() {
    let mut run = begin(&CONFIG).expect("room");
    let before = run.world().entity_count();
    for tick in 1..=3 {
        run.tick(tick, &[2]).expect("nothing is missing");
    }
    let after = &mut |name: &str, _: &World| {
        if name.ends_with("breed") { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    // In tick 4 something would be born.
    run.tick_by_steps(4, &[2], after).expect("nothing is missing");
    assert_eq!((run.world().tick(), run.world().entity_count()), (3, before));
    run.tick(4, &[2]).expect("it goes on");
    assert!(run.world().tick() == 4 && run.world().entity_count() > before);
}

#[test]
fn games_of_systems_pass_the_sync_test() {
    laige::testing::sync_test(&setup(), 60);
}

/// What the bug of `leak` goes by, which no world knows.
static LEAKED: std::sync::atomic::AtomicI64 = std::sync::atomic::AtomicI64::new(0);

#[system(after(walk), before(jump))]
fn leak(mut all: Query<&mut Pos>, Tick(tick): Tick) {
    let leaked = LEAKED.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    if tick == 13 {
        all.for_each(|pos| pos.x = leaked);
    }
}

#[test]
fn the_system_at_fault_is_named() {
    let setup = Setup::new(CONFIG, |config: &Config| {
        let mut world = begin(config)?.into_world();
        world.add_systems::<(leak,)>()?;
        Ok::<_, laige::Error>(ScheduleRun::new(world)?)
    });
    let fault = SyncTest::new(&setup).run(60).expect_err("it leaks");
    let SyncFault::Differs(differs) = fault else { panic!("{fault}") };
    assert_eq!((differs.tick, differs.variation), (13, Variation::Restored));
    assert!(differs.step.as_deref().is_some_and(|step| step.ends_with("leak")), "{differs:?}");
}

/// What a call of the program prints: exit code, stdout.
fn call(words: &[&str]) -> (u8, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = replay::cli_with(&setup(), [&["schedules"], words].concat(), &mut out, &mut err);
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (code, text(out) + &text(err))
}

#[test]
fn logs_have_the_names_of_systems_and_diff_says_after_which_runs_part() {
    let folder = std::env::temp_dir().join(format!("laige-schedules-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a place for files");
    let file = |name: &str| folder.join(name).display().to_string();
    let (one, other) = (file("one.log"), file("other.log"));
    assert_eq!(call(&["record", &one, "--ticks=20"]).0, 0);
    assert_eq!(call(&["verify", &one]).1, "20 ticks, 21 checkpoints, all equal\n");
    let log = Log::load(&one, 0).expect("whole");
    let names: Vec<_> =
        log.header().system_names().iter().map(|name| name.rsplit("::").next()).collect();
    assert_eq!(names, ["steer", "walk", "jump", "breed"].map(Some));

    // Another speed in tick 6: it is `steer` that does something else.
    let mut writer =
        LogWriter::new(Vec::new(), Header::version_1(*log.header().identity()), 0).expect("valid");
    for frame in log.frames() {
        let input = if frame.tick == 6 { &[100][..] } else { frame.input };
        writer.frame(frame.tick, input).expect("next");
    }
    fs::write(&other, writer.finish().expect("room")).expect("written");
    let (code, out) = call(&["diff", &one, &other, "--max=1"]);
    assert_eq!(code, 1);
    let mut lines = out.lines();
    let first = lines.next().expect("a line");
    assert!(
        first.starts_with("tick 6, after `") && first.ends_with("steer`: the runs part"),
        "{out}"
    );
    assert_eq!(lines.next(), Some("0v1 schedules.vel.x  1 -> 100"));
    fs::remove_dir_all(&folder).expect("removed");
}

/// The sum of all inputs, as a resource alone knows it.
#[resource(id = "schedules.sum")]
struct Sum {
    inputs: u32,
}

#[system]
fn sum(input: Input, mut sum: ResMut<Sum>) {
    sum.inputs += input.iter().map(|&byte| u32::from(byte)).sum::<u32>();
}

/// A pebble where the input says so.
#[system]
fn drop_pebble(input: Input, commands: &mut Commands) {
    for &byte in input.iter().filter(|&&byte| byte > 8) {
        commands.spawn(Pos { x: byte.into() });
    }
}

#[test]
fn diff_finds_what_resources_alone_know_and_whose_commands_it_was() {
    let setup = Setup::new(CONFIG, |config: &Config| {
        let mut world = World::new(config.options())?;
        world.register::<Pos>()?;
        world.insert_resource(Sum { inputs: 0 });
        world.add_systems::<(sum, breed_nothing, drop_pebble)>()?;
        Ok::<_, laige::Error>(ScheduleRun::new(world)?)
    });
    let folder = std::env::temp_dir().join(format!("laige-parting-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a place for files");
    let log = |name: &str, odd: [u8; 2]| {
        let game = setup.begin().expect("room");
        let header = Header::version_1(*setup.header(&CONFIG, &game, 0).identity());
        let mut writer = LogWriter::new(Vec::new(), header, 0).expect("valid");
        for tick in 1..=9 {
            let input = if tick == 5 { odd } else { [1, 1] };
            writer.frame(tick, &input).expect("next");
        }
        let path = folder.join(name);
        fs::write(&path, writer.finish().expect("room")).expect("written");
        path.display().to_string()
    };
    let diff = |a: &str, b: &str| {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let code =
            replay::cli_with(&setup, ["parting", "diff", a, b, "--json"], &mut out, &mut err);
        let object: serde_json::Value = serde_json::from_slice(&out).expect("JSON");
        (code, object)
    };
    // 4 ticks of 2 each, then 2 or 3.
    let (code, object) = diff(&log("a", [1, 1]), &log("b", [1, 2]));
    assert_eq!((code, &object["tick"]), (1, &5.into()));
    assert!(object["system"].as_str().is_some_and(|name| name.ends_with("::sum")), "{object}");
    assert_eq!(
        object["differences"],
        serde_json::json!(["resource schedules.sum.inputs  10 -> 11"])
    );
    // The sums are the same, and one drops a pebble.
    let (_, object) = diff(&log("a", [5, 5]), &log("b", [9, 1]));
    assert!(
        object["system"].as_str().is_some_and(|name| name.ends_with("::drop_pebble")),
        "{object}"
    );
    assert!(
        object["step"].as_str().is_some_and(|step| step.starts_with("commands of ")),
        "{object}"
    );
    fs::remove_dir_all(&folder).expect("removed");
}

/// Queues commands, none of which does anything.
#[system]
fn breed_nothing(_commands: &mut Commands) {}
