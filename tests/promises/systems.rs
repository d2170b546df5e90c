//! Systems are functions; what they touch follows from their parameters, and a schedule runs them once per tick. Here they are written as
//! `#[system]` writes them.

#![expect(non_camel_case_types, reason = "a system has the name of its function")]

use laige::__private::Body;
use laige::prelude::*;
use laige::{Input, Local, Res, ResMut, System, SystemSpec, Tick};

#[component]
struct Pos {
    x: i32,
}

#[component]
struct Vel {
    x: i32,
}

#[resource]
struct Score {
    points: u32,
}

fn movement(mut movers: Query<(&mut Pos, &Vel)>, score: Res<Score>) {
    movers.for_each(|(p, v)| p.x += v.x * score.points as i32);
}

struct movement {}

impl System for movement {
    const NAME: &'static str = "movement";

    fn body() -> Body {
        Body::of::<(Query<(&mut Pos, &Vel)>, Res<Score>)>(movement)
    }
}

fn spawn_wave(
    Tick(tick): Tick,
    input: Input,
    rng: &mut Prng,
    mut spawned: Local<u32>,
    mut score: ResMut<Score>,
    commands: &mut Commands,
) {
    for &byte in input.iter() {
        let x = rng.next_range(0, 10) as i32;
        commands.spawn((Pos { x }, Vel { x: byte.into() }));
        *spawned += 1;
    }
    score.points = *spawned + tick as u32;
}

struct spawn_wave {}

impl System for spawn_wave {
    const NAME: &'static str = "spawn_wave";
    const SPEC: SystemSpec = SystemSpec::new().after(&["movement"]);

    fn body() -> Body {
        Body::of::<(Tick, Input, &mut Prng, Local<u32>, ResMut<Score>, &mut Commands)>(spawn_wave)
    }
}

#[test]
fn a_tick_gives_each_system_what_its_parameters_ask_for() {
    let mut world = World::new(Options::with_capacity(10).seed(42)).expect("a world");
    world.register_all::<(Pos, Vel)>().expect("two components");
    world.insert_resource(Score { points: 1 });
    world.add_systems::<(movement, spawn_wave)>().expect("two systems");
    let schedule = world.schedule().expect("a schedule");
    // Spawned at the end of tick 1 with what the stream of system 2 begins with.
    let mut stream = Prng::substream(42, 2);
    let x = stream.next_range(0, 10) as i32;
    assert!(world.run_with_input(&schedule, &[3]).expect("a tick").is_complete());
    let all = |world: &World| world.query::<&Pos>().iter().map(|p| p.x).collect::<Vec<_>>();
    assert_eq!(all(&world), [x]);
    assert_eq!(world.resource::<Score>().map(|score| score.points), Some(2));
    world.run(&schedule).expect("a tick");
    assert_eq!(all(&world), [x + 3 * 2]);
    assert_eq!(world.resource::<Score>().map(|score| score.points), Some(3));
    assert_eq!(world.tick(), 2);
}

#[test]
fn a_function_stays_callable_by_hand() {
    let mut world = World::new(Options::with_capacity(10)).expect("a world");
    world.register_all::<(Pos, Vel)>().expect("two components");
    let e = world.spawn((Pos { x: 1 }, Vel { x: 2 })).expect("room");
    movement(world.query_mut(), Res(&Score { points: 3 }));
    assert_eq!(world.get::<Pos>(e).map(|p| p.x), Some(7));
    let (mut commands, mut score, mut spawned) = (world.commands(), Score { points: 0 }, 0);
    let (score_, spawned_) = (ResMut(&mut score), Local(&mut spawned));
    spawn_wave(Tick(5), Input(&[1, 2]), &mut Prng::new(1), spawned_, score_, &mut commands);
    assert_eq!((score.points, spawned, commands.len()), (7, 2, 2));
}

fn restart(world: &mut World, Tick(tick): Tick) {
    if tick == 2 {
        world.clear();
    }
}

struct restart {}

impl System for restart {
    const NAME: &'static str = "restart";

    fn body() -> Body {
        Body::of::<(&mut World, Tick)>(restart)
    }
}

#[test]
fn a_system_may_have_the_whole_world() {
    let mut world = World::new(Options::with_capacity(10)).expect("a world");
    world.spawn_empty().expect("room");
    world.add_systems::<(restart,)>().expect("a system");
    let schedule = world.schedule().expect("a schedule");
    world.run(&schedule).expect("a tick");
    assert_eq!(world.entity_count(), 1);
    world.run(&schedule).expect("a tick");
    assert_eq!(world.entity_count(), 0);
}
