//! `par(world)` in every place where a world can stand, and functions of that name.
#![deny(warnings, clippy::pedantic)]
#![forbid(unsafe_code)]
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use laige::prelude::*;

#[component]
struct Pos {
    x: f32,
}

#[component]
struct Vel {
    x: f32,
}

struct Game {
    world: World,
}

mod paths {
    pub(super) fn par<T>(world: T) -> T {
        world
    }
}

macro_rules! visit {
    ($world:expr, $body:expr) => {
        query!($world, $body)
    };
}

fn each<T: Component>(world: &mut World, change: impl Fn(&mut T) + Sync) {
    query!(par(world), |value: &mut T| change(value));
}

fn main() -> laige::Result<()> {
    let mut game = Game { world: World::new(Options::with_capacity(8))? };
    game.world.register_all::<(Pos, Vel)>()?;
    game.world.spawn((Pos { x: 0.0 }, Vel { x: 1.0 }))?;
    let seen = AtomicU32::new(0);
    query!(par(game.world), |p: &mut Pos, &Vel { x }: &Vel| p.x += x);
    query!(par(&game.world), |_: &Pos, _: Without<Vel>| ());
    query!(par(&mut game.world), move |p: &mut Pos, v: Option<&Vel>| -> Result<(), ()> {
        p.x += v.ok_or(())?.x;
        Ok(())
    })
    .expect("it has both");
    visit!(par(game.world), |_: &Pos| _ = seen.fetch_add(1, Relaxed));
    each::<Pos>(&mut game.world, |pos| pos.x *= 2.0);
    let mut sum = 0.0;
    query!(paths::par(&game.world), |p: &Pos| sum += p.x);
    assert!((sum - 4.0_f32).abs() < 0.1 && seen.into_inner() == 1);
    Ok(())
}
