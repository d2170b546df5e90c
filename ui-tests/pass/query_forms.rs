#![deny(warnings, missing_docs, unused_qualifications)]
#![deny(clippy::pedantic, clippy::all)]
#![forbid(unsafe_code)]
//! x
use laige::prelude::*;
use std::ops::ControlFlow;

#[component]
#[derive(Debug, PartialEq)]
struct Pos { x: f32, y: f32 }
#[component]
struct Vel { x: f32, y: f32 }
#[component]
struct Grid<T, const N: usize> { a: [T; N] }
#[component] struct Tag;

macro_rules! wrap { ($w:expr, $p:pat, $t:ty, $b:expr) => { query!($w, |$p: $t| $b) } }
macro_rules! whole { ($w:expr, $c:expr) => { query!($w, $c) } }

fn count<T: Component>(world: &World) -> u32 { let mut n = 0; query!(world, |_: &T| n += 1); n }

fn main() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(100))?;
    world.register::<Pos>()?;
    world.register::<Vel>()?;
    world.register::<Tag>()?;
    world.register::<Grid<u8, 4>>()?;
    for i in 0..10u8 { world.spawn((Pos { x: f32::from(i), y: 0.0 }, Vel { x: 1.0, y: 1.0 }, Tag))?; }
    query!(world, |p: &mut Pos, v: &Vel| { p.x += v.x; p.y += v.y; });
    let w = &mut world;
    query!(w, |p: &mut Pos, #[cfg(any())] q: &mut Pos, _: With<Tag>,| p.x += 1.0,);
    let mut sum = 0.0;
    query!(&*w, |e: Entity, Pos { x, .. }: &Pos, mut v: Option<&Vel>| { let _ = e; v = v.or(None); if v.is_some() { sum += x; } });
    println!("{sum}");
    let body = 3; let terms = 4;
    let r = query!(w, |p: &Pos| -> ControlFlow<f32> { if p.x > 5.0 { ControlFlow::Break(p.x) } else { ControlFlow::Continue(()) } });
    println!("{r:?} {body} {terms}");
    query!(w, move |p: &mut Pos| if body == terms { p.x = 0.0 });
    wrap!(w, p, &mut Pos, p.x += 1.0);
    wrap!(w, _p, Option<&mut Pos>, ());
    whole!(w, |p: &mut Pos| p.y = 0.0);
    query!(w, |_: &mut Grid<u8, 4>| ());
    query!(w, |r#in: &Pos| { let _ = r#in; });
    query!(w, |p: &mut Pos| -> laige::Result<()> { p.x = 0.0; Ok(()) })?;
    println!("{}", count::<Pos>(w));
    println!("{:?}", world.query::<&Pos>().iter().next());
    Ok(())
}
