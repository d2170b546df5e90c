//! `#[system]` makes a system of a function, and leaves the function alone; with `for_each` it is called for each row.

use core::ops::ControlFlow;

use laige::prelude::*;
use laige::{Input, Local, Result, System, Tick};

#[component(id = "game.pos")]
#[derive(Debug, PartialEq)]
struct Pos {
    x: i32,
}

#[component(id = "game.vel")]
#[derive(Debug, PartialEq)]
struct Vel {
    x: i32,
}

#[component]
struct Frozen;

#[component]
struct Wrap<T> {
    of: T,
}

#[resource]
#[derive(Debug, PartialEq)]
struct Sum {
    x: i64,
}

#[resource(transient)]
#[derive(Default)]
struct Screen {
    lines: Vec<String>,
}

mod motion {
    use super::{Pos, Query, Vel, system};

    #[system]
    pub(super) fn movement(mut movers: Query<(&mut Pos, &Vel)>) {
        movers.for_each(|(p, v)| p.x += v.x);
    }
}

use motion::movement;

#[system(for_each)]
fn movement_by_row(p: &mut Pos, v: &Vel) {
    p.x += v.x;
}

#[system(name = "game.noise", for_each, after(movement))]
fn noise(p: &mut Pos, rng: &mut Prng, _: Without<Frozen>) {
    p.x += rng.next_range(0, 1_000) as i32;
}

#[system(for_each)]
fn neighbours(p: &Pos, e: Entity, others: Query<(Entity, &Pos)>, mut sum: ResMut<Sum>) {
    others.for_each(|(other, q)| {
        if other != e {
            sum.x += i64::from(p.x * q.x);
        }
    });
}

#[system(for_each)]
fn shatter(
    p: &Pos,
    frozen: Has<Frozen>,
    mut count: Local<u32>,
    input: Input,
    Tick(tick): Tick,
    commands: &mut Commands,
) {
    *count += 1;
    if *frozen {
        commands
            .spawn((Pos { x: p.x + *count as i32 }, Vel { x: i32::from(input[0]) + tick as i32 }));
    }
}

#[system]
fn count<T: Component, const N: usize>(all: Query<&T>, mut sum: ResMut<Sum>) {
    sum.x += (all.count() * N) as i64;
}

fn is_even(world: &World) -> bool {
    world.resource::<Sum>().is_some_and(|sum| sum.x % 2 == 0)
}

#[system(run_if(is_even), before(count::<Pos, 1>))]
fn halve(mut sum: ResMut<Sum>) {
    sum.x /= 2;
}

#[system(presentation)]
fn show(all: Query<&Pos>, mut screen: ResMut<Screen>, sum: Res<Sum>) {
    let line = all.iter().map(|p| p.x.to_string()).collect::<Vec<_>>().join(" ");
    screen.lines.push(format!("{line} of {}", sum.x));
}

#[system]
fn by_closure(
    mut movers: Query<(&mut Pos, Without<Frozen>, Entity, Option<&Vel>)>,
    all: Query<Has<Frozen>>,
    mut sum: ResMut<Sum>,
) {
    query!(movers, |p: &mut Pos, e: Entity, v: Option<&Vel>| {
        assert_ne!(e, Entity::NONE);
        p.x += v.map_or(0, |v| v.x);
    });
    query!(all, |frozen: Has<Frozen>| sum.x += 1 + i64::from(*frozen) * 10);
    let found = query!(movers, |p: &mut Pos, _: Entity, _: Option<&Vel>| -> ControlFlow<i32> {
        if p.x > 20 { ControlFlow::Break(p.x) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(found, ControlFlow::Break(22));
}

#[resource]
struct Range<T> {
    from: T,
    to: T,
}

#[system]
fn widen(mut wide: ResMut<Range<u16>>, narrow: Res<Range<u8>>) {
    wide.from = narrow.from.into();
    wide.to += u16::from(narrow.to);
}

/// Three rows, of which the last is frozen.
fn world() -> Result<World> {
    let mut world = World::new(Options::with_capacity(16).seed(7))?;
    world.register_all::<(Pos, Vel, Frozen, Wrap<Pos>, Wrap<Vel>)>()?;
    world.spawn((Pos { x: 1 }, Vel { x: 10 }))?;
    world.spawn((Pos { x: 2 }, Vel { x: 20 }))?;
    world.spawn((Pos { x: 3 }, Vel { x: 30 }, Frozen))?;
    world.insert_resource(Sum { x: 0 });
    Ok(world)
}

fn places(world: &World) -> Vec<i32> {
    world.query::<&Pos>().iter().map(|p| p.x).collect()
}

#[test]
fn systems_are_named_by_module_and_function_or_as_they_say() {
    assert_eq!(movement::NAME, concat!(module_path!(), "::motion::movement"));
    assert_eq!(noise::NAME, "game.noise");
}

#[test]
fn instances_of_a_generic_system_have_names_of_their_own() {
    let base = concat!(module_path!(), "::count");
    assert_eq!(<count<Pos, 2> as System>::NAME, format!("{base}<game.pos, 2>"));
    assert_eq!(<count<Vel, 2> as System>::NAME, format!("{base}<game.vel, 2>"));
    let [one, two] = [<count<Wrap<Pos>, 0> as System>::NAME, <count<Wrap<Vel>, 0> as System>::NAME];
    let wrap = concat!(module_path!(), "::Wrap#");
    assert!(one.starts_with(&format!("{base}<{wrap}")) && one.ends_with(", 0>"), "{one}");
    assert_ne!(one, two);
}

#[test]
fn functions_can_be_called_by_hand() -> Result<()> {
    let mut world = world()?;
    movement(world.query_mut());
    assert_eq!(places(&world), [11, 22, 33]);
    let mut p = Pos { x: 1 };
    movement_by_row(&mut p, &Vel { x: 4 });
    assert_eq!(p.x, 5);
    Ok(())
}

#[test]
fn a_function_of_rows_does_what_a_loop_over_them_does() -> Result<()> {
    let mut worlds = [world()?, world()?];
    worlds[0].add_systems::<(movement,)>()?;
    worlds[1].add_systems::<(movement_by_row,)>()?;
    for world in &mut worlds {
        let schedule = world.schedule()?;
        world.run(&schedule)?;
        world.run(&schedule)?;
        assert_eq!(places(world), [21, 42, 63]);
    }
    Ok(())
}

#[test]
fn a_closure_may_repeat_the_terms_of_a_systems_query() -> Result<()> {
    let mut world = world()?;
    world.add_systems::<(by_closure,)>()?;
    let schedule = world.schedule()?;
    world.run(&schedule)?;
    assert_eq!(places(&world), [11, 22, 3]);
    assert_eq!(world.resource::<Sum>(), Some(&Sum { x: 13 }));
    Ok(())
}

#[resource]
struct Level(u32);

#[resource]
struct Step(u32);

#[system]
fn rise(mut level: ResMut<Level>, step: Res<Step>, mut runs: Local<[u32; 1]>) {
    level.0 += step.0;
    runs[0] += 1;
}

#[test]
fn fields_of_a_resource_without_names_are_those_of_the_parameter() -> Result<()> {
    let mut world = World::new(Options::with_capacity(1))?;
    world.insert_resource(Level(1));
    world.insert_resource(Step(2));
    world.add_systems::<(rise,)>()?;
    let schedule = world.schedule()?;
    world.run(&schedule)?;
    assert_eq!(world.resource::<Level>().map(|level| level.0), Some(3));
    let (mut level, mut runs) = (Level(5), [7]);
    rise(ResMut(&mut level), Res(&Step(4)), Local(&mut runs));
    assert_eq!((level.0, runs), (9, [8]));
    Ok(())
}

#[test]
fn rows_draw_from_the_stream_of_the_system_in_order() -> Result<()> {
    let mut world = world()?;
    // After `movement`, though it was added first.
    world.add_systems::<(noise,)>()?;
    world.add_systems::<(movement,)>()?;
    let schedule = world.schedule()?;
    world.run(&schedule)?;
    let mut stream = Prng::substream(7, 1);
    let [first, second] = [11, 22].map(|x| x + stream.next_range(0, 1_000) as i32);
    assert_eq!(places(&world), [first, second, 33]);
    Ok(())
}

#[test]
fn rows_may_look_at_other_rows_and_write_a_resource() -> Result<()> {
    let mut world = world()?;
    world.add_systems::<(neighbours,)>()?;
    let schedule = world.schedule()?;
    world.run(&schedule)?;
    // Each of the pairs 1 2, 1 3 and 2 3, both ways.
    assert_eq!(world.resource::<Sum>(), Some(&Sum { x: 2 * (2 + 3 + 6) }));
    Ok(())
}

#[test]
fn what_a_system_has_is_lent_to_each_row() -> Result<()> {
    let mut world = world()?;
    world.add_systems::<(shatter,)>()?;
    let schedule = world.schedule()?;
    world.run_with_input(&schedule, &[40])?;
    // The frozen row is the third call; the next tick begins with the fourth.
    let spawned = world.query::<(&Pos, &Vel, Without<Frozen>)>();
    let spawned: Vec<_> = spawned.iter().skip(2).map(|(p, v, _)| (p.x, v.x)).collect();
    assert_eq!(spawned, [(6, 41)]);
    world.run_with_input(&schedule, &[50])?;
    let last =
        world.query::<(&Pos, &Vel, Without<Frozen>)>().iter().last().map(|(p, v, _)| (p.x, v.x));
    assert_eq!(last, Some((10, 52)));
    Ok(())
}

/// They have one name, and are told apart by their stable ids.
#[test]
fn instances_of_a_generic_resource_do_not_conflict() -> Result<()> {
    let mut world = world()?;
    world.insert_resource(Range { from: 0_u16, to: 300 });
    world.insert_resource(Range { from: 7_u8, to: 200 });
    world.add_systems::<(widen,)>()?;
    let schedule = world.schedule()?;
    world.run(&schedule)?;
    assert_eq!(world.resource::<Range<u16>>().map(|range| (range.from, range.to)), Some((7, 500)));
    Ok(())
}

#[test]
fn conditions_and_orders_of_the_attribute_hold() -> Result<()> {
    let mut world = world()?;
    world.add_systems::<(halve, count<Pos, 1>)>()?;
    let schedule = world.schedule()?;
    let mut sums = Vec::new();
    for _ in 0..4 {
        world.run(&schedule)?;
        sums.push(world.resource::<Sum>().map_or(0, |sum| sum.x));
    }
    // Half of 0 and 3; 3 is odd, so 6; half of it and 3, and so on.
    assert_eq!(sums, [3, 6, 6, 6]);
    Ok(())
}

#[test]
fn presentation_reads_state_and_writes_what_is_none() -> Result<()> {
    let mut world = world()?;
    world.insert_resource(Screen::default());
    world.add_systems::<(show,)>()?;
    let schedule = world.schedule()?;
    world.run(&schedule)?;
    assert_eq!(
        world.resource::<Screen>().map(|screen| &screen.lines[..]),
        Some(&["1 2 3 of 0".to_owned()][..])
    );
    Ok(())
}
