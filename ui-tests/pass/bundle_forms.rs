#![deny(warnings, missing_docs, unused_qualifications)]
#![deny(clippy::pedantic, clippy::all)]
#![forbid(unsafe_code)]
//! x
use laige::prelude::*;
use laige::Bundle;
/// P
#[component] pub struct Pos(pub f32);
/// P
#[component] pub struct Vel(pub f32);
/// P
#[component] pub struct Tag;
/// B
#[derive(Bundle)] pub struct Player<T> where T: Send { /// x
 pub p: Pos, /// y
 pub rest: (Vel, T) }
#[derive(Bundle)] struct E;
#[derive(Bundle)] struct T(#[cfg(any())] Foo, Pos, Tag);
fn main() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(100))?;
    world.register_all::<(Pos, Vel, Tag)>()?;
    let e = world.spawn(Player { p: Pos(1.0), rest: (Vel(2.0), Tag) })?;
    world.spawn(E)?;
    world.spawn(T(Pos(3.), Tag))?;
    println!("{}", world.get::<Vel>(e).unwrap().0);
    query!(world, |e: Entity, p: &Pos, t: Option<&Tag>| println!("{e:?} {} {}", p.0, t.is_some()));
    Ok(())
}
