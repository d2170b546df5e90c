//! The header of a query takes what a closure's takes: patterns, `mut`, attributes, paths, parameters, any world expression.
//! Cases M10, M14.
use laige::prelude::*;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Mutex;

#[component]
#[derive(Debug, PartialEq)]
struct Pos {
    x: f32,
    y: f32,
}

#[component]
struct Vel {
    x: f32,
}

#[component]
struct Grid<T, const N: usize>([T; N]);

#[component]
struct Tag;

type Speed = Vel;

struct Game {
    world: World,
}

impl Game {
    fn step(&mut self) {
        let bonus = 1.0;
        query!(self.world, |p: &mut Pos, v: &self::Speed| p.x += v.x * bonus);
    }

    fn count(&self) -> u32 {
        let mut count = 0;
        query!(self.world, |_: &Pos, _: Without<Tag>| count += 1);
        count
    }
}

fn new_world() -> laige::Result<World> {
    let mut world = World::new(Options::with_capacity(64))?;
    world.register_all::<(Pos, Vel, Grid<u8, 4>, Tag)>()?;
    for i in 0..4_u8 {
        world.spawn((Pos { x: f32::from(i), y: 0.0 }, Vel { x: 1.0 }))?;
    }
    world.spawn((Pos { x: 9.0, y: 9.0 }, Tag))?;
    Ok(world)
}

fn patterns(world: &mut World) {
    let mut seen = Vec::new();
    query!(world, |Pos { x, .. }: &Pos, _: &Vel| seen.push(*x));
    query!(world, |&Pos { x, y }: &Pos, _: With<Tag>| seen.push(x + y));
    query!(world, |Pos { x, y: _ }: &mut Pos, v: Option<&Vel>| *x += v.map_or(0.0, |v| v.x));
    query!(world, |mut p: &Pos, tag: Option<&Tag>| {
        const OTHER: Pos = Pos { x: -1.0, y: 0.0 };
        if tag.is_some() {
            p = &OTHER;
        }
        seen.push(p.x);
    });
    query!(world, |r#in: &Pos, _e: Entity,| seen.push(r#in.y),);
    assert_eq!(seen[..5], [0.0, 1.0, 2.0, 3.0, 18.0]);
    assert_eq!(seen[5..10], [1.0, 2.0, 3.0, 4.0, -1.0]);
}

fn attributes(world: &mut World) -> f32 {
    let mut sum = 0.0;
    query!(world, |#[cfg(any())] p: &mut Missing,
                   #[cfg(all())] p: &mut Pos,
                   #[cfg(any())] q: &mut Pos,
                   #[allow(unused_variables)] v: &Vel,
                   #[cfg(any())] _: With<Missing>,| sum += p.x,);
    sum
}

/// Names that the expansion uses, as the user's own.
fn names(world: &mut World) -> f32 {
    let (body, terms, mistake, row, len, e, arch, ptr) = (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0);
    let mut sum = 0.0;
    query!(world, |world: &mut Pos, iter: &Vel| {
        sum += body + terms + mistake + row + len + e + arch + ptr + world.y + iter.x;
    });
    sum
}

/// Composed terms, with trailing commas, patterns and `cfg`.
fn composed(world: &mut World) -> f32 {
    let mut sum = 0.0;
    query!(world, |AnyOf((p, speed)): AnyOf<(&Pos, &mut self::Speed,)>,
                   tag: Has<Tag>,
                   #[cfg(any())] gone: AnyOf<(&mut Missing,)>,
                   #[cfg(all())] _: Or<(With<Tag>, (With<Pos>, With<Vel>,),)>,| {
        if let Some(speed) = speed {
            speed.x += 1.0;
        }
        sum += p.map_or(0.0, |p| p.x) + f32::from(u8::from(*tag));
    });
    sum
}

fn worlds() -> laige::Result<()> {
    let shared = RefCell::new(new_world()?);
    query!(shared.borrow_mut(), |p: &mut Pos| p.x = 1.0);
    query!(shared.borrow(), |p: &Pos| assert_eq!(p.x, 1.0));
    let locked = Mutex::new(new_world()?);
    query!(locked.lock().expect("not poisoned"), |p: &mut Pos| p.x = 1.0);
    let mut boxed = Box::new(new_world()?);
    query!(boxed, |p: &mut Pos| p.x = 2.0);
    let mut borrowed = &mut boxed;
    query!(borrowed, |p: &mut Pos| p.x += 1.0);
    query!(*borrowed, |p: &mut Pos| p.x += 1.0);
    query!(&mut borrowed, |p: &mut Pos| p.x += 1.0);
    query!(&**borrowed, |p: &Pos| assert_eq!(p.x, 5.0));
    let worlds = [new_world()?, new_world()?];
    let mut pairs = 0;
    query!(worlds[0], |a: &Pos, _: &Vel| {
        query!(worlds[1], |b: &Pos| pairs += i32::from(a == b));
    });
    assert_eq!(pairs, 4);
    Ok(())
}

fn results(world: &mut World) -> Result<(), String> {
    let first = query!(world, |p: &Pos| -> ControlFlow<f32> {
        if p.x > 1.0 { ControlFlow::Break(p.x) } else { ControlFlow::Continue(()) }
    });
    assert!(first.is_break());
    query!(world, |p: &mut Pos| -> Result<(), String> {
        p.x += 1.0;
        if p.x.is_nan() { Err("not a number".to_owned()) } else { Ok(()) }
    })?;
    query!(world, |_: &Grid<u8, 4>| panic!("there is no grid"));
    query!(&world, |_: Entity, _: &Grid<u8, 4>| -> ! { unreachable!() });
    world.query::<&Grid<u8, 4>>().for_each(|_| unreachable!());
    let owned = String::from("moved");
    query!(world, move |p: &Pos| assert!(p.x < 100.0, "{owned}"));
    Ok(())
}

fn generic<A: Component, B: Component>(world: &mut World) -> usize {
    let mut count = 0;
    query!(world, |_: &mut A, _: Option<&B>| count += 1);
    count
}

async fn inside_a_future(world: &mut World) {
    std::future::ready(()).await;
    query!(world, |p: &mut Pos| p.y += 1.0);
    std::future::ready(()).await;
}

fn main() -> laige::Result<()> {
    let mut game = Game { world: new_world()? };
    game.step();
    assert_eq!(game.count(), 4);
    patterns(&mut new_world()?);
    assert_eq!(attributes(&mut new_world()?), 6.0);
    assert_eq!(names(&mut new_world()?), 4.0 * 37.0);
    assert_eq!(composed(&mut new_world()?), 6.0 + 9.0 + 1.0);
    worlds()?;
    results(&mut new_world()?).expect("no error in a row");
    assert_eq!(generic::<Pos, Vel>(&mut new_world()?), 5);
    drop(inside_a_future(&mut new_world()?));
    Ok(())
}
